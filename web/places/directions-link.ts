type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>
/** Degrees. */
type Destination = { location_name: string; latitude: number; longitude: number }

/** About a metre, and never in exponential notation. */
const inDegrees = (degrees: number) => degrees.toFixed(5)

/** Leaves no bracket or quote: brackets end the label of a `geo:` address. */
const encode = (name: string) =>
  encodeURIComponent(name).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/** Safari on an iPad presents itself as a Mac, and no Mac has a touch screen. */
const isApplePhoneOrTablet = ({ userAgent, maxTouchPoints }: Device) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/**
 * Returns the link that opens the device's own map at a place, or OpenStreetMap in a new tab where there is none. It
 * contains nothing about the person.
 */
export function directionsLink(device: Device, { location_name: name, latitude, longitude }: Destination) {
  const [lat, lon] = [inDegrees(latitude), inDegrees(longitude)]
  // The label is last: OsmAnd reads none that something follows.
  if (device.userAgent.includes('Android')) return { href: `geo:${lat},${lon}?q=${lat},${lon}(${encode(name)})` }
  // Not https://maps.apple.com, which asks Apple's server first wherever the browser does not pass it to the app.
  if (isApplePhoneOrTablet(device)) return { href: `maps://?daddr=${lat},${lon}&q=${encode(name)}` }
  return {
    href: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`,
    target: '_blank',
    rel: 'noreferrer',
  }
}
