import sharp from 'sharp'

/** A camera's photo with a GPS position, for a file input. */
export async function photoFile(
  name = 'foto.jpg',
  width = 1600,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width, height: width * 0.75, channels: 3, background: '#c8553d' } })
    .withExif({
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 51/1', GPSLongitudeRef: 'E', GPSLongitude: '9/1 11/1 23/1' },
    })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** The same photo as a data URL, for a call. */
export async function photoUrl(width?: number): Promise<string> {
  const { mimeType, buffer } = await photoFile('foto.jpg', width)
  return `data:${mimeType};base64,${buffer.toString('base64')}`
}
