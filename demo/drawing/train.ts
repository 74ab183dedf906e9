import type { Canvas, ScaledPlacement } from './canvas.ts'
import { lampColor, tint } from './colors.ts'
import { circle, mixColors, path, pathData, rect, repeat } from './shapes.ts'

const liveries = [
  ['#f4efe6', '#c8453c', '#2f4f8a'],
  ['#e9edf0', '#3f8a7d', '#e7a04d'],
  ['#f6eedd', '#6a3ee8', '#f26a2e'],
] as const

type Livery = { body: string; stripe: string; line: string }

/** A regional train that runs to the left, longer than any postcard is wide. */
export function train(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const [body, stripe, line] = canvas.random.pick(liveries)
  const livery = { body, stripe, line }
  const rails = rect({ x: 0, y: base - 4, width: canvas.width, height: 8 }, canvas.palette.ink, 0.5)
  const coaches = repeat(3, (index) => coach(canvas, { x: x + (index + 1) * coachLength * scale, base, scale }, livery))
  return rails + coaches + drivingCoach(canvas, { x, base, scale }, livery)
}

const coachHeight = 210
const coachLength = 640

/** Window panes of a coach at `x`, the first of them at `offset`. */
const panes = (canvas: Canvas, { x, base, scale }: ScaledPlacement, offset: number, count: number): string =>
  repeat(count, (index) =>
    rect(
      {
        x: x + (offset + index * 82) * scale,
        y: base - coachHeight * scale + 48 * scale,
        width: 60 * scale,
        height: 58 * scale,
      },
      canvas.palette.litWindowsShare > 0.3 ? lampColor : mixColors(canvas.palette.hills[2], '#ffffff', 0.2),
      0.92,
      10 * scale,
    ),
  )

const wheels = (canvas: Canvas, { x, base, scale }: ScaledPlacement, offset: number): string =>
  repeat(4, (index) =>
    circle({ x: x + (offset + index * 150) * scale, y: base - 16 * scale, radius: 20 * scale }, canvas.palette.ink),
  )

function coach(canvas: Canvas, placement: ScaledPlacement, { body, stripe, line }: Livery): string {
  const { x, base, scale } = placement
  const height = coachHeight * scale
  const width = coachLength * scale - 10 * scale
  const top = base - height
  return (
    rect({ x, y: top, width, height: height - 26 * scale }, tint(canvas, body), 1, 14 * scale) +
    rect({ x, y: top + 126 * scale, width, height: 26 * scale }, tint(canvas, stripe)) +
    rect({ x, y: top + 156 * scale, width, height: 8 * scale }, tint(canvas, line)) +
    panes(canvas, placement, 48, 7) +
    wheels(canvas, placement, 90)
  )
}

function drivingCoach(canvas: Canvas, placement: ScaledPlacement, { body, stripe }: Livery): string {
  const { x, base, scale } = placement
  const length = coachLength * scale
  const top = base - coachHeight * scale
  const nose = path(
    pathData`M${x + 130 * scale} ${top}H${x + length}V${base - 26 * scale}H${x + 6 * scale}Q${x - 4 * scale} ${base - 90 * scale} ${x + 56 * scale} ${top + 50 * scale}Q${x + 84 * scale} ${top} ${x + 130 * scale} ${top}z`,
    tint(canvas, body),
  )
  const windscreen = path(
    pathData`M${x + 118 * scale} ${top + 26 * scale}H${x + 190 * scale}V${top + 98 * scale}H${x + 58 * scale}Q${x + 84 * scale} ${top + 30 * scale} ${x + 118 * scale} ${top + 26 * scale}z`,
    canvas.palette.ink,
    0.85,
  )
  const trim =
    path(
      pathData`M${x + 14 * scale} ${top + 126 * scale}H${x + length}v${26 * scale}H${x + 6 * scale}z`,
      tint(canvas, stripe),
    ) + circle({ x: x + 40 * scale, y: base - 48 * scale, radius: 11 * scale }, lampColor)
  return nose + windscreen + trim + panes(canvas, placement, 220, 5) + wheels(canvas, placement, 110)
}
