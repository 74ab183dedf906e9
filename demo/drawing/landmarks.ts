import { type Canvas, type Placement, type ScaledPlacement, shadeSide } from './canvas.ts'
import { brickColor, fade, glassColor, lampColor, roofColors, stoneColor, tint } from './colors.ts'
import {
  arch,
  box,
  circle,
  ellipse,
  mixColors,
  path,
  pathData,
  rect,
  type Rectangle,
  repeat,
  stroke,
} from './shapes.ts'

const shade = (canvas: Canvas, { x, y: top, width, height }: Rectangle): string =>
  rect(
    { x: shadeSide(canvas, x + width / 2) > 0 ? x + width * 0.7 : x, y: top, width: width * 0.3, height },
    canvas.palette.ink,
    0.11,
  )

const opening = (canvas: Canvas): string =>
  canvas.random.maybe(canvas.palette.litWindowsShare) ? lampColor : tint(canvas, glassColor)

export function campanile(canvas: Canvas, { x, base, height, distance = 0 }: Placement): string {
  const width = height * 0.16
  const left = x - width / 2
  const top = base - height * 0.8
  const wall = fade(canvas, canvas.random.pick([stoneColor, '#f7e3bd', brickColor, '#e9b98a']), distance)
  const trim = fade(canvas, '#e6c48d', distance)
  const roof = fade(canvas, canvas.random.pick([...roofColors, '#6f9a86']), distance)
  const cap = canvas.random.maybe(0.3)
    ? path(
        pathData`M${left} ${top}q0 ${-width * 0.9} ${width / 2} ${-width * 1.05}q${width / 2} ${width * 0.15} ${width / 2} ${width * 1.05}z`,
        roof,
      )
    : path(pathData`M${left - 3} ${top}L${x} ${base - height}L${left + width + 3} ${top}z`, roof)
  return (
    rect({ x: left, y: top, width, height: height * 0.8 + 2 }, wall) +
    shade(canvas, { x: left, y: top, width, height: height * 0.8 + 2 }) +
    cap +
    rect({ x: left - width * 0.12, y: top - 4, width: width * 1.24, height: height * 0.03 }, trim) +
    rect({ x: left - width * 0.06, y: top + height * 0.2, width: width * 1.12, height: height * 0.018 }, trim) +
    path(
      arch({ x: left + width * 0.16, base: top + height * 0.16, width: width * 0.28, height: height * 0.1 }) +
        arch({ x: left + width * 0.56, base: top + height * 0.16, width: width * 0.28, height: height * 0.1 }),
      opening(canvas),
    ) +
    path(
      arch({ x: x - width * 0.1, base: top + height * 0.36, width: width * 0.2, height: height * 0.07 }),
      fade(canvas, glassColor, distance),
      0.8,
    )
  )
}

/** The tower of a town hall: battlements and a clock. */
export function civicTower(canvas: Canvas, { x, base, height, distance = 0 }: Placement): string {
  const width = height * 0.15
  const left = x - width / 2
  const top = base - height * 0.74
  const wall = fade(canvas, canvas.random.pick([brickColor, '#d08a5f', '#dcb489', stoneColor]), distance)
  const headWidth = width * 1.34
  const merlons = (from: number, span: number, y: number) =>
    Array.from({ length: 4 }, (_, index) =>
      box({ x: from + (index * span) / 3.6, y: y - width * 0.2, width: span / 6, height: width * 0.24 }),
    ).join('')
  return (
    rect({ x: left, y: top, width, height: height * 0.74 + 2 }, wall) +
    rect({ x: x - headWidth / 2, y: top - height * 0.12, width: headWidth, height: height * 0.14 }, wall) +
    path(merlons(x - headWidth / 2, headWidth, top - height * 0.12), wall) +
    rect({ x: x - width * 0.32, y: top - height * 0.23, width: width * 0.64, height: height * 0.12 }, wall) +
    path(merlons(x - width * 0.32, width * 0.64, top - height * 0.23), wall) +
    shade(canvas, { x: left, y: top - height * 0.12, width, height: height * 0.86 }) +
    path(
      arch({ x: x - width * 0.12, base: top - height * 0.13, width: width * 0.24, height: height * 0.07 }) +
        arch({ x: x - width * 0.1, base: top + height * 0.36, width: width * 0.2, height: height * 0.07 }),
      opening(canvas),
    ) +
    circle({ x, y: top + height * 0.14, radius: width * 0.3 }, tint(canvas, '#fbf1da')) +
    stroke(
      pathData`M${x} ${top + height * 0.14}v${-width * 0.2}M${x} ${top + height * 0.14}h${width * 0.13}`,
      canvas.palette.ink,
      width * 0.045,
    )
  )
}

/** A cathedral's dome with ribs and lantern, brick as in Firenze or pale as in Roma. */
export function dome(canvas: Canvas, { x, base, height, distance = 0 }: Placement): string {
  const { palette, random } = canvas
  const radius = height * 0.34
  const drum = base - height * 0.46
  const shell = fade(canvas, random.pick(['#c2583f', '#b9604a', '#8fa3ae', '#7f9f94', '#d9a06b']), distance)
  const wall = fade(canvas, stoneColor, distance)
  const side = shadeSide(canvas, x)
  const rib = (bulge: number) =>
    pathData`M${x} ${drum - radius * 1.12}Q${x + bulge} ${drum - radius * 0.95} ${x + bulge} ${drum}`
  const ribs = [-0.62, -0.22, 0.22, 0.62].map((share) => rib(share * radius)).join('')
  return (
    rect({ x: x - radius * 1.25, y: base - height * 0.26, width: radius * 2.5, height: height * 0.26 + 2 }, wall) +
    rect(
      { x: x - radius * 1.34, y: base - height * 0.28, width: radius * 2.68, height: height * 0.03 },
      fade(canvas, '#e6c48d', distance),
    ) +
    rect({ x: x - radius * 0.98, y: drum, width: radius * 1.96, height: height * 0.2 }, wall) +
    path(
      Array.from({ length: 5 }, (_, index) =>
        arch({
          x: x - radius * 0.82 + index * radius * 0.36,
          base: drum + height * 0.15,
          width: radius * 0.2,
          height: height * 0.1,
        }),
      ).join(''),
      opening(canvas),
      0.9,
    ) +
    path(
      pathData`M${x - radius} ${drum + 2}C${x - radius} ${drum - radius * 0.75} ${x - radius * 0.5} ${drum - radius * 1.1} ${x} ${drum - radius * 1.18}C${x + radius * 0.5} ${drum - radius * 1.1} ${x + radius} ${drum - radius * 0.75} ${x + radius} ${drum + 2}z`,
      shell,
    ) +
    stroke(ribs, mixColors(shell, '#fff4dc', palette.isDark ? 0.2 : 0.5), height * 0.009) +
    path(
      pathData`M${x} ${drum - radius * 1.18}C${x + side * radius * 0.5} ${drum - radius * 1.1} ${x + side * radius} ${drum - radius * 0.75} ${x + side * radius} ${drum + 2}H${x + side * radius * 0.3}Q${x + side * radius * 0.3} ${drum - radius * 0.8} ${x} ${drum - radius * 1.18}z`,
      palette.ink,
      0.13,
    ) +
    rect({ x: x - radius * 0.14, y: drum - radius * 1.5, width: radius * 0.28, height: radius * 0.38 }, wall) +
    path(
      pathData`M${x - radius * 0.18} ${drum - radius * 1.48}L${x} ${drum - radius * 1.82}L${x + radius * 0.18} ${drum - radius * 1.48}z`,
      shell,
    ) +
    rect(
      { x: x - radius * 1.02, y: drum - 3, width: radius * 2.04, height: height * 0.022 },
      fade(canvas, '#e6c48d', distance),
    ) +
    shade(canvas, { x: x - radius * 1.25, y: base - height * 0.26, width: radius * 2.5, height: height * 0.26 })
  )
}

/** Church front: a gable, a rose window, a door. */
export function churchFront(canvas: Canvas, { x, base, height }: Placement): string {
  const width = height * 0.72
  const left = x - width / 2
  const eave = base - height * 0.5
  const wall = tint(canvas, canvas.random.pick(['#fbeed3', '#f3dcb4', '#f1d0b0', '#f6e6d2']))
  const trim = tint(canvas, canvas.random.pick(['#d59a6f', '#c98273', '#b9a48c', '#7fa096']))
  const nave = pathData`M${x - width * 0.28} ${base}V${base - height * 0.74}L${x} ${base - height}L${x + width * 0.28} ${base - height * 0.74}V${base}z`
  const bands = canvas.random.maybe(0.4)
    ? repeat(7, (index) =>
        rect({ x: left, y: base - height * (0.05 + index * 0.065), width, height: height * 0.022 }, trim, 0.5),
      )
    : ''
  const wings = pathData`M${left} ${base}V${eave}L${x - width * 0.28} ${eave - height * 0.13}H${x + width * 0.28}L${left + width} ${eave}V${base}z`
  return (
    path(wings, wall) +
    bands +
    path(nave, wall) +
    shade(canvas, { x: left, y: eave, width, height: height * 0.5 }) +
    stroke(
      pathData`M${x - width * 0.3} ${base - height * 0.73}L${x} ${base - height}L${x + width * 0.3} ${base - height * 0.73}M${left - 4} ${eave + 2}L${x - width * 0.28} ${eave - height * 0.13}M${left + width + 4} ${eave + 2}L${x + width * 0.28} ${eave - height * 0.13}`,
      trim,
      height * 0.026,
    ) +
    circle({ x, y: base - height * 0.62, radius: height * 0.085 }, trim) +
    circle({ x, y: base - height * 0.62, radius: height * 0.062 }, opening(canvas)) +
    repeat(4, (index) =>
      stroke(
        pathData`M${x - Math.cos((index * Math.PI) / 4) * height * 0.06} ${base - height * 0.62 - Math.sin((index * Math.PI) / 4) * height * 0.06}L${x + Math.cos((index * Math.PI) / 4) * height * 0.06} ${base - height * 0.62 + Math.sin((index * Math.PI) / 4) * height * 0.06}`,
        trim,
        3,
      ),
    ) +
    path(arch({ x: x - height * 0.085, base, width: height * 0.17, height: height * 0.29 }), trim) +
    path(arch({ x: x - height * 0.06, base, width: height * 0.12, height: height * 0.24 }), tint(canvas, '#6a4637')) +
    path(
      arch({ x: left + width * 0.07, base, width: height * 0.08, height: height * 0.17 }) +
        arch({ x: left + width * 0.93 - height * 0.08, base, width: height * 0.08, height: height * 0.17 }),
      tint(canvas, '#6a4637'),
    ) +
    rect({ x: left - 16, y: base - 6, width: width + 32, height: 10 }, trim)
  )
}

export function castle(canvas: Canvas, { x, base, height, distance = 0 }: Placement): string {
  const wall = fade(canvas, canvas.random.pick(['#cf9a6d', '#d9b48a', '#c4785a', '#bfa58c']), distance)
  const width = height * 1.5
  const left = x - width / 2
  const top = base - height * 0.5
  const teeth = (from: number, to: number, y: number) =>
    Array.from({ length: Math.max(2, Math.floor((to - from) / (height * 0.085))) }, (_, index) =>
      box({ x: from + index * height * 0.085, y: y - height * 0.05, width: height * 0.05, height: height * 0.055 }),
    ).join('')
  const tower = (towerX: number, towerWidth: number, towerHeight: number) =>
    rect({ x: towerX - towerWidth / 2, y: base - towerHeight, width: towerWidth, height: towerHeight + 2 }, wall) +
    path(teeth(towerX - towerWidth * 0.62, towerX + towerWidth * 0.62, base - towerHeight), wall) +
    rect(
      { x: towerX - towerWidth * 0.62, y: base - towerHeight - 1, width: towerWidth * 1.24, height: height * 0.06 },
      wall,
    ) +
    shade(canvas, { x: towerX - towerWidth / 2, y: base - towerHeight, width: towerWidth, height: towerHeight }) +
    path(
      arch({
        x: towerX - height * 0.022,
        base: base - towerHeight * 0.62,
        width: height * 0.044,
        height: height * 0.09,
      }),
      opening(canvas),
    )
  return (
    rect({ x: left, y: top, width, height: height * 0.5 + 2 }, wall) +
    path(teeth(left, left + width, top), wall) +
    rect({ x: left, y: top + height * 0.02, width, height: height * 0.02 }, canvas.palette.ink, 0.1) +
    tower(x + width * 0.14, height * 0.24, height) +
    tower(left, height * 0.22, height * 0.7) +
    tower(left + width, height * 0.22, height * 0.7) +
    path(arch({ x: x - width * 0.2, base, width: height * 0.16, height: height * 0.26 }), tint(canvas, '#5a3d33'))
  )
}

/** Verona's or Rome's amphitheatre: rings of arches, one side fallen. */
export function arena(canvas: Canvas, { x, base, height }: Placement): string {
  const { palette } = canvas
  const width = height * 2.1
  const wall = tint(canvas, '#e8c08f')
  const innerColor = mixColors(wall, palette.ink, 0.34)
  const lowerTop = base - height * 0.66
  const lowerWall = pathData`M${x - width / 2} ${base}V${lowerTop}Q${x} ${lowerTop + height * 0.1} ${x + width / 2} ${lowerTop}V${base}z`
  const upperWall = pathData`M${x - width / 2} ${lowerTop + 4}V${base - height}Q${x - width * 0.2} ${base - height * 0.94} ${x + width * 0.06} ${base - height * 0.95}L${x + width * 0.12} ${base - height * 0.8}L${x + width * 0.2} ${base - height * 0.72}L${x + width * 0.24} ${lowerTop + 10}z`
  const ring = (ringBase: number, archHeight: number, count: number, widthShare: number) =>
    Array.from({ length: count }, (_, index) =>
      arch({
        x: x - width / 2 + (index + 0.24) * ((width * widthShare) / count),
        base: ringBase,
        width: ((width * widthShare) / count) * 0.54,
        height: archHeight,
      }),
    ).join('')
  const archColor = palette.isDark ? mixColors(lampColor, wall, 0.3) : mixColors(innerColor, palette.ink, 0.4)
  return (
    path(
      pathData`M${x - width / 2} ${base - height * 0.6}L${x + width / 2} ${lowerTop}V${base - height * 0.76}L${x - width * 0.1} ${base - height * 0.8}z`,
      innerColor,
    ) +
    path(upperWall, wall) +
    path(lowerWall, wall) +
    path(ring(base - 2, height * 0.24, 11, 1), archColor) +
    path(ring(base - height * 0.35, height * 0.22, 11, 1), archColor) +
    path(ring(base - height * 0.69, height * 0.18, 6, 0.54), archColor) +
    rect({ x: x - width / 2, y: base - height * 0.31, width, height: height * 0.025 }, tint(canvas, '#f6dcb4')) +
    rect({ x: x - width / 2, y: base - height * 0.63, width, height: height * 0.022 }, tint(canvas, '#f6dcb4')) +
    rect(
      {
        x: shadeSide(canvas, x) > 0 ? x + width * 0.28 : x - width / 2,
        y: base - height * 0.63,
        width: width * 0.22,
        height: height * 0.63,
      },
      palette.ink,
      0.12,
    )
  )
}

export function temple(canvas: Canvas, { x, base, height }: Placement): string {
  const width = height * 1.75
  const left = x - width / 2
  const wall = tint(canvas, '#eec58c')
  const trim = tint(canvas, '#f8ddb0')
  const columnCount = 6
  const columnBase = base - height * 0.1
  return (
    rect(
      { x: left + width * 0.06, y: base - height * 0.62, width: width * 0.88, height: height * 0.54 },
      canvas.palette.ink,
      0.4,
    ) +
    repeat(columnCount, (index) => {
      const columnX = left + width * 0.07 + (index * width * 0.86) / (columnCount - 1)
      return (
        path(
          pathData`M${columnX - width * 0.034} ${columnBase}L${columnX - width * 0.025} ${base - height * 0.6}h${width * 0.05}L${columnX + width * 0.034} ${columnBase}z`,
          trim,
        ) +
        path(
          pathData`M${columnX + width * 0.01} ${columnBase}V${base - height * 0.6}h${width * 0.015}L${columnX + width * 0.034} ${columnBase}z`,
          canvas.palette.ink,
          0.14,
        ) +
        rect(
          { x: columnX - width * 0.038, y: base - height * 0.62, width: width * 0.076, height: height * 0.035 },
          wall,
        )
      )
    }) +
    rect({ x: left, y: base - height * 0.72, width, height: height * 0.1 }, wall) +
    path(
      pathData`M${left - 6} ${base - height * 0.72}L${x} ${base - height}L${left + width + 6} ${base - height * 0.72}z`,
      trim,
    ) +
    path(
      pathData`M${left + width * 0.13} ${base - height * 0.745}L${x} ${base - height * 0.93}L${left + width * 0.87} ${base - height * 0.745}z`,
      wall,
    ) +
    rect({ x: left - width * 0.03, y: columnBase, width: width * 1.06, height: height * 0.05 }, trim) +
    rect({ x: left - width * 0.06, y: base - height * 0.05, width: width * 1.12, height: height * 0.06 }, wall)
  )
}

export function lighthouse(canvas: Canvas, { x, base, height }: Placement): string {
  const { palette } = canvas
  const halfWidthBelow = height * 0.1
  const halfWidthAbove = height * 0.066
  const top = base - height * 0.8
  const white = tint(canvas, '#fdf3df')
  const red = tint(canvas, '#cf4f43')
  const halfWidthAt = (share: number) => halfWidthBelow + ((halfWidthAbove - halfWidthBelow) * share) / 0.8
  const band = (from: number, to: number) =>
    path(
      pathData`M${x - halfWidthAt(from)} ${base - height * from}L${x - halfWidthAt(to)} ${base - height * to}H${x + halfWidthAt(to)}L${x + halfWidthAt(from)} ${base - height * from}z`,
      red,
    )
  const beam = palette.isDark
    ? path(
        pathData`M${x} ${top - height * 0.07}L${x + 900} ${top - height * 0.28}V${top + height * 0.14}z`,
        lampColor,
        0.2,
      ) +
      path(
        pathData`M${x} ${top - height * 0.07}L${x - 900} ${top - height * 0.2}V${top + height * 0.06}z`,
        lampColor,
        0.12,
      )
    : ''
  return (
    beam +
    path(
      pathData`M${x - halfWidthBelow} ${base + 2}L${x - halfWidthAbove} ${top}H${x + halfWidthAbove}L${x + halfWidthBelow} ${base + 2}z`,
      white,
    ) +
    band(0.16, 0.32) +
    band(0.5, 0.66) +
    path(
      pathData`M${x + shadeSide(canvas, x) * halfWidthBelow} ${base}L${x + shadeSide(canvas, x) * halfWidthAbove} ${top}H${x + shadeSide(canvas, x) * halfWidthAbove * 0.3}L${x + shadeSide(canvas, x) * halfWidthBelow * 0.3} ${base}z`,
      palette.ink,
      0.13,
    ) +
    rect(
      { x: x - halfWidthAbove * 1.4, y: top - height * 0.025, width: halfWidthAbove * 2.8, height: height * 0.03 },
      palette.ink,
      0.85,
    ) +
    rect(
      { x: x - halfWidthAbove * 0.8, y: top - height * 0.12, width: halfWidthAbove * 1.6, height: height * 0.1 },
      lampColor,
    ) +
    stroke(pathData`M${x} ${top - height * 0.12}V${top - height * 0.025}`, palette.ink, 4) +
    path(
      pathData`M${x - halfWidthAbove} ${top - height * 0.12}Q${x} ${top - height * 0.22} ${x + halfWidthAbove} ${top - height * 0.12}z`,
      red,
    ) +
    path(arch({ x: x - height * 0.024, base, width: height * 0.048, height: height * 0.09 }), tint(canvas, glassColor))
  )
}

/** An arched bridge from bank to bank, or a railway viaduct if its piers are tall. */
export function bridge(
  canvas: Canvas,
  { from, to, deck, base, arches }: { from: number; to: number; deck: number; base: number; arches: number },
): string {
  const wall = tint(canvas, canvas.random.pick(['#e3b68a', '#d99d74', '#d6b99a', '#cf8a66']))
  const bayWidth = (to - from) / arches
  const depth = base - deck
  const rise = Math.min(depth - 34, bayWidth * 0.46)
  const holes = Array.from({ length: arches }, (_, index) => {
    const left = from + index * bayWidth + bayWidth * 0.1
    const right = from + (index + 1) * bayWidth - bayWidth * 0.1
    return pathData`M${left} ${base + 4}V${deck + 30 + rise}A${(right - left) / 2} ${rise} 0 0 1 ${right} ${deck + 30 + rise}V${base + 4}z`
  }).join('')
  return (
    `<path d="${pathData`M${from} ${deck}H${to}V${base + 4}H${from}z`}${holes}" fill="${wall}" fill-rule="evenodd"/>` +
    rect({ x: from, y: deck - 10, width: to - from, height: 14 }, tint(canvas, '#f6dfb8')) +
    rect({ x: from, y: deck + 8, width: to - from, height: 6 }, canvas.palette.ink, 0.14)
  )
}

/** A steep bridge with one arch and a parapet, like the Rialto. */
export const humpBridge = (canvas: Canvas, { x, base, width, height }: Placement & { width: number }): string =>
  path(
    pathData`M${x - width / 2} ${base}Q${x - width * 0.3} ${base - height * 0.5} ${x} ${base - height}Q${x + width * 0.3} ${base - height * 0.5} ${x + width / 2} ${base}h${-width * 0.16}A${width * 0.34} ${height * 0.66} 0 0 0 ${x - width * 0.34} ${base}z`,
    tint(canvas, '#f1dcc0'),
  ) +
  stroke(
    pathData`M${x - width * 0.5} ${base - 14}Q${x - width * 0.3} ${base - height * 0.5 - 20} ${x} ${base - height - 22}Q${x + width * 0.3} ${base - height * 0.5 - 20} ${x + width * 0.5} ${base - 14}`,
    tint(canvas, '#fff3dc'),
    9,
  ) +
  stroke(
    pathData`M${x - width * 0.34} ${base}A${width * 0.34} ${height * 0.66} 0 0 1 ${x + width * 0.34} ${base}`,
    canvas.palette.ink,
    7,
    0.2,
  )

export const obelisk = (canvas: Canvas, { x, base, height }: Placement): string =>
  rect(
    { x: x - height * 0.1, y: base - height * 0.12, width: height * 0.2, height: height * 0.12 },
    tint(canvas, '#e8d0a8'),
  ) +
  path(
    pathData`M${x - height * 0.05} ${base - height * 0.12}L${x - height * 0.03} ${base - height * 0.92}L${x} ${base - height}L${x + height * 0.03} ${base - height * 0.92}L${x + height * 0.05} ${base - height * 0.12}z`,
    tint(canvas, '#d99a7a'),
  ) +
  path(
    pathData`M${x} ${base - height}L${x + height * 0.03} ${base - height * 0.92}L${x + height * 0.05} ${base - height * 0.12}H${x}z`,
    canvas.palette.ink,
    0.14,
  )

export function fountain(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const marble = tint(canvas, '#f6ead2')
  const splash = mixColors(canvas.palette.water[0], '#ffffff', 0.5)
  const jets = [-64, -34, 34, 64]
    .map(
      (reach) =>
        pathData`M${x} ${base - 118 * scale}q${reach * 0.5 * scale} ${-60 * scale} ${reach * scale} ${52 * scale}`,
    )
    .join('')
  return (
    ellipse({ x, y: base, radiusX: 136 * scale, radiusY: 26 * scale }, canvas.palette.ink, 0.18) +
    path(
      pathData`M${x - 126 * scale} ${base - 42 * scale}H${x + 126 * scale}Q${x + 118 * scale} ${base} ${x + 84 * scale} ${base}H${x - 84 * scale}Q${x - 118 * scale} ${base} ${x - 126 * scale} ${base - 42 * scale}z`,
      marble,
    ) +
    ellipse({ x, y: base - 42 * scale, radiusX: 126 * scale, radiusY: 15 * scale }, splash) +
    rect({ x: x - 12 * scale, y: base - 116 * scale, width: 24 * scale, height: 76 * scale }, marble) +
    path(
      pathData`M${x - 52 * scale} ${base - 116 * scale}H${x + 52 * scale}Q${x + 40 * scale} ${base - 92 * scale} ${x} ${base - 92 * scale}T${x - 52 * scale} ${base - 116 * scale}z`,
      marble,
    ) +
    rect({ x: x - 6 * scale, y: base - 142 * scale, width: 12 * scale, height: 30 * scale }, marble) +
    stroke(jets, splash, 6 * scale, 0.75)
  )
}

export function lampPost(canvas: Canvas, { x, base, height }: Placement): string {
  const isLit = canvas.palette.litWindowsShare > 0.3
  const lampY = base - height
  return (
    (isLit
      ? circle({ x, y: lampY, radius: height * 0.24 }, lampColor, 0.16) +
        circle({ x, y: lampY, radius: height * 0.13 }, lampColor, 0.28)
      : '') +
    rect({ x: x - 3.5, y: lampY, width: 7, height }, canvas.palette.ink) +
    rect({ x: x - 11, y: base - 8, width: 22, height: 8 }, canvas.palette.ink) +
    circle({ x, y: lampY, radius: 14 }, isLit ? lampColor : tint(canvas, '#fff6e0')) +
    path(pathData`M${x - 14} ${lampY - 9}q14 -16 28 0z`, canvas.palette.ink)
  )
}

const tallOnes = [campanile, civicTower, dome, castle]

export const skyline = (canvas: Canvas, placement: Placement): string => canvas.random.pick(tallOnes)(canvas, placement)
