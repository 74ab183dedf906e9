/** Widths in pixels in which every picture is stored; a smaller original is never enlarged. */
export const pictureWidths = [320, 640, 1280] as const
export const largestPictureWidth = 1280
/** Higher pictures become narrower, so that no file is larger than 1.6 MB: noise in the lowest quality. */
export const largestPictureHeight = 4 * largestPictureWidth
export type PictureWidth = (typeof pictureWidths)[number]

export const pictureFileName = (name: string, width: number): string => `${name}-${width}.webp`

/** A video is a picture, its cover, with one file more. */
export const videoFileName = (name: string): string => `${name}.mp4`

/** The names of all files of a picture, or of a video with its cover. */
export const fileNamesOf = (name: string, hasVideo: boolean): string[] => [
  ...pictureWidths.map((width) => pictureFileName(name, width)),
  ...(hasVideo ? [videoFileName(name)] : []),
]

const largestSuffix = pictureFileName('', largestPictureWidth)

/**
 * Returns the address of the same picture in another width; an address of any other form is returned unchanged.
 * @param url of the largest.
 */
export const pictureUrlAtWidth = (url: string, width: PictureWidth): string =>
  url.endsWith(largestSuffix) ? pictureFileName(url.slice(0, -largestSuffix.length), width) : url

/**
 * Returns the `srcset` of a picture; undefined for an address of any other form.
 * @param url of the largest.
 * @param largestWidth pixels of the largest file, which is narrower than 1280 if the original was.
 */
export function pictureSrcSet(url: string, largestWidth: number | null = largestPictureWidth): string | undefined {
  if (!url.endsWith(largestSuffix)) return undefined
  const pixelsOf = (width: PictureWidth) =>
    width === largestPictureWidth ? Math.min(largestWidth ?? width, width) : width
  return pictureWidths.map((width) => `${pictureUrlAtWidth(url, width)} ${pixelsOf(width)}w`).join(', ')
}

/**
 * The `sizes` of a post card's picture. On a phone it is 5 % less than the real width, so that 380 CSS pixels at a
 * density of 1.75, or 328 at 2, are filled by the file of 640 pixels instead of 1280: a third of the bytes, and the
 * difference is not visible.
 */
export const cardPictureSizes = '(min-width: 600px) 584px, calc(95vw - 30px)'
