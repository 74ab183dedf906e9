import { createRandom } from '#demo/random.ts'
import type { Canvas } from './canvas.ts'
import { type PaletteName, paletteNames, palettes } from './palettes.ts'
import { type SceneName, sceneNames, scenes } from './scenes.ts'
import { svgDocument, verticalGradient } from './shapes.ts'
import { drawSky } from './sky.ts'

export type Format = 'landscape' | 'square' | 'portrait' | 'tall'

export type Postcard = { seed: number | string; scene?: SceneName; palette?: PaletteName; format?: Format }
const sizes = {
  landscape: { width: 1200, height: 920 },
  square: { width: 1080, height: 1080 },
  portrait: { width: 960, height: 1200 },
  tall: { width: 1080, height: 1920 },
} as const

/** The formats of a postcard without one; landscape is three times as likely as the others. */
const defaultFormats = ['landscape', 'landscape', 'landscape', 'square', 'portrait'] as const

/** Draws a view of somewhere in Italy; the same options give the same picture. */
export function drawPostcard(options: Postcard): string {
  const random = createRandom(options.seed)
  const scene = scenes[options.scene ?? random.pick(sceneNames)]
  const palette = palettes[options.palette ?? random.pick(paletteNames)]
  const { width, height } = sizes[options.format ?? random.pick(defaultFormats)]
  const horizon = Math.round(height * scene.horizon)
  const left = random.maybe(0.5)
  const sun = {
    x: width * (left ? random.between(0.14, 0.36) : random.between(0.64, 0.86)),
    y: horizon * random.between(0.2, 0.52),
    radius: random.between(54, 92) * (palette.isDark ? 0.7 : 1),
  }
  const canvas: Canvas = { width, height, horizon, palette, random, sun }
  const skyGradient = verticalGradient('sky', [
    [0, palette.sky[0]],
    [scene.horizon * 0.62, palette.sky[1]],
    [scene.horizon, palette.sky[2]],
  ])
  const waterGradient = verticalGradient('water', [
    [0, palette.water[0]],
    [1, palette.water[1]],
  ])
  return svgDocument({
    width,
    height,
    gradients: skyGradient + waterGradient,
    content: drawSky(canvas) + scene.draw(canvas),
  })
}
