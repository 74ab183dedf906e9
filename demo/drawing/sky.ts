import { circle, pathData, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import type { Canvas } from './canvas.ts'

export const drawSky = (canvas: Canvas): string =>
  [
    rect(0, 0, canvas.width, canvas.height, 'url(#sky)'),
    canvas.palette.isDark ? stars(canvas) : '',
    drawLight(canvas),
    clouds(canvas),
    birds(canvas),
  ].join('')

const stars = ({ width, horizon, random }: Canvas): string =>
  repeat(46, () =>
    circle(
      random.between(0, width),
      random.between(0, horizon * 0.72),
      random.between(0.9, 2.4),
      '#fff6dc',
      random.between(0.25, 0.85),
    ),
  )

function drawLight(canvas: Canvas): string {
  const { sun, palette, random } = canvas
  const halo =
    circle(sun.x, sun.y, sun.r * 2.5, palette.light, 0.1) + circle(sun.x, sun.y, sun.r * 1.7, palette.light, 0.16)
  const crescent = palette.isDark && random.maybe(0.5)
  return halo + (crescent ? moon(sun) : circle(sun.x, sun.y, sun.r, palette.light))
}

const moon = ({ x, y, r }: Canvas['sun']): string =>
  path(
    pathData`M${x - r * 0.3} ${y - r}a${r} ${r} 0 1 1 0 ${r * 2}a${r * 1.25} ${r * 1.25} 0 0 0 0 ${-r * 2}z`,
    '#fdf3d0',
  )

function clouds(canvas: Canvas): string {
  const { width, horizon, palette, random } = canvas
  const color = palette.isDark ? palette.hills[0] : mixColors(palette.sky[2], '#ffffff', 0.35)
  return repeat(random.integer(0, 4), () =>
    cloud(
      random.between(-60, width - 120),
      random.between(horizon * 0.1, horizon * 0.6),
      random.between(0.7, 1.6),
      color,
      canvas,
    ),
  )
}

const cloud = (x: number, y: number, size: number, color: string, { random }: Canvas): string =>
  repeat(3, (row) =>
    rect(
      x + random.between(-30, 70) * size,
      y + row * 17 * size,
      random.between(110, 230) * size,
      15 * size,
      color,
      0.3,
      7.5 * size,
    ),
  )

function birds({ width, horizon, palette, random }: Canvas): string {
  if (palette.isDark || random.maybe(0.4)) return ''
  const [x, y] = [random.between(width * 0.15, width * 0.75), random.between(horizon * 0.15, horizon * 0.45)]
  return repeat(random.integer(3, 6), (index) => {
    const [at, up, wing] = [x + index * random.between(24, 46), y + random.between(-26, 26), random.between(7, 12)]
    return stroke(
      pathData`M${at - wing} ${up - wing * 0.5}q${wing * 0.7} ${-wing * 0.1} ${wing} ${wing * 0.5}q${wing * 0.3} ${-wing * 0.6} ${wing} ${-wing * 0.5}`,
      palette.ink,
      2.6,
      0.6,
    )
  })
}
