/** Its upper left corner and size. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** A rectangle that stands on `base`, with its left side at `x`. */
export type Block = { x: number; base: number; width: number; height: number }

/** Its centre and radius. */
export type Circle = { x: number; y: number; radius: number }

export type Ellipse = { x: number; y: number; radiusX: number; radiusY: number }

/** Shortens the SVG; a tenth of a pixel is not visible. */
const roundToTenth = (value: number): number => Math.round(value * 10) / 10

type Drawing = { width: number; height: number; gradients: string; content: string }

export const svgDocument = ({ width, height, gradients, content }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<defs>${gradients}</defs>${content}</svg>`

/** Joins numbers and commands into path data (the attribute `d`). */
export const pathData = (strings: TemplateStringsArray, ...values: number[]): string =>
  strings.reduce((path, text, index) => `${path}${index ? roundToTenth(values[index - 1] ?? 0) : ''}${text}`, '')

type Attributes = Record<string, string | number>

const element = (name: string, attributes: Attributes): string => {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? roundToTenth(value) : value}"`,
  )
  return `<${name}${written.join('')}/>`
}

/** Not `opacity`: on a single shape it looks the same, but the rasteriser would compose a layer of picture size. */
const opacityAttribute = (opacity: number, paint: 'fill' | 'stroke' = 'fill'): Attributes =>
  opacity === 1 ? {} : { [`${paint}-opacity`]: String(Math.round(opacity * 100) / 100) }

export const path = (data: string, fill: string, opacity = 1): string =>
  data ? element('path', { d: data, fill, ...opacityAttribute(opacity) }) : ''

export const stroke = (data: string, color: string, width: number, opacity = 1): string =>
  element('path', {
    d: data,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...opacityAttribute(opacity, 'stroke'),
  })

export const rect = (rectangle: Rectangle, fill: string, opacity = 1, cornerRadius = 0): string => {
  const { x, y, width, height } = rectangle
  const corners = cornerRadius ? { rx: cornerRadius } : {}
  return element('rect', { x, y, width, height, fill, ...corners, ...opacityAttribute(opacity) })
}

export const circle = ({ x, y, radius }: Circle, fill: string, opacity = 1): string =>
  element('circle', { cx: x, cy: y, r: radius, fill, ...opacityAttribute(opacity) })

export const ellipse = ({ x, y, radiusX, radiusY }: Ellipse, fill: string, opacity = 1): string =>
  element('ellipse', { cx: x, cy: y, rx: radiusX, ry: radiusY, fill, ...opacityAttribute(opacity) })

export const box = ({ x, y, width, height }: Rectangle): string => pathData`M${x} ${y}h${width}v${height}h${-width}z`

/** An opening with a round top. */
export const arch = ({ x, base, width, height }: Block): string =>
  pathData`M${x} ${base}v${-(height - width / 2)}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${height - width / 2}z`

/** An opening with a pointed top, as along the Grand Canal. */
export const pointedArch = ({ x, base, width, height }: Block): string =>
  pathData`M${x} ${base}v${-(height - width * 0.8)}q0 ${-width * 0.45} ${width / 2} ${-width * 0.8}q${width / 2} ${width * 0.35} ${width / 2} ${width * 0.8}v${height - width * 0.8}z`

export const verticalGradient = (id: string, stops: readonly [offset: number, color: string][]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, count) }, (_, index) => draw(index)).join('')

export function mixColors(from: string, to: string, amount: number): string {
  const channel = (color: string, start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  const blended = [1, 3, 5].map((start) =>
    Math.round(channel(from, start) + (channel(to, start) - channel(from, start)) * amount),
  )
  return `#${blended.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
