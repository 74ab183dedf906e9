/** Widths in pixels in which every picture is kept; a smaller original is never enlarged. */
export const pictureWidths = [320, 640, 1280] as const
export const largestPictureWidth = 1280
export type PictureWidth = (typeof pictureWidths)[number]

export const pictureFileName = (name: string, width: number): string => `${name}-${width}.webp`

const largest = pictureFileName('', largestPictureWidth)

/** The address of the same picture in one of its widths; of something else, as it is. @param url of the largest. */
export const pictureUrlAtWidth = (url: string, width: PictureWidth): string =>
  url.endsWith(largest) ? pictureFileName(url.slice(0, -largest.length), width) : url

/** A picture in its widths, as a browser chooses among them; none where the address is of something else. @param width of the largest. */
export const pictureSrcSet = (url: string, width: number | null = largestPictureWidth): string | undefined =>
  url.endsWith(largest)
    ? pictureWidths
        .map(
          (step) =>
            `${pictureUrlAtWidth(url, step)} ${step === largestPictureWidth ? Math.min(width ?? step, step) : step}w`,
        )
        .join(', ')
    : undefined

/**
 * How wide the picture of a card is drawn, as in HTML: on a phone a twentieth less than it is, so that 380 pixels of which
 * each is 1.75 of the screen's, or 328 of two, are filled by 640 and not by 1280. Nobody sees that; it takes a third of the bytes.
 */
export const cardPictureSizes = '(min-width: 600px) 584px, calc(95vw - 30px)'
