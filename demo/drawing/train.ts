import { circle, pathData, repeat, mixColors, path, rect } from './shapes.ts'
import { lampColor, tint, type Canvas } from './canvas.ts'

const liveries = [
  ['#f4efe6', '#c8453c', '#2f4f8a'],
  ['#e9edf0', '#3f8a7d', '#e7a04d'],
  ['#f6eedd', '#6a3ee8', '#f26a2e'],
] as const

/** A regional train, its head to the left, longer than any postcard. */
export function engine(canvas: Canvas, x: number, foot: number, size: number): string {
  const { palette, random } = canvas
  const [body, stripe, line] = random.pick(liveries)
  const [tall, long] = [210 * size, 640 * size]
  const top = foot - tall
  const panes = (from: number) =>
    repeat(7, (index) =>
      rect(
        from + (48 + index * 82) * size,
        top + 48 * size,
        60 * size,
        58 * size,
        palette.litWindowsShare > 0.3 ? lampColor : mixColors(palette.hills[2], '#ffffff', 0.2),
        0.92,
        10 * size,
      ),
    )
  const coach = (from: number) =>
    rect(from, top, long - 10 * size, tall - 26 * size, tint(canvas, body), 1, 14 * size) +
    rect(from, top + 126 * size, long - 10 * size, 26 * size, tint(canvas, stripe)) +
    rect(from, top + 156 * size, long - 10 * size, 8 * size, tint(canvas, line)) +
    panes(from) +
    repeat(4, (index) => circle(from + (90 + index * 150) * size, foot - 16 * size, 20 * size, palette.ink))
  const nose = path(
    pathData`M${x + 130 * size} ${top}H${x + long}V${foot - 26 * size}H${x + 6 * size}Q${x - 4 * size} ${foot - 90 * size} ${x + 56 * size} ${top + 50 * size}Q${x + 84 * size} ${top} ${x + 130 * size} ${top}z`,
    tint(canvas, body),
  )
  const front = path(
    pathData`M${x + 118 * size} ${top + 26 * size}H${x + 190 * size}V${top + 98 * size}H${x + 58 * size}Q${x + 84 * size} ${top + 30 * size} ${x + 118 * size} ${top + 26 * size}z`,
    palette.ink,
    0.85,
  )
  const trim =
    path(
      pathData`M${x + 14 * size} ${top + 126 * size}H${x + long}v${26 * size}H${x + 6 * size}z`,
      tint(canvas, stripe),
    ) + circle(x + 40 * size, foot - 48 * size, 11 * size, lampColor)
  const lead =
    nose +
    front +
    trim +
    repeat(5, (index) =>
      rect(
        x + (220 + index * 82) * size,
        top + 48 * size,
        60 * size,
        58 * size,
        palette.litWindowsShare > 0.3 ? lampColor : mixColors(palette.hills[2], '#ffffff', 0.2),
        0.92,
        10 * size,
      ),
    ) +
    repeat(4, (index) => circle(x + (110 + index * 150) * size, foot - 16 * size, 20 * size, palette.ink))
  return (
    rect(0, foot - 4, canvas.width, 8, palette.ink, 0.5) + repeat(3, (index) => coach(x + (index + 1) * long)) + lead
  )
}
