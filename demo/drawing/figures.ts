import type { Canvas, Placement, ScaledPlacement } from './canvas.ts'
import { tint } from './colors.ts'
import { circle, ellipse, mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'

const coats = ['#c8453c', '#6a3ee8', '#2f7d8a', '#e79a3c', '#3d4f8a', '#f0e2c8', '#8a4a6f', '#4d7d54', '#f26a2e']
const skins = ['#f0c39c', '#d9a07a', '#b97a55', '#8a5638', '#f5d2b3']
const hairs = ['#3a2620', '#5d3a26', '#1f1a22', '#a8703f', '#cdb9a8']

/** A person seen from afar. */
export function passerBy(canvas: Canvas, { x, base, height }: Placement): string {
  const { random, palette } = canvas
  const coat = tint(canvas, random.pick(coats))
  const width = height * 0.26
  const skirt = random.maybe(0.4)
  const shoulders = base - height * 0.8
  const body = skirt
    ? pathData`M${x - width * 0.4} ${shoulders}h${width * 0.8}l${width * 0.34} ${height * 0.52}h${-width * 1.48}z`
    : pathData`M${x - width * 0.5} ${shoulders + width * 0.3}q0 ${-width * 0.4} ${width * 0.5} ${-width * 0.4}t${width * 0.5} ${width * 0.4}v${height * 0.38}h${-width}z`
  const legs = mixColors(tint(canvas, random.pick(['#3b3a5c', '#5a4636', '#2f3f58'])), palette.ink, 0.3)
  return (
    ellipse({ x, y: base, radiusX: width * 0.9, radiusY: height * 0.03 }, palette.ink, 0.22) +
    stroke(
      pathData`M${x - width * 0.2} ${base - height * 0.36}V${base - 2}M${x + width * 0.2} ${base - height * 0.36}l${width * 0.16} ${height * 0.36 - 2}`,
      legs,
      width * 0.27,
    ) +
    path(body, coat) +
    circle({ x, y: base - height * 0.89, radius: height * 0.085 }, tint(canvas, random.pick(skins))) +
    path(
      pathData`M${x - height * 0.09} ${base - height * 0.88}a${height * 0.09} ${height * 0.09} 0 0 1 ${height * 0.18} 0q${-height * 0.06} ${-height * 0.05} ${-height * 0.18} 0z`,
      tint(canvas, random.pick(hairs)),
    )
  )
}

export const couple = (canvas: Canvas, { x, base, height }: Placement): string =>
  passerBy(canvas, { x, base, height }) +
  passerBy(canvas, { x: x + height * 0.3, base, height: height * canvas.random.between(0.9, 1.06) })

/** Two people on a bench, seen from behind. */
export function bench(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const { palette, random } = canvas
  const wood = mixColors(tint(canvas, '#8a5a3c'), palette.ink, 0.2)
  const sitter = (sitterX: number) =>
    rect(
      { x: sitterX - 15 * scale, y: base - 84 * scale, width: 30 * scale, height: 50 * scale },
      tint(canvas, random.pick(coats)),
      1,
      13 * scale,
    ) + circle({ x: sitterX, y: base - 96 * scale, radius: 13 * scale }, tint(canvas, random.pick(hairs)))
  const people = random.maybe(0.75) ? sitter(x - 20 * scale) + sitter(x + 16 * scale) : ''
  return (
    people +
    rect({ x: x - 78 * scale, y: base - 62 * scale, width: 156 * scale, height: 9 * scale }, wood, 1, 3) +
    rect({ x: x - 78 * scale, y: base - 46 * scale, width: 156 * scale, height: 9 * scale }, wood, 1, 3) +
    rect({ x: x - 82 * scale, y: base - 32 * scale, width: 164 * scale, height: 9 * scale }, wood, 1, 3) +
    rect({ x: x - 66 * scale, y: base - 26 * scale, width: 8 * scale, height: 26 * scale }, palette.ink) +
    rect({ x: x + 58 * scale, y: base - 26 * scale, width: 8 * scale, height: 26 * scale }, palette.ink)
  )
}

export function parasol(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const { palette, random } = canvas
  const [first, second] = random.pick([
    ['#d4574a', '#fff3dc'],
    ['#3f78a8', '#fdf1d8'],
    ['#e7a04d', '#fff6e2'],
    ['#4c9a8d', '#fdf1d8'],
    ['#6a3ee8', '#f4e9ff'],
  ] as const)
  const top = base - 150 * scale
  const slices = repeat(4, (index) => {
    const from = -80 + index * 40
    const to = -40 + index * 40
    return path(
      pathData`M${x} ${top}Q${x + from * 0.9 * scale} ${top + 8 * scale} ${x + from * scale} ${top + 52 * scale}q${20 * scale} ${-10 * scale} ${(to - from) * scale} 0Q${x + to * 0.9 * scale} ${top + 8 * scale} ${x} ${top}z`,
      tint(canvas, index % 2 ? second : first),
    )
  })
  const lounger = path(
    pathData`M${x + 22 * scale} ${base - 14 * scale}h${84 * scale}l${34 * scale} ${-26 * scale}l${7 * scale} ${8 * scale}l${-34 * scale} ${30 * scale}h${-91 * scale}z`,
    tint(canvas, second),
  )
  return (
    ellipse({ x: x + 14 * scale, y: base, radiusX: 92 * scale, radiusY: 9 * scale }, palette.ink, 0.18) +
    rect({ x: x - 3 * scale, y: top + 20 * scale, width: 6 * scale, height: 130 * scale }, tint(canvas, '#f4e6cc')) +
    lounger +
    slices +
    circle({ x, y: top, radius: 5 * scale }, tint(canvas, first))
  )
}

export function vespa(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const { palette } = canvas
  const paint = tint(canvas, canvas.random.pick(['#7fb8a8', '#d4574a', '#f3dfae', '#7aa6c9']))
  const wheel = (wheelX: number) =>
    circle({ x: wheelX, y: base - 16 * scale, radius: 16 * scale }, palette.ink) +
    circle({ x: wheelX, y: base - 16 * scale, radius: 7 * scale }, tint(canvas, '#e7dccb'))
  return (
    wheel(x - 42 * scale) +
    wheel(x + 44 * scale) +
    path(
      pathData`M${x - 66 * scale} ${base - 34 * scale}q${4 * scale} ${-34 * scale} ${44 * scale} ${-34 * scale}q${24 * scale} ${2 * scale} ${30 * scale} ${38 * scale}h${24 * scale}l${-4 * scale} ${-62 * scale}h${13 * scale}l${12 * scale} ${66 * scale}q${-6 * scale} ${12 * scale} ${-22 * scale} ${10 * scale}h${-60 * scale}q${-34 * scale} ${0} ${-37 * scale} ${-18 * scale}z`,
      paint,
    ) +
    rect(
      { x: x - 50 * scale, y: base - 80 * scale, width: 52 * scale, height: 12 * scale },
      mixColors(paint, palette.ink, 0.6),
      1,
      6 * scale,
    ) +
    stroke(pathData`M${x + 26 * scale} ${base - 96 * scale}h${24 * scale}`, palette.ink, 6 * scale) +
    circle({ x: x + 46 * scale, y: base - 88 * scale, radius: 8 * scale }, tint(canvas, '#fff0c4'))
  )
}

export const laundry = (canvas: Canvas, { from, to, y }: { from: number; to: number; y: number }): string =>
  stroke(pathData`M${from} ${y}Q${(from + to) / 2} ${y + 26} ${to} ${y}`, canvas.palette.ink, 2.5, 0.6) +
  repeat(6, (index) => {
    const share = (index + 0.7) / 6.6
    const hang = y + 4 * 26 * share * (1 - share) * 0.5
    return rect(
      {
        x: from + (to - from) * share - 13,
        y: hang,
        width: canvas.random.between(20, 34),
        height: canvas.random.between(30, 54),
      },
      tint(canvas, canvas.random.pick(['#fff6e6', '#e9c9bf', '#b9cfd9', '#f2d58f', '#d97a66'])),
      1,
      3,
    )
  })

export const strollers = (
  canvas: Canvas,
  { base, count, height }: { base: number; count: number; height: number },
): string =>
  repeat(count, (index) => {
    const x = ((index + canvas.random.between(0.15, 0.85)) * canvas.width) / count
    return (canvas.random.maybe(0.3) ? couple : passerBy)(canvas, {
      x,
      base: base + canvas.random.between(0, height * 0.3),
      height: height * canvas.random.between(0.9, 1.05),
    })
  })
