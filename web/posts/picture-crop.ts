import type { PictureArea } from '#web/platform/prepare-picture.ts'

/** The shapes that a photo is cut to; null is its own. */
export const cropRatios = { original: null, square: 1, portrait: 4 / 5, wide: 16 / 9 } as const
type CropShape = keyof typeof cropRatios

/** The crop of a photo; null if it is whole. */
export type PictureCrop = { shape: CropShape; area: PictureArea }

/** Per cent that a rounded area may lack of the whole. */
const tolerance = 0.01
export const isWhole = ({ width, height }: PictureArea) => width > 100 - tolerance && height > 100 - tolerance
