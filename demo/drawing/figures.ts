import { circle, pathData, ellipse, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { tint, type Canvas } from './canvas.ts'

const coats = ['#c8453c', '#6a3ee8', '#2f7d8a', '#e79a3c', '#3d4f8a', '#f0e2c8', '#8a4a6f', '#4d7d54', '#f26a2e']
const skins = ['#f0c39c', '#d9a07a', '#b97a55', '#8a5638', '#f5d2b3']
const hairs = ['#3a2620', '#5d3a26', '#1f1a22', '#a8703f', '#cdb9a8']

/** Somebody seen from afar, who might recognise herself. */
export function passerBy(canvas: Canvas, x: number, foot: number, tall: number): string {
  const { random, palette } = canvas
  const coat = tint(canvas, random.pick(coats))
  const w = tall * 0.26
  const skirt = random.maybe(0.4)
  const shoulders = foot - tall * 0.8
  const body = skirt
    ? pathData`M${x - w * 0.4} ${shoulders}h${w * 0.8}l${w * 0.34} ${tall * 0.52}h${-w * 1.48}z`
    : pathData`M${x - w * 0.5} ${shoulders + w * 0.3}q0 ${-w * 0.4} ${w * 0.5} ${-w * 0.4}t${w * 0.5} ${w * 0.4}v${tall * 0.38}h${-w}z`
  const legs = mixColors(tint(canvas, random.pick(['#3b3a5c', '#5a4636', '#2f3f58'])), palette.ink, 0.3)
  return (
    ellipse(x, foot, w * 0.9, tall * 0.03, palette.ink, 0.22) +
    stroke(
      pathData`M${x - w * 0.2} ${foot - tall * 0.36}V${foot - 2}M${x + w * 0.2} ${foot - tall * 0.36}l${w * 0.16} ${tall * 0.36 - 2}`,
      legs,
      w * 0.27,
    ) +
    path(body, coat) +
    circle(x, foot - tall * 0.89, tall * 0.085, tint(canvas, random.pick(skins))) +
    path(
      pathData`M${x - tall * 0.09} ${foot - tall * 0.88}a${tall * 0.09} ${tall * 0.09} 0 0 1 ${tall * 0.18} 0q${-tall * 0.06} ${-tall * 0.05} ${-tall * 0.18} 0z`,
      tint(canvas, random.pick(hairs)),
    )
  )
}

export const couple = (canvas: Canvas, x: number, foot: number, tall: number): string =>
  passerBy(canvas, x, foot, tall) + passerBy(canvas, x + tall * 0.3, foot, tall * canvas.random.between(0.9, 1.06))

/** Two people on a bench, seen from behind. */
export function bench(canvas: Canvas, x: number, foot: number, size: number): string {
  const { palette, random } = canvas
  const wood = mixColors(tint(canvas, '#8a5a3c'), palette.ink, 0.2)
  const sitter = (at: number) =>
    rect(at - 15 * size, foot - 84 * size, 30 * size, 50 * size, tint(canvas, random.pick(coats)), 1, 13 * size) +
    circle(at, foot - 96 * size, 13 * size, tint(canvas, random.pick(hairs)))
  const people = random.maybe(0.75) ? sitter(x - 20 * size) + sitter(x + 16 * size) : ''
  return (
    people +
    rect(x - 78 * size, foot - 62 * size, 156 * size, 9 * size, wood, 1, 3) +
    rect(x - 78 * size, foot - 46 * size, 156 * size, 9 * size, wood, 1, 3) +
    rect(x - 82 * size, foot - 32 * size, 164 * size, 9 * size, wood, 1, 3) +
    rect(x - 66 * size, foot - 26 * size, 8 * size, 26 * size, palette.ink) +
    rect(x + 58 * size, foot - 26 * size, 8 * size, 26 * size, palette.ink)
  )
}

export function parasol(canvas: Canvas, x: number, foot: number, size: number): string {
  const { palette, random } = canvas
  const [first, second] = random.pick([
    ['#d4574a', '#fff3dc'],
    ['#3f78a8', '#fdf1d8'],
    ['#e7a04d', '#fff6e2'],
    ['#4c9a8d', '#fdf1d8'],
    ['#6a3ee8', '#f4e9ff'],
  ] as const)
  const top = foot - 150 * size
  const slices = repeat(4, (index) => {
    const [from, to] = [-80 + index * 40, -40 + index * 40]
    return path(
      pathData`M${x} ${top}Q${x + from * 0.9 * size} ${top + 8 * size} ${x + from * size} ${top + 52 * size}q${20 * size} ${-10 * size} ${(to - from) * size} 0Q${x + to * 0.9 * size} ${top + 8 * size} ${x} ${top}z`,
      tint(canvas, index % 2 ? second : first),
    )
  })
  const lounger = path(
    pathData`M${x + 22 * size} ${foot - 14 * size}h${84 * size}l${34 * size} ${-26 * size}l${7 * size} ${8 * size}l${-34 * size} ${30 * size}h${-91 * size}z`,
    tint(canvas, second),
  )
  return (
    ellipse(x + 14 * size, foot, 92 * size, 9 * size, palette.ink, 0.18) +
    rect(x - 3 * size, top + 20 * size, 6 * size, 130 * size, tint(canvas, '#f4e6cc')) +
    lounger +
    slices +
    circle(x, top, 5 * size, tint(canvas, first))
  )
}

export function vespa(canvas: Canvas, x: number, foot: number, size: number): string {
  const { palette } = canvas
  const paint = tint(canvas, canvas.random.pick(['#7fb8a8', '#d4574a', '#f3dfae', '#7aa6c9']))
  const wheel = (at: number) =>
    circle(at, foot - 16 * size, 16 * size, palette.ink) +
    circle(at, foot - 16 * size, 7 * size, tint(canvas, '#e7dccb'))
  return (
    wheel(x - 42 * size) +
    wheel(x + 44 * size) +
    path(
      pathData`M${x - 66 * size} ${foot - 34 * size}q${4 * size} ${-34 * size} ${44 * size} ${-34 * size}q${24 * size} ${2 * size} ${30 * size} ${38 * size}h${24 * size}l${-4 * size} ${-62 * size}h${13 * size}l${12 * size} ${66 * size}q${-6 * size} ${12 * size} ${-22 * size} ${10 * size}h${-60 * size}q${-34 * size} ${0} ${-37 * size} ${-18 * size}z`,
      paint,
    ) +
    rect(x - 50 * size, foot - 80 * size, 52 * size, 12 * size, mixColors(paint, palette.ink, 0.6), 1, 6 * size) +
    stroke(pathData`M${x + 26 * size} ${foot - 96 * size}h${24 * size}`, palette.ink, 6 * size) +
    circle(x + 46 * size, foot - 88 * size, 8 * size, tint(canvas, '#fff0c4'))
  )
}

export const laundry = (canvas: Canvas, from: number, to: number, y: number): string =>
  stroke(pathData`M${from} ${y}Q${(from + to) / 2} ${y + 26} ${to} ${y}`, canvas.palette.ink, 2.5, 0.6) +
  repeat(6, (index) => {
    const at = (index + 0.7) / 6.6
    const hang = y + 4 * 26 * at * (1 - at) * 0.5
    return rect(
      from + (to - from) * at - 13,
      hang,
      canvas.random.between(20, 34),
      canvas.random.between(30, 54),
      tint(canvas, canvas.random.pick(['#fff6e6', '#e9c9bf', '#b9cfd9', '#f2d58f', '#d97a66'])),
      1,
      3,
    )
  })
