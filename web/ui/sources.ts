const largest = /-1280\.webp$/

/** The widths in which a picture is kept, for `srcSet`; none where the address is of something else. @param width of the largest. */
export const sourcesOf = (src: string, width = 1280) =>
  largest.test(src)
    ? [320, 640, 1280].map((step) => `${src.replace(largest, `-${step}.webp`)} ${step === 1280 ? Math.min(width, 1280) : step}w`).join(', ')
    : undefined
