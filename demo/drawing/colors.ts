import type { Canvas } from './canvas.ts'
import { mixColors } from './shapes.ts'

/** Tints a daylight colour for the time of day. */
export const tint = ({ palette }: Canvas, color: string): string => mixColors(color, palette.tint, palette.tintShare)

/** Fades a colour towards that of the hills. @param distance 0 to 1. */
export const fade = (canvas: Canvas, color: string, distance: number): string =>
  mixColors(tint(canvas, color), canvas.palette.hills[0], distance)

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
