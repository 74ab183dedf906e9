import type { AfloatPlacement, Canvas, Placement } from './canvas.ts'
import { tint } from './colors.ts'
import { circle, ellipse, mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'

/** Water from `top` down, with a faint reflection of the shore. */
export function water(canvas: Canvas, top: number, shore = ''): string {
  const { width, height } = canvas
  const mirror = shore ? `<g id="shore">${shore}</g>` : ''
  const reflection = shore ? `<use href="#shore" transform="translate(0 ${2 * top}) scale(1 -1)" opacity=".26"/>` : ''
  return (
    mirror +
    rect({ x: 0, y: top, width, height: height - top }, 'url(#water)') +
    reflection +
    sunPath(canvas, top) +
    glints(canvas, top)
  )
}

function sunPath({ sun, palette, random, height }: Canvas, top: number): string {
  return repeat(9, (index) => {
    const y = top + 8 + ((height - top) * index) / 10
    const length = sun.radius * (1.5 - index * 0.08) * random.between(0.5, 1.2)
    return rect(
      { x: sun.x - length / 2 + random.between(-14, 14), y, width: length, height: 5 },
      palette.light,
      0.5 - index * 0.035,
      2.5,
    )
  })
}

const glints = ({ width, height, palette, random }: Canvas, top: number): string =>
  repeat(20, (index) => {
    const depth = (index + 0.5) / 20
    return rect(
      {
        x: random.between(-20, width),
        y: top + 8 + (height - top - 12) * depth,
        width: random.between(40, 130) * (0.5 + depth),
        height: 4,
      },
      palette.light,
      random.between(0.12, 0.34),
      2,
    )
  })

const hulls = ['#d4574a', '#3f78a8', '#f2e3c4', '#4c9a8d', '#e7a04d', '#7a4d8c']

/** A gozzo, the small wooden boat of Italian harbours. */
export function rowingBoat(canvas: Canvas, { x, y, scale }: AfloatPlacement): string {
  const hull = tint(canvas, canvas.random.pick(hulls))
  const body = pathData`M${x - 62 * scale} ${y - 20 * scale}Q${x} ${y - 6 * scale} ${x + 66 * scale} ${y - 24 * scale}Q${x + 52 * scale} ${y + 12 * scale} ${x + 30 * scale} ${y + 12 * scale}H${x - 34 * scale}Q${x - 54 * scale} ${y + 10 * scale} ${x - 62 * scale} ${y - 20 * scale}z`
  return (
    wake(canvas, { x, y, scale }) +
    path(body, hull) +
    stroke(
      pathData`M${x - 60 * scale} ${y - 17 * scale}Q${x} ${y - 3 * scale} ${x + 64 * scale} ${y - 21 * scale}`,
      tint(canvas, '#fff0d0'),
      5 * scale,
    )
  )
}

export function sailingBoat(canvas: Canvas, { x, y, scale }: AfloatPlacement): string {
  const { palette } = canvas
  const sail = mixColors(tint(canvas, '#fff4de'), palette.tint, 0.1)
  const main = pathData`M${x + 4 * scale} ${y - 22 * scale}V${y - 150 * scale}Q${x + 66 * scale} ${y - 80 * scale} ${x + 72 * scale} ${y - 22 * scale}z`
  const jib = pathData`M${x - 6 * scale} ${y - 24 * scale}V${y - 132 * scale}Q${x - 38 * scale} ${y - 70 * scale} ${x - 52 * scale} ${y - 24 * scale}z`
  const body = pathData`M${x - 62 * scale} ${y - 16 * scale}H${x + 76 * scale}Q${x + 60 * scale} ${y + 12 * scale} ${x + 40 * scale} ${y + 12 * scale}H${x - 36 * scale}Q${x - 56 * scale} ${y + 8 * scale} ${x - 62 * scale} ${y - 16 * scale}z`
  return (
    wake(canvas, { x, y, scale }) +
    path(main, sail) +
    path(jib, sail, 0.8) +
    path(body, tint(canvas, canvas.random.pick(hulls)))
  )
}

export function gondola(canvas: Canvas, { x, y, scale }: AfloatPlacement): string {
  const { palette } = canvas
  const body = pathData`M${x - 130 * scale} ${y - 46 * scale}q2 ${-22 * scale} ${14 * scale} ${-24 * scale}q${-4 * scale} ${14 * scale} ${2 * scale} ${30 * scale}Q${x - 60 * scale} ${y - 4 * scale} ${x} ${y - 4 * scale}T${x + 120 * scale} ${y - 34 * scale}l${10 * scale} ${-10 * scale}Q${x + 100 * scale} ${y + 12 * scale} ${x + 40 * scale} ${y + 14 * scale}H${x - 40 * scale}Q${x - 104 * scale} ${y + 10 * scale} ${x - 130 * scale} ${y - 46 * scale}z`
  const rower =
    path(
      pathData`M${x + 62 * scale} ${y - 20 * scale}l${4 * scale} ${-44 * scale}h${16 * scale}l${6 * scale} ${44 * scale}z`,
      tint(canvas, '#f4e7d2'),
    ) +
    circle({ x: x + 74 * scale, y: y - 74 * scale, radius: 9 * scale }, tint(canvas, '#c98f6b')) +
    ellipse({ x: x + 74 * scale, y: y - 81 * scale, radiusX: 14 * scale, radiusY: 4 * scale }, tint(canvas, '#e8c77a'))
  const oar = stroke(
    pathData`M${x + 64 * scale} ${y - 54 * scale}L${x + 140 * scale} ${y + 14 * scale}`,
    palette.ink,
    4 * scale,
  )
  return (
    wake(canvas, { x, y, scale: scale * 1.6 }) +
    oar +
    rower +
    path(body, palette.ink) +
    rect(
      { x: x - 26 * scale, y: y - 18 * scale, width: 58 * scale, height: 16 * scale },
      tint(canvas, '#b8433f'),
      1,
      6 * scale,
    )
  )
}

export const ferry = (canvas: Canvas, { x, y, scale }: AfloatPlacement): string =>
  wake(canvas, { x, y, scale: scale * 1.7 }) +
  path(
    pathData`M${x - 120 * scale} ${y - 30 * scale}H${x + 128 * scale}L${x + 104 * scale} ${y + 12 * scale}H${x - 108 * scale}z`,
    tint(canvas, '#f3ead8'),
  ) +
  rect(
    { x: x - 92 * scale, y: y - 62 * scale, width: 164 * scale, height: 32 * scale },
    tint(canvas, '#fbf5e6'),
    1,
    6 * scale,
  ) +
  repeat(6, (index) =>
    rect(
      { x: x - 80 * scale + index * 25 * scale, y: y - 54 * scale, width: 15 * scale, height: 13 * scale },
      canvas.palette.isDark ? '#ffe39a' : canvas.palette.hills[2],
      0.8,
      3 * scale,
    ),
  ) +
  rect(
    { x: x - 20 * scale, y: y - 88 * scale, width: 30 * scale, height: 26 * scale },
    tint(canvas, '#d4574a'),
    1,
    4 * scale,
  )

const wake = ({ palette }: Canvas, { x, y, scale }: AfloatPlacement): string =>
  ellipse({ x, y: y + 13 * scale, radiusX: 76 * scale, radiusY: 5 * scale }, palette.ink, 0.22)

/** The striped poles to which Venice ties its boats. */
export const mooringPoles = (canvas: Canvas, { x, base, height }: Placement): string =>
  repeat(canvas.random.integer(2, 4), (index) => {
    const poleX = x + index * 34
    const top = base - height * canvas.random.between(0.75, 1)
    const bands = repeat(4, (band) =>
      rect(
        { x: poleX, y: top + 12 + (band * (base - top)) / 4, width: 12, height: (base - top) / 9 },
        tint(canvas, '#c4483f'),
      ),
    )
    return rect({ x: poleX, y: top, width: 12, height: base - top }, tint(canvas, '#f4e6cc'), 1, 6) + bands
  })
