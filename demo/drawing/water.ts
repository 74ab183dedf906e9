import { circle, pathData, ellipse, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { tint, type Canvas } from './canvas.ts'

/** Water from `top` down; what stands on the shore is drawn again in it, upside down and fainter. */
export function water(canvas: Canvas, top: number, shore = ''): string {
  const { width, height } = canvas
  const mirror = shore ? `<g id="shore">${shore}</g>` : ''
  const reflection = shore ? `<use href="#shore" transform="translate(0 ${2 * top}) scale(1 -1)" opacity=".26"/>` : ''
  return (
    mirror + rect(0, top, width, height - top, 'url(#water)') + reflection + sunPath(canvas, top) + glints(canvas, top)
  )
}

function sunPath({ sun, palette, random, height }: Canvas, top: number): string {
  return repeat(9, (index) => {
    const y = top + 8 + ((height - top) * index) / 10
    const long = sun.r * (1.5 - index * 0.08) * random.between(0.5, 1.2)
    return rect(sun.x - long / 2 + random.between(-14, 14), y, long, 5, palette.light, 0.5 - index * 0.035, 2.5)
  })
}

const glints = ({ width, height, palette, random }: Canvas, top: number): string =>
  repeat(20, (index) => {
    const depth = (index + 0.5) / 20
    return rect(
      random.between(-20, width),
      top + 8 + (height - top - 12) * depth,
      random.between(40, 130) * (0.5 + depth),
      4,
      palette.light,
      random.between(0.12, 0.34),
      2,
    )
  })

const hulls = ['#d4574a', '#3f78a8', '#f2e3c4', '#4c9a8d', '#e7a04d', '#7a4d8c']

/** The gozzo that every harbour has. */
export function rowingBoat(canvas: Canvas, x: number, y: number, size: number): string {
  const hull = tint(canvas, canvas.random.pick(hulls))
  const body = pathData`M${x - 62 * size} ${y - 20 * size}Q${x} ${y - 6 * size} ${x + 66 * size} ${y - 24 * size}Q${x + 52 * size} ${y + 12 * size} ${x + 30 * size} ${y + 12 * size}H${x - 34 * size}Q${x - 54 * size} ${y + 10 * size} ${x - 62 * size} ${y - 20 * size}z`
  return (
    wake(canvas, x, y, size) +
    path(body, hull) +
    stroke(
      pathData`M${x - 60 * size} ${y - 17 * size}Q${x} ${y - 3 * size} ${x + 64 * size} ${y - 21 * size}`,
      tint(canvas, '#fff0d0'),
      5 * size,
    )
  )
}

export function sailingBoat(canvas: Canvas, x: number, y: number, size: number): string {
  const { palette } = canvas
  const sail = mixColors(tint(canvas, '#fff4de'), palette.tint, 0.1)
  const main = pathData`M${x + 4 * size} ${y - 22 * size}V${y - 150 * size}Q${x + 66 * size} ${y - 80 * size} ${x + 72 * size} ${y - 22 * size}z`
  const jib = pathData`M${x - 6 * size} ${y - 24 * size}V${y - 132 * size}Q${x - 38 * size} ${y - 70 * size} ${x - 52 * size} ${y - 24 * size}z`
  const body = pathData`M${x - 62 * size} ${y - 16 * size}H${x + 76 * size}Q${x + 60 * size} ${y + 12 * size} ${x + 40 * size} ${y + 12 * size}H${x - 36 * size}Q${x - 56 * size} ${y + 8 * size} ${x - 62 * size} ${y - 16 * size}z`
  return (
    wake(canvas, x, y, size) +
    path(main, sail) +
    path(jib, sail, 0.8) +
    path(body, tint(canvas, canvas.random.pick(hulls)))
  )
}

export function gondola(canvas: Canvas, x: number, y: number, size: number): string {
  const { palette } = canvas
  const body = pathData`M${x - 130 * size} ${y - 46 * size}q2 ${-22 * size} ${14 * size} ${-24 * size}q${-4 * size} ${14 * size} ${2 * size} ${30 * size}Q${x - 60 * size} ${y - 4 * size} ${x} ${y - 4 * size}T${x + 120 * size} ${y - 34 * size}l${10 * size} ${-10 * size}Q${x + 100 * size} ${y + 12 * size} ${x + 40 * size} ${y + 14 * size}H${x - 40 * size}Q${x - 104 * size} ${y + 10 * size} ${x - 130 * size} ${y - 46 * size}z`
  const rower =
    path(
      pathData`M${x + 62 * size} ${y - 20 * size}l${4 * size} ${-44 * size}h${16 * size}l${6 * size} ${44 * size}z`,
      tint(canvas, '#f4e7d2'),
    ) +
    circle(x + 74 * size, y - 74 * size, 9 * size, tint(canvas, '#c98f6b')) +
    ellipse(x + 74 * size, y - 81 * size, 14 * size, 4 * size, tint(canvas, '#e8c77a'))
  const oar = stroke(
    pathData`M${x + 64 * size} ${y - 54 * size}L${x + 140 * size} ${y + 14 * size}`,
    palette.ink,
    4 * size,
  )
  return (
    wake(canvas, x, y, size * 1.6) +
    oar +
    rower +
    path(body, palette.ink) +
    rect(x - 26 * size, y - 18 * size, 58 * size, 16 * size, tint(canvas, '#b8433f'), 1, 6 * size)
  )
}

export const ferry = (canvas: Canvas, x: number, y: number, size: number): string =>
  wake(canvas, x, y, size * 1.7) +
  path(
    pathData`M${x - 120 * size} ${y - 30 * size}H${x + 128 * size}L${x + 104 * size} ${y + 12 * size}H${x - 108 * size}z`,
    tint(canvas, '#f3ead8'),
  ) +
  rect(x - 92 * size, y - 62 * size, 164 * size, 32 * size, tint(canvas, '#fbf5e6'), 1, 6 * size) +
  repeat(6, (index) =>
    rect(
      x - 80 * size + index * 25 * size,
      y - 54 * size,
      15 * size,
      13 * size,
      canvas.palette.isDark ? '#ffe39a' : canvas.palette.hills[2],
      0.8,
      3 * size,
    ),
  ) +
  rect(x - 20 * size, y - 88 * size, 30 * size, 26 * size, tint(canvas, '#d4574a'), 1, 4 * size)

const wake = ({ palette }: Canvas, x: number, y: number, size: number): string =>
  ellipse(x, y + 13 * size, 76 * size, 5 * size, palette.ink, 0.22)

/** The striped poles to which Venice ties its boats. */
export const mooringPoles = (canvas: Canvas, x: number, foot: number, tall: number): string =>
  repeat(canvas.random.integer(2, 4), (index) => {
    const [at, top] = [x + index * 34, foot - tall * canvas.random.between(0.75, 1)]
    const bands = repeat(4, (band) =>
      rect(at, top + 12 + (band * (foot - top)) / 4, 12, (foot - top) / 9, tint(canvas, '#c4483f')),
    )
    return rect(at, top, 12, foot - top, tint(canvas, '#f4e6cc'), 1, 6) + bands
  })
