import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionsLink } from './directions-link.ts'

const place = { location_name: 'Bar Sport', latitude: 45.46417, longitude: 9.18983 }
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const onAndroid = 'geo:45.46417,9.18983?q=45.46417,9.18983(Bar%20Sport)'
const onApple = 'maps://?daddr=45.46417,9.18983&q=Bar%20Sport'
const elsewhere = 'https://www.openstreetmap.org/?mlat=45.46417&mlon=9.18983#map=17/45.46417/9.18983'

test.each([
  [
    'Chrome on Android',
    5,
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/141.0.0.0 Mobile Safari/537.36`,
    onAndroid,
  ],
  ['Firefox on Android', 5, 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', onAndroid],
  [
    'Samsung Internet',
    5,
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    onAndroid,
  ],
  [
    'Safari on an iPhone',
    5,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Version/26.0 Mobile/15E148 Safari/604.1`,
    onApple,
  ],
  [
    'Chrome on an iPhone',
    5,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
    onApple,
  ],
  [
    'Safari on an iPad that asks for mobile pages',
    5,
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webKit} Version/18.6 Mobile/15E148 Safari/604.1`,
    onApple,
  ],
  [
    'Safari on an iPad that says it is a Mac',
    5,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.6 Safari/605.1.15`,
    onApple,
  ],
  [
    'Safari on a Mac',
    0,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.6 Safari/605.1.15`,
    elsewhere,
  ],
  [
    'Edge on Windows with a touch screen',
    10,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    elsewhere,
  ],
  ['Firefox on Linux', 0, 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', elsewhere],
  ['A phone with Linux', 5, 'Mozilla/5.0 (X11; Linux aarch64; rv:144.0) Gecko/20100101 Firefox/144.0', elsewhere],
])('“Portami lì” in %s leads to the map of the device', (_, maxTouchPoints, userAgent, href) => {
  const link = directionsLink({ userAgent, maxTouchPoints }, place)
  expect(link.href).toBe(href)
  expect(link.target).toBe(href === elsewhere ? '_blank' : undefined)
  expect(link.rel).toBe(href === elsewhere ? 'noreferrer' : undefined)
})

const android = { userAgent: 'Android', maxTouchPoints: 5 }
const iPhone = { userAgent: 'iPhone', maxTouchPoints: 5 }

test('A name arrives as it is written, with quotes, brackets, commas, accents and emoji', () => {
  const names = fc.oneof(
    fc.constantFrom('“L’Osteria” (da Gino), piano 1', "Bar 'Da Ugo' & figli?", 'Caffè #1 100% 🍕', ')(', 'a+b=c;d'),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  fc.assert(
    fc.property(names, (location_name) => {
      const { href } = directionsLink(android, { ...place, location_name })
      const [, label = ''] = href.match(/^geo:45\.46417,9\.18983\?q=45\.46417,9\.18983\(([^()'"&#?+]*)\)$/) ?? []
      expect(decodeURIComponent(label)).toBe(location_name)
      const { searchParams } = new URL(directionsLink(iPhone, { ...place, location_name }).href)
      expect(Object.fromEntries(searchParams)).toEqual({ daddr: '45.46417,9.18983', q: location_name })
    }),
  )
})

test('A place beside the equator or in the south and west has its coordinates in plain decimals', () => {
  const { href } = directionsLink(android, { location_name: 'X', latitude: -0.000_000_1, longitude: -78.5 })
  expect(href).toBe('geo:-0.00000,-78.50000?q=-0.00000,-78.50000(X)')
})
