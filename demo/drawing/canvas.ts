import type { Random } from '#demo/random.ts'
import type { Palette } from './palettes.ts'

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

/**
 * The position of an object: its middle, the ground under it, its height, and how far it fades into the haze (0 to 1).
 */
export type Placement = { x: number; base: number; height: number; distance?: number }

/** The same for what is drawn in its own proportions: 1 is its natural size in the foreground. */
export type ScaledPlacement = { x: number; base: number; scale: number }

/** The position of a boat: its middle and the waterline. */
export type AfloatPlacement = { x: number; y: number; scale: number }

/** Returns the side in the shade: 1 is right. */
export const shadeSide = ({ sun }: Canvas, x: number): 1 | -1 => (x > sun.x ? 1 : -1)
