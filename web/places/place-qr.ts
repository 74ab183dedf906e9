import { correction, generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'

/** Pixels of a module in the file: other programs enlarge it. */
const scale = 24

/** Returns a picture of the QR code of a link, an SVG in a `data:` address: black on white in every colour scheme. */
export const qrPicture = (link: string) =>
  // Readable with a quarter of it dirty or torn. It includes the quiet zone of four modules.
  toSvgDataURL(generate(link, { minCorrectionLevel: correction.Q }), { on: '#000', off: '#fff', scale })
