/** Of a post's video. Sources: docs/product.md, "Limits and constants". */
export const videoLimits = {
  seconds: 60,
  /** Pixels of the longer and the shorter side. */
  longerSide: 1280,
  shorterSide: 720,
  /** Of sound and pictures together, a second. */
  bits: 3_000_000,
}
