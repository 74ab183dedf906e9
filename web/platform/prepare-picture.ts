import { largestPictureHeight, largestPictureWidth } from '#contract/pictures.ts'

/** Of the longer side: enough for a crop. */
const maxSidePx = 2560
const quality = 0.86

/** The browser cannot decode the file. */
class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/**
 * Redraws a picture on the device, upright and scaled down, as a data URL. Only pixels are copied, so that metadata such
 * as place and time stay in the file. Throws an UnreadablePicture.
 */
export async function preparePicture(file: Blob) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePicture(file.type, { cause })
  })
  try {
    return await toDataUrl(await encode(drawToCanvas(bitmap, wholePicture)))
  } finally {
    bitmap.close()
  }
}

/** A part of a picture, in per cent of its width and height. */
export type PictureArea = { x: number; y: number; width: number; height: number }
const wholePicture: PictureArea = { x: 0, y: 0, width: 100, height: 100 }

/** Cuts a part out of a prepared picture. Returns a data URL. */
export async function cropPicture(prepared: string, area: PictureArea) {
  const image = new Image()
  image.src = prepared
  await image.decode()
  return toDataUrl(await encode(drawToCanvas(image, area)))
}

/** No picture gets smaller than the server stores it: the text of a long screenshot stays legible. */
function scaleOf(width: number, height: number) {
  const stored = Math.min(largestPictureWidth / width, largestPictureHeight / height)
  return Math.min(1, Math.max(stored, maxSidePx / Math.max(width, height)))
}

function drawToCanvas(picture: ImageBitmap | HTMLImageElement, area: PictureArea) {
  const x = (picture.width * area.x) / 100
  const y = (picture.height * area.y) / 100
  const width = (picture.width * area.width) / 100
  const height = (picture.height * area.height) / 100
  const scale = scaleOf(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePicture('no canvas')
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency and would show black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
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
