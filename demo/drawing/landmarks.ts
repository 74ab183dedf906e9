import { arch, box, circle, pathData, ellipse, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { brickColor, glassColor, fade, lampColor, tint, shadeSide, type Canvas, stoneColor, roofColors } from './canvas.ts'

/** Where a drawn landmark stands: its middle, its foot, its height. */
export type Spot = { x: number; base: number; tall: number; distance?: number }

const shade = (canvas: Canvas, x: number, top: number, w: number, h: number): string =>
  rect(shadeSide(canvas, x + w / 2) > 0 ? x + w * 0.7 : x, top, w * 0.3, h, canvas.palette.ink, 0.11)

const opening = (canvas: Canvas): string => (canvas.random.maybe(canvas.palette.litWindowsShare) ? lampColor : tint(canvas, glassColor))

export function campanile(canvas: Canvas, { x, base, tall, distance = 0 }: Spot): string {
  const w = tall * 0.16
  const [left, top] = [x - w / 2, base - tall * 0.8]
  const wall = fade(canvas, canvas.random.pick([stoneColor, '#f7e3bd', brickColor, '#e9b98a']), distance)
  const trim = fade(canvas, '#e6c48d', distance)
  const roof = fade(canvas, canvas.random.pick([...roofColors, '#6f9a86']), distance)
  const cap = canvas.random.maybe(0.3)
    ? path(
        pathData`M${left} ${top}q0 ${-w * 0.9} ${w / 2} ${-w * 1.05}q${w / 2} ${w * 0.15} ${w / 2} ${w * 1.05}z`,
        roof,
      )
    : path(pathData`M${left - 3} ${top}L${x} ${base - tall}L${left + w + 3} ${top}z`, roof)
  return (
    rect(left, top, w, tall * 0.8 + 2, wall) +
    shade(canvas, left, top, w, tall * 0.8 + 2) +
    cap +
    rect(left - w * 0.12, top - 4, w * 1.24, tall * 0.03, trim) +
    rect(left - w * 0.06, top + tall * 0.2, w * 1.12, tall * 0.018, trim) +
    path(
      arch(left + w * 0.16, top + tall * 0.16, w * 0.28, tall * 0.1) +
        arch(left + w * 0.56, top + tall * 0.16, w * 0.28, tall * 0.1),
      opening(canvas),
    ) +
    path(arch(x - w * 0.1, top + tall * 0.36, w * 0.2, tall * 0.07), fade(canvas, glassColor, distance), 0.8)
  )
}

/** The tower of a town hall: battlements and a clock. */
export function civicTower(canvas: Canvas, { x, base, tall, distance = 0 }: Spot): string {
  const w = tall * 0.15
  const [left, top] = [x - w / 2, base - tall * 0.74]
  const wall = fade(canvas, canvas.random.pick([brickColor, '#d08a5f', '#dcb489', stoneColor]), distance)
  const headWidth = w * 1.34
  const merlons = (from: number, span: number, y: number) =>
    Array.from({ length: 4 }, (_, index) => box(from + (index * span) / 3.6, y - w * 0.2, span / 6, w * 0.24)).join('')
  return (
    rect(left, top, w, tall * 0.74 + 2, wall) +
    rect(x - headWidth / 2, top - tall * 0.12, headWidth, tall * 0.14, wall) +
    path(merlons(x - headWidth / 2, headWidth, top - tall * 0.12), wall) +
    rect(x - w * 0.32, top - tall * 0.23, w * 0.64, tall * 0.12, wall) +
    path(merlons(x - w * 0.32, w * 0.64, top - tall * 0.23), wall) +
    shade(canvas, left, top - tall * 0.12, w, tall * 0.86) +
    path(
      arch(x - w * 0.12, top - tall * 0.13, w * 0.24, tall * 0.07) +
        arch(x - w * 0.1, top + tall * 0.36, w * 0.2, tall * 0.07),
      opening(canvas),
    ) +
    circle(x, top + tall * 0.14, w * 0.3, tint(canvas, '#fbf1da')) +
    stroke(
      pathData`M${x} ${top + tall * 0.14}v${-w * 0.2}M${x} ${top + tall * 0.14}h${w * 0.13}`,
      canvas.palette.ink,
      w * 0.045,
    )
  )
}

/** A cathedral's dome with ribs and lantern, brick as in Firenze or pale as in Roma. */
export function dome(canvas: Canvas, { x, base, tall, distance = 0 }: Spot): string {
  const { palette, random } = canvas
  const radius = tall * 0.34
  const drum = base - tall * 0.46
  const shell = fade(canvas, random.pick(['#c2583f', '#b9604a', '#8fa3ae', '#7f9f94', '#d9a06b']), distance)
  const wall = fade(canvas, stoneColor, distance)
  const side = shadeSide(canvas, x)
  const rib = (bulge: number) =>
    pathData`M${x} ${drum - radius * 1.12}Q${x + bulge} ${drum - radius * 0.95} ${x + bulge} ${drum}`
  const ribs = [-0.62, -0.22, 0.22, 0.62].map((share) => rib(share * radius)).join('')
  return (
    rect(x - radius * 1.25, base - tall * 0.26, radius * 2.5, tall * 0.26 + 2, wall) +
    rect(x - radius * 1.34, base - tall * 0.28, radius * 2.68, tall * 0.03, fade(canvas, '#e6c48d', distance)) +
    rect(x - radius * 0.98, drum, radius * 1.96, tall * 0.2, wall) +
    path(
      Array.from({ length: 5 }, (_, index) =>
        arch(x - radius * 0.82 + index * radius * 0.36, drum + tall * 0.15, radius * 0.2, tall * 0.1),
      ).join(''),
      opening(canvas),
      0.9,
    ) +
    path(
      pathData`M${x - radius} ${drum + 2}C${x - radius} ${drum - radius * 0.75} ${x - radius * 0.5} ${drum - radius * 1.1} ${x} ${drum - radius * 1.18}C${x + radius * 0.5} ${drum - radius * 1.1} ${x + radius} ${drum - radius * 0.75} ${x + radius} ${drum + 2}z`,
      shell,
    ) +
    stroke(ribs, mixColors(shell, '#fff4dc', palette.isDark ? 0.2 : 0.5), tall * 0.009) +
    path(
      pathData`M${x} ${drum - radius * 1.18}C${x + side * radius * 0.5} ${drum - radius * 1.1} ${x + side * radius} ${drum - radius * 0.75} ${x + side * radius} ${drum + 2}H${x + side * radius * 0.3}Q${x + side * radius * 0.3} ${drum - radius * 0.8} ${x} ${drum - radius * 1.18}z`,
      palette.ink,
      0.13,
    ) +
    rect(x - radius * 0.14, drum - radius * 1.5, radius * 0.28, radius * 0.38, wall) +
    path(
      pathData`M${x - radius * 0.18} ${drum - radius * 1.48}L${x} ${drum - radius * 1.82}L${x + radius * 0.18} ${drum - radius * 1.48}z`,
      shell,
    ) +
    rect(x - radius * 1.02, drum - 3, radius * 2.04, tall * 0.022, fade(canvas, '#e6c48d', distance)) +
    shade(canvas, x - radius * 1.25, base - tall * 0.26, radius * 2.5, tall * 0.26)
  )
}

/** Church front: a gable, a rose window, a door. */
export function churchFront(canvas: Canvas, { x, base, tall }: Spot): string {
  const w = tall * 0.72
  const [left, eave] = [x - w / 2, base - tall * 0.5]
  const wall = tint(canvas, canvas.random.pick(['#fbeed3', '#f3dcb4', '#f1d0b0', '#f6e6d2']))
  const trim = tint(canvas, canvas.random.pick(['#d59a6f', '#c98273', '#b9a48c', '#7fa096']))
  const nave = pathData`M${x - w * 0.28} ${base}V${base - tall * 0.74}L${x} ${base - tall}L${x + w * 0.28} ${base - tall * 0.74}V${base}z`
  const bands = canvas.random.maybe(0.4)
    ? repeat(7, (index) => rect(left, base - tall * (0.05 + index * 0.065), w, tall * 0.022, trim, 0.5))
    : ''
  const wings = pathData`M${left} ${base}V${eave}L${x - w * 0.28} ${eave - tall * 0.13}H${x + w * 0.28}L${left + w} ${eave}V${base}z`
  return (
    path(wings, wall) +
    bands +
    path(nave, wall) +
    shade(canvas, left, eave, w, tall * 0.5) +
    stroke(
      pathData`M${x - w * 0.3} ${base - tall * 0.73}L${x} ${base - tall}L${x + w * 0.3} ${base - tall * 0.73}M${left - 4} ${eave + 2}L${x - w * 0.28} ${eave - tall * 0.13}M${left + w + 4} ${eave + 2}L${x + w * 0.28} ${eave - tall * 0.13}`,
      trim,
      tall * 0.026,
    ) +
    circle(x, base - tall * 0.62, tall * 0.085, trim) +
    circle(x, base - tall * 0.62, tall * 0.062, opening(canvas)) +
    repeat(4, (index) =>
      stroke(
        pathData`M${x - Math.cos((index * Math.PI) / 4) * tall * 0.06} ${base - tall * 0.62 - Math.sin((index * Math.PI) / 4) * tall * 0.06}L${x + Math.cos((index * Math.PI) / 4) * tall * 0.06} ${base - tall * 0.62 + Math.sin((index * Math.PI) / 4) * tall * 0.06}`,
        trim,
        3,
      ),
    ) +
    path(arch(x - tall * 0.085, base, tall * 0.17, tall * 0.29), trim) +
    path(arch(x - tall * 0.06, base, tall * 0.12, tall * 0.24), tint(canvas, '#6a4637')) +
    path(
      arch(left + w * 0.07, base, tall * 0.08, tall * 0.17) +
        arch(left + w * 0.93 - tall * 0.08, base, tall * 0.08, tall * 0.17),
      tint(canvas, '#6a4637'),
    ) +
    rect(left - 16, base - 6, w + 32, 10, trim)
  )
}

export function castle(canvas: Canvas, { x, base, tall, distance = 0 }: Spot): string {
  const wall = fade(canvas, canvas.random.pick(['#cf9a6d', '#d9b48a', '#c4785a', '#bfa58c']), distance)
  const w = tall * 1.5
  const [left, top] = [x - w / 2, base - tall * 0.5]
  const teeth = (from: number, to: number, y: number) =>
    Array.from({ length: Math.max(2, Math.floor((to - from) / (tall * 0.085))) }, (_, index) =>
      box(from + index * tall * 0.085, y - tall * 0.05, tall * 0.05, tall * 0.055),
    ).join('')
  const tower = (towerX: number, towerWidth: number, towerHeight: number) =>
    rect(towerX - towerWidth / 2, base - towerHeight, towerWidth, towerHeight + 2, wall) +
    path(teeth(towerX - towerWidth * 0.62, towerX + towerWidth * 0.62, base - towerHeight), wall) +
    rect(towerX - towerWidth * 0.62, base - towerHeight - 1, towerWidth * 1.24, tall * 0.06, wall) +
    shade(canvas, towerX - towerWidth / 2, base - towerHeight, towerWidth, towerHeight) +
    path(arch(towerX - tall * 0.022, base - towerHeight * 0.62, tall * 0.044, tall * 0.09), opening(canvas))
  return (
    rect(left, top, w, tall * 0.5 + 2, wall) +
    path(teeth(left, left + w, top), wall) +
    rect(left, top + tall * 0.02, w, tall * 0.02, canvas.palette.ink, 0.1) +
    tower(x + w * 0.14, tall * 0.24, tall) +
    tower(left, tall * 0.22, tall * 0.7) +
    tower(left + w, tall * 0.22, tall * 0.7) +
    path(arch(x - w * 0.2, base, tall * 0.16, tall * 0.26), tint(canvas, '#5a3d33'))
  )
}

/** Verona's or Rome's amphitheatre: rings of arches, one side fallen. */
export function arena(canvas: Canvas, { x, base, tall }: Spot): string {
  const { palette } = canvas
  const w = tall * 2.1
  const wall = tint(canvas, '#e8c08f')
  const innerColor = mixColors(wall, palette.ink, 0.34)
  const lowerTop = base - tall * 0.66
  const lowerWall = pathData`M${x - w / 2} ${base}V${lowerTop}Q${x} ${lowerTop + tall * 0.1} ${x + w / 2} ${lowerTop}V${base}z`
  const upperWall = pathData`M${x - w / 2} ${lowerTop + 4}V${base - tall}Q${x - w * 0.2} ${base - tall * 0.94} ${x + w * 0.06} ${base - tall * 0.95}L${x + w * 0.12} ${base - tall * 0.8}L${x + w * 0.2} ${base - tall * 0.72}L${x + w * 0.24} ${lowerTop + 10}z`
  const ring = (ringBase: number, archHeight: number, count: number, widthShare: number) =>
    Array.from({ length: count }, (_, index) =>
      arch(x - w / 2 + (index + 0.24) * ((w * widthShare) / count), ringBase, ((w * widthShare) / count) * 0.54, archHeight),
    ).join('')
  const archColor = palette.isDark ? mixColors(lampColor, wall, 0.3) : mixColors(innerColor, palette.ink, 0.4)
  return (
    path(
      pathData`M${x - w / 2} ${base - tall * 0.6}L${x + w / 2} ${lowerTop}V${base - tall * 0.76}L${x - w * 0.1} ${base - tall * 0.8}z`,
      innerColor,
    ) +
    path(upperWall, wall) +
    path(lowerWall, wall) +
    path(ring(base - 2, tall * 0.24, 11, 1), archColor) +
    path(ring(base - tall * 0.35, tall * 0.22, 11, 1), archColor) +
    path(ring(base - tall * 0.69, tall * 0.18, 6, 0.54), archColor) +
    rect(x - w / 2, base - tall * 0.31, w, tall * 0.025, tint(canvas, '#f6dcb4')) +
    rect(x - w / 2, base - tall * 0.63, w, tall * 0.022, tint(canvas, '#f6dcb4')) +
    rect(
      shadeSide(canvas, x) > 0 ? x + w * 0.28 : x - w / 2,
      base - tall * 0.63,
      w * 0.22,
      tall * 0.63,
      palette.ink,
      0.12,
    )
  )
}

export function temple(canvas: Canvas, { x, base, tall }: Spot): string {
  const w = tall * 1.75
  const left = x - w / 2
  const wall = tint(canvas, '#eec58c')
  const trim = tint(canvas, '#f8ddb0')
  const columnCount = 6
  const columnBase = base - tall * 0.1
  return (
    rect(left + w * 0.06, base - tall * 0.62, w * 0.88, tall * 0.54, canvas.palette.ink, 0.4) +
    repeat(columnCount, (index) => {
      const columnX = left + w * 0.07 + (index * w * 0.86) / (columnCount - 1)
      return (
        path(
          pathData`M${columnX - w * 0.034} ${columnBase}L${columnX - w * 0.025} ${base - tall * 0.6}h${w * 0.05}L${columnX + w * 0.034} ${columnBase}z`,
          trim,
        ) +
        path(
          pathData`M${columnX + w * 0.01} ${columnBase}V${base - tall * 0.6}h${w * 0.015}L${columnX + w * 0.034} ${columnBase}z`,
          canvas.palette.ink,
          0.14,
        ) +
        rect(columnX - w * 0.038, base - tall * 0.62, w * 0.076, tall * 0.035, wall)
      )
    }) +
    rect(left, base - tall * 0.72, w, tall * 0.1, wall) +
    path(
      pathData`M${left - 6} ${base - tall * 0.72}L${x} ${base - tall}L${left + w + 6} ${base - tall * 0.72}z`,
      trim,
    ) +
    path(
      pathData`M${left + w * 0.13} ${base - tall * 0.745}L${x} ${base - tall * 0.93}L${left + w * 0.87} ${base - tall * 0.745}z`,
      wall,
    ) +
    rect(left - w * 0.03, columnBase, w * 1.06, tall * 0.05, trim) +
    rect(left - w * 0.06, base - tall * 0.05, w * 1.12, tall * 0.06, wall)
  )
}

export function lighthouse(canvas: Canvas, { x, base, tall }: Spot): string {
  const { palette } = canvas
  const [halfWidthBelow, halfWidthAbove] = [tall * 0.1, tall * 0.066]
  const top = base - tall * 0.8
  const white = tint(canvas, '#fdf3df')
  const red = tint(canvas, '#cf4f43')
  const halfWidthAt = (share: number) => halfWidthBelow + ((halfWidthAbove - halfWidthBelow) * share) / 0.8
  const band = (from: number, to: number) =>
    path(
      pathData`M${x - halfWidthAt(from)} ${base - tall * from}L${x - halfWidthAt(to)} ${base - tall * to}H${x + halfWidthAt(to)}L${x + halfWidthAt(from)} ${base - tall * from}z`,
      red,
    )
  const beam = palette.isDark
    ? path(pathData`M${x} ${top - tall * 0.07}L${x + 900} ${top - tall * 0.28}V${top + tall * 0.14}z`, lampColor, 0.2) +
      path(pathData`M${x} ${top - tall * 0.07}L${x - 900} ${top - tall * 0.2}V${top + tall * 0.06}z`, lampColor, 0.12)
    : ''
  return (
    beam +
    path(pathData`M${x - halfWidthBelow} ${base + 2}L${x - halfWidthAbove} ${top}H${x + halfWidthAbove}L${x + halfWidthBelow} ${base + 2}z`, white) +
    band(0.16, 0.32) +
    band(0.5, 0.66) +
    path(
      pathData`M${x + shadeSide(canvas, x) * halfWidthBelow} ${base}L${x + shadeSide(canvas, x) * halfWidthAbove} ${top}H${x + shadeSide(canvas, x) * halfWidthAbove * 0.3}L${x + shadeSide(canvas, x) * halfWidthBelow * 0.3} ${base}z`,
      palette.ink,
      0.13,
    ) +
    rect(x - halfWidthAbove * 1.4, top - tall * 0.025, halfWidthAbove * 2.8, tall * 0.03, palette.ink, 0.85) +
    rect(x - halfWidthAbove * 0.8, top - tall * 0.12, halfWidthAbove * 1.6, tall * 0.1, lampColor) +
    stroke(pathData`M${x} ${top - tall * 0.12}V${top - tall * 0.025}`, palette.ink, 4) +
    path(pathData`M${x - halfWidthAbove} ${top - tall * 0.12}Q${x} ${top - tall * 0.22} ${x + halfWidthAbove} ${top - tall * 0.12}z`, red) +
    path(arch(x - tall * 0.024, base, tall * 0.048, tall * 0.09), tint(canvas, glassColor))
  )
}

/** An arched bridge from bank to bank, or a railway viaduct where its legs are long. */
export function bridge(
  canvas: Canvas,
  { from, to, deck, foot, arches }: { from: number; to: number; deck: number; foot: number; arches: number },
): string {
  const wall = tint(canvas, canvas.random.pick(['#e3b68a', '#d99d74', '#d6b99a', '#cf8a66']))
  const bayWidth = (to - from) / arches
  const depth = foot - deck
  const rise = Math.min(depth - 34, bayWidth * 0.46)
  const holes = Array.from({ length: arches }, (_, index) => {
    const [left, right] = [from + index * bayWidth + bayWidth * 0.1, from + (index + 1) * bayWidth - bayWidth * 0.1]
    return pathData`M${left} ${foot + 4}V${deck + 30 + rise}A${(right - left) / 2} ${rise} 0 0 1 ${right} ${deck + 30 + rise}V${foot + 4}z`
  }).join('')
  return (
    `<path d="${pathData`M${from} ${deck}H${to}V${foot + 4}H${from}z`}${holes}" fill="${wall}" fill-rule="evenodd"/>` +
    rect(from, deck - 10, to - from, 14, tint(canvas, '#f6dfb8')) +
    rect(from, deck + 8, to - from, 6, canvas.palette.ink, 0.14)
  )
}

/** Rialto and its many sisters: one arch, steep, with a parapet. */
export const humpBridge = (canvas: Canvas, x: number, foot: number, w: number, h: number): string =>
  path(
    pathData`M${x - w / 2} ${foot}Q${x - w * 0.3} ${foot - h * 0.5} ${x} ${foot - h}Q${x + w * 0.3} ${foot - h * 0.5} ${x + w / 2} ${foot}h${-w * 0.16}A${w * 0.34} ${h * 0.66} 0 0 0 ${x - w * 0.34} ${foot}z`,
    tint(canvas, '#f1dcc0'),
  ) +
  stroke(
    pathData`M${x - w * 0.5} ${foot - 14}Q${x - w * 0.3} ${foot - h * 0.5 - 20} ${x} ${foot - h - 22}Q${x + w * 0.3} ${foot - h * 0.5 - 20} ${x + w * 0.5} ${foot - 14}`,
    tint(canvas, '#fff3dc'),
    9,
  ) +
  stroke(
    pathData`M${x - w * 0.34} ${foot}A${w * 0.34} ${h * 0.66} 0 0 1 ${x + w * 0.34} ${foot}`,
    canvas.palette.ink,
    7,
    0.2,
  )

export const obelisk = (canvas: Canvas, x: number, foot: number, tall: number): string =>
  rect(x - tall * 0.1, foot - tall * 0.12, tall * 0.2, tall * 0.12, tint(canvas, '#e8d0a8')) +
  path(
    pathData`M${x - tall * 0.05} ${foot - tall * 0.12}L${x - tall * 0.03} ${foot - tall * 0.92}L${x} ${foot - tall}L${x + tall * 0.03} ${foot - tall * 0.92}L${x + tall * 0.05} ${foot - tall * 0.12}z`,
    tint(canvas, '#d99a7a'),
  ) +
  path(
    pathData`M${x} ${foot - tall}L${x + tall * 0.03} ${foot - tall * 0.92}L${x + tall * 0.05} ${foot - tall * 0.12}H${x}z`,
    canvas.palette.ink,
    0.14,
  )

export function fountain(canvas: Canvas, x: number, foot: number, size: number): string {
  const marble = tint(canvas, '#f6ead2')
  const splash = mixColors(canvas.palette.water[0], '#ffffff', 0.5)
  const jets = [-64, -34, 34, 64]
    .map(
      (reach) => pathData`M${x} ${foot - 118 * size}q${reach * 0.5 * size} ${-60 * size} ${reach * size} ${52 * size}`,
    )
    .join('')
  return (
    ellipse(x, foot, 136 * size, 26 * size, canvas.palette.ink, 0.18) +
    path(
      pathData`M${x - 126 * size} ${foot - 42 * size}H${x + 126 * size}Q${x + 118 * size} ${foot} ${x + 84 * size} ${foot}H${x - 84 * size}Q${x - 118 * size} ${foot} ${x - 126 * size} ${foot - 42 * size}z`,
      marble,
    ) +
    ellipse(x, foot - 42 * size, 126 * size, 15 * size, splash) +
    rect(x - 12 * size, foot - 116 * size, 24 * size, 76 * size, marble) +
    path(
      pathData`M${x - 52 * size} ${foot - 116 * size}H${x + 52 * size}Q${x + 40 * size} ${foot - 92 * size} ${x} ${foot - 92 * size}T${x - 52 * size} ${foot - 116 * size}z`,
      marble,
    ) +
    rect(x - 6 * size, foot - 142 * size, 12 * size, 30 * size, marble) +
    stroke(jets, splash, 6 * size, 0.75)
  )
}

export function lampPost(canvas: Canvas, x: number, foot: number, tall: number): string {
  const isLit = canvas.palette.litWindowsShare > 0.3
  const lampY = foot - tall
  return (
    (isLit ? circle(x, lampY, tall * 0.24, lampColor, 0.16) + circle(x, lampY, tall * 0.13, lampColor, 0.28) : '') +
    rect(x - 3.5, lampY, 7, tall, canvas.palette.ink) +
    rect(x - 11, foot - 8, 22, 8, canvas.palette.ink) +
    circle(x, lampY, 14, isLit ? lampColor : tint(canvas, '#fff6e0')) +
    path(pathData`M${x - 14} ${lampY - 9}q14 -16 28 0z`, canvas.palette.ink)
  )
}
