/** Its upper left corner and size. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** A rectangle that stands on `base`, with its left side at `x`. */
export type Block = { x: number; base: number; width: number; height: number }

/** Its centre and radius. */
export type Circle = { x: number; y: number; radius: number }

export type Ellipse = { x: number; y: number; radiusX: number; radiusY: number }

const roundToTenth = (value: number): number => Math.round(value * 10) / 10

/** Joins numbers and commands into path data. Numbers are rounded, to keep the SVG small. */
export const pathData = (strings: TemplateStringsArray, ...values: number[]): string =>
  strings.reduce((path, text, index) => `${path}${index ? roundToTenth(values[index - 1] ?? 0) : ''}${text}`, '')

/** Not `opacity`: on a single shape it looks the same, but the rasteriser would compose a layer of picture size. */
const opacityAttribute = (opacity: number, paint: 'fill' | 'stroke' = 'fill') =>
  opacity === 1 ? '' : ` ${paint}-opacity="${Math.round(opacity * 100) / 100}"`

export const path = (data: string, fill: string, opacity = 1): string =>
  data ? `<path d="${data}" fill="${fill}"${opacityAttribute(opacity)}/>` : ''

export const stroke = (data: string, color: string, width: number, opacity = 1): string =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${roundToTenth(width)}" stroke-linecap="round" stroke-linejoin="round"${opacityAttribute(opacity, 'stroke')}/>`

export const rect = ({ x, y, width, height }: Rectangle, fill: string, opacity = 1, round = 0): string =>
  `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}" fill="${fill}"${round ? ` rx="${roundToTenth(round)}"` : ''}${opacityAttribute(opacity)}/>`

export const circle = ({ x, y, radius }: Circle, fill: string, opacity = 1): string =>
  `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="${fill}"${opacityAttribute(opacity)}/>`

export const ellipse = ({ x, y, radiusX, radiusY }: Ellipse, fill: string, opacity = 1): string =>
  `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" rx="${roundToTenth(radiusX)}" ry="${roundToTenth(radiusY)}" fill="${fill}"${opacityAttribute(opacity)}/>`

export const box = ({ x, y, width, height }: Rectangle): string => pathData`M${x} ${y}h${width}v${height}h${-width}z`

/** An opening with a round top. */
export const arch = ({ x, base, width, height }: Block): string =>
  pathData`M${x} ${base}v${-(height - width / 2)}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}z`

/** The same with a pointed top, as along the Grand Canal. */
export const pointedArch = ({ x, base, width, height }: Block): string =>
  pathData`M${x} ${base}v${-(height - width * 0.8)}q0 ${-width * 0.45} ${width / 2} ${-width * 0.8}q${width / 2} ${width * 0.35} ${width / 2} ${width * 0.8}v${height - width * 0.8}z`

export const verticalGradient = (id: string, stops: readonly [offset: number, color: string][]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, count) }, (_, index) => draw(index)).join('')

export function mixColors(from: string, to: string, amount: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const blended = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * amount))
  return `#${blended.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
