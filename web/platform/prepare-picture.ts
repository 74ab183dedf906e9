const maxSidePx = 2560
const quality = 0.86

/** The browser cannot decode the file. */
class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/**
 * Redraws a picture on the device, upright and at most 2560 px wide or high, as a data URL. Only pixels are copied, so
 * that metadata such as place and time stay in the file. Throws an UnreadablePicture.
 */
export async function preparePicture(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePicture(file.type, { cause })
  })
  try {
    return await toDataUrl(await encode(drawToCanvas(bitmap)))
  } finally {
    bitmap.close()
  }
}

function drawToCanvas(bitmap: ImageBitmap) {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePicture('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function encode(canvas: HTMLCanvasElement) {
  const webp = await toBlob(canvas, 'image/webp')
  // Browsers that cannot encode WebP return a PNG, which is large.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg')
}

function toBlob(canvas: HTMLCanvasElement, type: string) {
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UnreadablePicture(type))), type, quality),
  )
}

function toDataUrl(blob: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new UnreadablePicture(blob.type, { cause: reader.error })))
    reader.readAsDataURL(blob)
  })
}
