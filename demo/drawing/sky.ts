import type { Canvas } from './canvas.ts'
import { circle, mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'

export const drawSky = (canvas: Canvas): string =>
  [
    rect({ x: 0, y: 0, width: canvas.width, height: canvas.height }, 'url(#sky)'),
    canvas.palette.isDark ? stars(canvas) : '',
    drawLight(canvas),
    clouds(canvas),
    birds(canvas),
  ].join('')

const stars = ({ width, horizon, random }: Canvas): string =>
  repeat(46, () =>
    circle(
      { x: random.between(0, width), y: random.between(0, horizon * 0.72), radius: random.between(0.9, 2.4) },
      '#fff6dc',
      random.between(0.25, 0.85),
    ),
  )

function drawLight(canvas: Canvas): string {
  const { sun, palette, random } = canvas
  const halo =
    circle({ x: sun.x, y: sun.y, radius: sun.radius * 2.5 }, palette.light, 0.1) +
    circle({ x: sun.x, y: sun.y, radius: sun.radius * 1.7 }, palette.light, 0.16)
  const crescent = palette.isDark && random.maybe(0.5)
  return halo + (crescent ? moon(sun) : circle({ x: sun.x, y: sun.y, radius: sun.radius }, palette.light))
}

const moon = ({ x, y, radius }: Canvas['sun']): string =>
  path(
    pathData`M${x - radius * 0.3} ${y - radius}a${radius} ${radius} 0 1 1 0 ${radius * 2}a${radius * 1.25} ${radius * 1.25} 0 0 0 0 ${-radius * 2}z`,
    '#fdf3d0',
  )

function clouds(canvas: Canvas): string {
  const { width, horizon, palette, random } = canvas
  const color = palette.isDark ? palette.hills[0] : mixColors(palette.sky[2], '#ffffff', 0.35)
  return repeat(random.integer(0, 4), () => {
    const x = random.between(-60, width - 120)
    const y = random.between(horizon * 0.1, horizon * 0.6)
    return cloud(canvas, { x, y, scale: random.between(0.7, 1.6) }, color)
  })
}

type CloudPlacement = { x: number; y: number; scale: number }

const cloud = ({ random }: Canvas, { x, y, scale }: CloudPlacement, color: string): string =>
  repeat(3, (row) =>
    rect(
      {
        x: x + random.between(-30, 70) * scale,
        y: y + row * 17 * scale,
        width: random.between(110, 230) * scale,
        height: 15 * scale,
      },
      color,
      0.3,
      7.5 * scale,
    ),
  )

function birds({ width, horizon, palette, random }: Canvas): string {
  if (palette.isDark || random.maybe(0.4)) return ''
  const flockX = random.between(width * 0.15, width * 0.75)
  const flockY = random.between(horizon * 0.15, horizon * 0.45)
  return repeat(random.integer(3, 6), (index) => {
    const x = flockX + index * random.between(24, 46)
    const y = flockY + random.between(-26, 26)
    const wing = random.between(7, 12)
    return stroke(
      pathData`M${x - wing} ${y - wing * 0.5}q${wing * 0.7} ${-wing * 0.1} ${wing} ${wing * 0.5}q${wing * 0.3} ${-wing * 0.6} ${wing} ${-wing * 0.5}`,
      palette.ink,
      2.6,
      0.6,
    )
  })
}
