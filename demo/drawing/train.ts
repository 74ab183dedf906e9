import type { Canvas, ScaledPlacement } from './canvas.ts'
import { lampColor, tint } from './colors.ts'
import { circle, mixColors, path, pathData, rect, repeat } from './shapes.ts'

const liveries = [
  ['#f4efe6', '#c8453c', '#2f4f8a'],
  ['#e9edf0', '#3f8a7d', '#e7a04d'],
  ['#f6eedd', '#6a3ee8', '#f26a2e'],
] as const

/** A regional train that runs to the left, longer than any postcard is wide. */
export function engine(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const { palette, random } = canvas
  const [body, stripe, line] = random.pick(liveries)
  const height = 210 * scale
  const length = 640 * scale
  const top = base - height
  const panes = (from: number) =>
    repeat(7, (index) =>
      rect(
        { x: from + (48 + index * 82) * scale, y: top + 48 * scale, width: 60 * scale, height: 58 * scale },
        palette.litWindowsShare > 0.3 ? lampColor : mixColors(palette.hills[2], '#ffffff', 0.2),
        0.92,
        10 * scale,
      ),
    )
  const coach = (from: number) =>
    rect(
      { x: from, y: top, width: length - 10 * scale, height: height - 26 * scale },
      tint(canvas, body),
      1,
      14 * scale,
    ) +
    rect({ x: from, y: top + 126 * scale, width: length - 10 * scale, height: 26 * scale }, tint(canvas, stripe)) +
    rect({ x: from, y: top + 156 * scale, width: length - 10 * scale, height: 8 * scale }, tint(canvas, line)) +
    panes(from) +
    repeat(4, (index) =>
      circle({ x: from + (90 + index * 150) * scale, y: base - 16 * scale, radius: 20 * scale }, palette.ink),
    )
  const nose = path(
    pathData`M${x + 130 * scale} ${top}H${x + length}V${base - 26 * scale}H${x + 6 * scale}Q${x - 4 * scale} ${base - 90 * scale} ${x + 56 * scale} ${top + 50 * scale}Q${x + 84 * scale} ${top} ${x + 130 * scale} ${top}z`,
    tint(canvas, body),
  )
  const front = path(
    pathData`M${x + 118 * scale} ${top + 26 * scale}H${x + 190 * scale}V${top + 98 * scale}H${x + 58 * scale}Q${x + 84 * scale} ${top + 30 * scale} ${x + 118 * scale} ${top + 26 * scale}z`,
    palette.ink,
    0.85,
  )
  const trim =
    path(
      pathData`M${x + 14 * scale} ${top + 126 * scale}H${x + length}v${26 * scale}H${x + 6 * scale}z`,
      tint(canvas, stripe),
    ) + circle({ x: x + 40 * scale, y: base - 48 * scale, radius: 11 * scale }, lampColor)
  const lead =
    nose +
    front +
    trim +
    repeat(5, (index) =>
      rect(
        { x: x + (220 + index * 82) * scale, y: top + 48 * scale, width: 60 * scale, height: 58 * scale },
        palette.litWindowsShare > 0.3 ? lampColor : mixColors(palette.hills[2], '#ffffff', 0.2),
        0.92,
        10 * scale,
      ),
    ) +
    repeat(4, (index) =>
      circle({ x: x + (110 + index * 150) * scale, y: base - 16 * scale, radius: 20 * scale }, palette.ink),
    )
  return (
    rect({ x: 0, y: base - 4, width: canvas.width, height: 8 }, palette.ink, 0.5) +
    repeat(3, (index) => coach(x + (index + 1) * length)) +
    lead
  )
}
