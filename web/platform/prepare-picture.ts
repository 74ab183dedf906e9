const longestSide = 2560
const quality = 0.86

/** The browser cannot decode the file. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/**
 * Draws a picture anew on the device, upright and not larger than needed, as a data URL.
 * Only pixels are copied: where and when it was taken stays in the file.
 */
export async function preparePicture(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePicture(file.type, { cause })
  })
  try {
    return await dataUrlOf(await encoded(drawn(bitmap)))
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap) {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePicture('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency, and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function encoded(canvas: HTMLCanvasElement) {
  const webp = await blobOf(canvas, 'image/webp')
  // A browser that cannot write WebP answers with a PNG, which is large.
  return webp.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg')
}

function blobOf(canvas: HTMLCanvasElement, type: string) {
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UnreadablePicture(type))), type, quality),
  )
}

function dataUrlOf(blob: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new UnreadablePicture(blob.type, { cause: reader.error })))
    reader.readAsDataURL(blob)
  })
}
