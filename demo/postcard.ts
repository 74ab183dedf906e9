import { chanceFrom } from './chance.ts'
import { type HourName, hourNames, hours } from './hours.ts'
import { type SceneName, sceneNames, scenes } from './scenes.ts'
import { verticalGradient } from './shapes.ts'
import { drawSky } from './sky.ts'
import type { Stage } from './stage.ts'

export type Shape = 'landscape' | 'square' | 'portrait' | 'tall'
export type Postcard = { seed: number | string; scene?: SceneName; hour?: HourName; shape?: Shape }

const sizes = { landscape: [1200, 920], square: [1080, 1080], portrait: [960, 1200], tall: [1080, 1920] } as const

/** Draws a view of somewhere in Italy; the same options give the same picture. */
export function postcard(options: Postcard): string {
  const chance = chanceFrom(options.seed)
  const scene = scenes[options.scene ?? chance.pick(sceneNames)]
  const hour = hours[options.hour ?? chance.pick(hourNames)]
  const [width, height] =
    sizes[options.shape ?? chance.pick(['landscape', 'landscape', 'landscape', 'square', 'portrait'] as const)]
  const horizon = Math.round(height * scene.horizon)
  const left = chance.maybe(0.5)
  const sun = {
    x: width * (left ? chance.between(0.14, 0.36) : chance.between(0.64, 0.86)),
    y: horizon * chance.between(0.2, 0.52),
    r: chance.between(54, 92) * (hour.dark ? 0.7 : 1),
  }
  const stage: Stage = { width, height, horizon, hour, chance, sun }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>` +
    verticalGradient('sky', [
      [0, hour.sky[0]],
      [scene.horizon * 0.62, hour.sky[1]],
      [scene.horizon, hour.sky[2]],
    ]) +
    verticalGradient('water', [
      [0, hour.water[0]],
      [1, hour.water[1]],
    ]) +
    `</defs>${drawSky(stage)}${scene.draw(stage)}</svg>`
  )
}
