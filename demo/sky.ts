import { circle, d, repeat, mix, path, rect, stroke } from './shapes.ts'
import type { Stage } from './stage.ts'

export const drawSky = (stage: Stage): string =>
  [
    rect(0, 0, stage.width, stage.height, 'url(#sky)'),
    stage.hour.dark ? stars(stage) : '',
    drawLight(stage),
    clouds(stage),
    birds(stage),
  ].join('')

const stars = ({ width, horizon, chance }: Stage): string =>
  repeat(46, () =>
    circle(
      chance.between(0, width),
      chance.between(0, horizon * 0.72),
      chance.between(0.9, 2.4),
      '#fff6dc',
      chance.between(0.25, 0.85),
    ),
  )

function drawLight(stage: Stage): string {
  const { sun, hour, chance } = stage
  const halo = circle(sun.x, sun.y, sun.r * 2.5, hour.light, 0.1) + circle(sun.x, sun.y, sun.r * 1.7, hour.light, 0.16)
  const crescent = hour.dark && chance.maybe(0.5)
  return halo + (crescent ? moon(sun) : circle(sun.x, sun.y, sun.r, hour.light))
}

const moon = ({ x, y, r }: Stage['sun']): string =>
  path(d`M${x - r * 0.3} ${y - r}a${r} ${r} 0 1 1 0 ${r * 2}a${r * 1.25} ${r * 1.25} 0 0 0 0 ${-r * 2}z`, '#fdf3d0')

function clouds(stage: Stage): string {
  const { width, horizon, hour, chance } = stage
  const color = hour.dark ? hour.hills[0] : mix(hour.sky[2], '#ffffff', 0.35)
  return repeat(chance.whole(0, 4), () =>
    cloud(
      chance.between(-60, width - 120),
      chance.between(horizon * 0.1, horizon * 0.6),
      chance.between(0.7, 1.6),
      color,
      stage,
    ),
  )
}

const cloud = (x: number, y: number, size: number, color: string, { chance }: Stage): string =>
  repeat(3, (row) =>
    rect(
      x + chance.between(-30, 70) * size,
      y + row * 17 * size,
      chance.between(110, 230) * size,
      15 * size,
      color,
      0.3,
      7.5 * size,
    ),
  )

function birds({ width, horizon, hour, chance }: Stage): string {
  if (hour.dark || chance.maybe(0.4)) return ''
  const [x, y] = [chance.between(width * 0.15, width * 0.75), chance.between(horizon * 0.15, horizon * 0.45)]
  return repeat(chance.whole(3, 6), (index) => {
    const [at, up, wing] = [x + index * chance.between(24, 46), y + chance.between(-26, 26), chance.between(7, 12)]
    return stroke(
      d`M${at - wing} ${up - wing * 0.5}q${wing * 0.7} ${-wing * 0.1} ${wing} ${wing * 0.5}q${wing * 0.3} ${-wing * 0.6} ${wing} ${-wing * 0.5}`,
      hour.ink,
      2.6,
      0.6,
    )
  })
}
