import type { Random } from '#demo/random.ts'
import type { Palette } from './palettes.ts'
import { mixColors } from './shapes.ts'

/** The context of all drawing functions: size, time of day and random generator of one picture. */
export type Canvas = {
  width: number
  height: number
  /** The y coordinate where the sky ends. */
  horizon: number
  palette: Palette
  random: Random
  sun: { x: number; y: number; radius: number }
}

/** Where something stands: its middle, the ground under it, its height; how far away it fades into the haze, 0 to 1. */
export type Placement = { x: number; base: number; height: number; distance?: number }

/** The same for what is drawn in its own proportions: 1 is its natural size in the foreground. */
export type ScaledPlacement = { x: number; base: number; scale: number }

/** Where a boat floats: its middle and the waterline. */
export type AfloatPlacement = { x: number; y: number; scale: number }

/** Tints a daylight colour for the time of day. */
export const tint = ({ palette }: Canvas, color: string): string => mixColors(color, palette.tint, palette.tintShare)

/** Fades a colour towards that of the hills. @param distance 0 to 1. */
export const fade = (canvas: Canvas, color: string, distance: number): string =>
  mixColors(tint(canvas, color), canvas.palette.hills[0], distance)

/** Returns the side in the shade: 1 is right. */
export const shadeSide = ({ sun }: Canvas, x: number): 1 | -1 => (x > sun.x ? 1 : -1)

export const foliageColor = (canvas: Canvas, color = '#4d7d54'): string =>
  mixColors(tint(canvas, color), canvas.palette.hills[2], canvas.palette.isDark ? 0.35 : 0.22)

export const wallColors = [
  '#f3c98b',
  '#e9a15f',
  '#f6dcae',
  '#dd7f5a',
  '#f0b97c',
  '#efd3a0',
  '#e7a06b',
  '#f4cf98',
  '#e58f74',
  '#f2b8a0',
  '#d9c3a0',
  '#e8c17d',
  '#cf6f55',
  '#f7e6c4',
]
export const stoneColor = '#f3e0bd'
export const brickColor = '#c9714f'
export const roofColors = ['#c8553d', '#b94e3b', '#d0664a', '#a94a3c']
export const glassColor = '#5a4030'
export const lampColor = '#ffe39a'
