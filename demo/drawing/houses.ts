import { type Canvas, type ScaledPlacement, shadeSide, type Placement } from './canvas.ts'
import { fade, glassColor, lampColor, roofColors, tint, wallColors } from './colors.ts'
import {
  arch,
  type Block,
  box,
  circle,
  mixColors,
  path,
  pathData,
  pointedArch,
  rect,
  repeat,
  stroke,
} from './shapes.ts'

type House = {
  x: number
  base: number
  width: number
  height: number
  scale?: number
  distance?: number
  wall?: string
  roof?: 'eaves' | 'gable' | 'flat'
}

export function house(canvas: Canvas, { x, base, width, height, scale = 1, distance = 0, ...style }: House): string {
  const { random, palette } = canvas
  const wall = fade(canvas, style.wall ?? random.pick(wallColors), distance)
  const roof = style.roof ?? (random.maybe(0.2) ? 'gable' : 'eaves')
  const shade = width * 0.16
  const shadeX = shadeSide(canvas, x + width / 2) > 0 ? x + width - shade : x
  return (
    rect({ x, y: base - height, width, height: height + 2 }, wall) +
    rect({ x: shadeX, y: base - height, width: shade, height: height + 2 }, palette.ink, 0.09) +
    roofOver(canvas, { x, top: base - height, width, scale, distance, roof }) +
    windows(canvas, { x, top: base - height, width, height, scale, distance })
  )
}

type Roof = { x: number; top: number; width: number; scale: number; distance: number; roof: 'eaves' | 'gable' | 'flat' }

function roofOver(canvas: Canvas, { x, top, width, scale, distance, roof }: Roof): string {
  const { random, palette } = canvas
  const color = fade(canvas, random.pick(roofColors), distance)
  const over = 9 * scale
  if (roof === 'flat')
    return rect(
      { x: x - 4 * scale, y: top - 6 * scale, width: width + 8 * scale, height: 14 * scale },
      fade(canvas, '#f4e2bf', distance),
    )
  if (roof === 'gable')
    return path(
      pathData`M${x - over} ${top + 3}L${x + width / 2} ${top - width * 0.3}L${x + width + over} ${top + 3}z`,
      color,
    )
  const rise = 26 * scale
  const chimney = random.maybe(0.4)
    ? rect(
        { x: x + width * random.between(0.2, 0.7), y: top - rise - 18 * scale, width: 16 * scale, height: 26 * scale },
        fade(canvas, '#e0b48a', distance),
      )
    : ''
  return (
    chimney +
    path(
      pathData`M${x - over} ${top + 2}h${width + 2 * over}l${-18 * scale} ${-rise}h${-(width + 2 * over - 36 * scale)}z`,
      color,
    ) +
    rect({ x, y: top + 2, width, height: 5 * scale }, palette.ink, 0.18)
  )
}

type Facade = { x: number; top: number; width: number; height: number; scale: number; distance: number }

function windows(canvas: Canvas, { x, top, width, height, scale, distance }: Facade): string {
  const { random, palette } = canvas
  const windowWidth = 22 * scale
  const windowHeight = 36 * scale
  const columnWidth = 54 * scale
  const storeyHeight = 66 * scale
  const columns = Math.max(1, Math.floor((width - 18 * scale) / columnWidth))
  const storeys = Math.max(1, Math.floor((height - 34 * scale) / storeyHeight))
  const isRound = random.maybe(0.45)
  const hasShutters = !isRound && random.maybe(0.75)
  const darkWindows: string[] = []
  const litWindows: string[] = []
  const shutters: string[] = []
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + ((column + 0.5) * width) / columns - windowWidth / 2
      const bottom = top + 30 * scale + windowHeight + storey * storeyHeight
      if (bottom > top + height - 8 * scale) continue
      const outline = isRound
        ? arch({ x: left, base: bottom, width: windowWidth, height: windowHeight })
        : box({ x: left, y: bottom - windowHeight, width: windowWidth, height: windowHeight })
      ;(random.maybe(palette.litWindowsShare) ? litWindows : darkWindows).push(outline)
      if (hasShutters)
        shutters.push(
          box({ x: left - 9 * scale, y: bottom - windowHeight, width: 8 * scale, height: windowHeight }),
          box({ x: left + windowWidth + scale, y: bottom - windowHeight, width: 8 * scale, height: windowHeight }),
        )
    }
  }
  const shutterColor = fade(canvas, random.pick(['#5d8a6b', '#7a5a48', '#4f7d8c', '#8a5a4a']), distance)
  return (
    path(darkWindows.join(''), fade(canvas, glassColor, distance * 0.7), 0.86) +
    path(litWindows.join(''), lampColor, 0.95) +
    path(shutters.join(''), shutterColor, 0.9)
  )
}

type Row = {
  from: number
  to: number
  base: number
  minHeight: number
  maxHeight: number
  scale?: number
  distance?: number
}

/** A row of houses without gaps, as along an Italian harbour. */
export function houseRow(
  canvas: Canvas,
  { from, to, base, minHeight, maxHeight, scale = 1, distance = 0 }: Row,
): string {
  const { random } = canvas
  const bodies: string[] = []
  let previous = ''
  for (let x = from; x < to;) {
    const width = random.between(108, 196) * scale
    const wall = random.pick(wallColors.filter((color) => color !== previous))
    bodies.push(
      house(canvas, { x, base, width: width + 2, height: random.between(minHeight, maxHeight), scale, distance, wall }),
    )
    previous = wall
    x += width
  }
  return random.shuffled(bodies).join('')
}

/** A hill town: rows of small houses, one above the other, narrower towards the top. */
export function housesUphill(
  canvas: Canvas,
  { x: middle, base, width, height }: Placement & { width: number },
): string {
  const { random } = canvas
  const tiers = 6
  return repeat(tiers, (index) => {
    const tier = tiers - 1 - index
    const share = tier / (tiers - 1)
    const half = (width / 2) * (1 - share * 0.76)
    const tierBase = base - height * share * 0.8 - 6
    const count = Math.max(3, Math.round((half * 2) / 74))
    return repeat(count, (position) => {
      const x = middle - half + (position * half * 2) / count + random.between(-10, 10)
      const sag = ((x - middle) / half) ** 2 * 34 * (1 - share)
      return house(canvas, {
        x,
        base: tierBase + sag + 40,
        width: random.between(62, 92),
        height: random.between(92, 148),
        scale: 0.56,
        distance: 0.05 + share * 0.14,
      })
    })
  })
}

export function palazzo(canvas: Canvas, { x, base, width, height }: Block): string {
  const { random, palette } = canvas
  const wall = tint(canvas, random.pick(['#e7a98b', '#f2d3a6', '#dd8a6c', '#f3e3c6', '#d99a8a', '#ecc08a']))
  const storeys = Math.max(2, Math.floor(height / 118))
  const trim = tint(canvas, '#fbf0d8')
  const openings = Array.from({ length: storeys }, (_, storey) => {
    const bottom = base - 34 - (storey * (height - 40)) / storeys
    const count = Math.max(3, Math.floor(width / 54))
    return Array.from({ length: count }, (__, index) => ({
      bottom,
      left: x + ((index + 0.5) * width) / count - 14,
      glow: random.maybe(palette.litWindowsShare),
    }))
  }).flat()
  const heads = (glow: boolean) =>
    openings
      .filter((opening) => opening.glow === glow)
      .map(({ left, bottom }) => pointedArch({ x: left, base: bottom, width: 28, height: 66 }))
      .join('')
  return (
    rect({ x, y: base - height, width, height: height + 2 }, wall) +
    path(
      openings
        .map(({ left, bottom }) => pointedArch({ x: left - 6, base: bottom + 4, width: 40, height: 80 }))
        .join(''),
      trim,
    ) +
    path(heads(false), tint(canvas, glassColor), 0.88) +
    path(heads(true), lampColor) +
    repeat(storeys, (storey) =>
      rect({ x, y: base - 30 - (storey * (height - 40)) / storeys, width, height: 7 }, trim),
    ) +
    rect({ x: x - 5, y: base - height - 8, width: width + 10, height: 16 }, trim) +
    repeat(Math.floor(width / 26), (index) =>
      rect({ x: x + 4 + index * 26, y: base - height - 22, width: 12, height: 16 }, trim, 1, 6),
    ) +
    rect(
      {
        x: shadeSide(canvas, x + width / 2) > 0 ? x + width * 0.86 : x,
        y: base - height,
        width: width * 0.14,
        height: height + 2,
      },
      palette.ink,
      0.09,
    )
  )
}

/** A building with arcades, as in Bologna. */
export function arcade(canvas: Canvas, { x, base, width, height }: Block): string {
  const { random, palette } = canvas
  const wall = tint(canvas, random.pick(['#e79f66', '#dd8059', '#f0bd7c', '#f3d39a', '#e8957a']))
  const count = Math.max(2, Math.round(width / 112))
  const bayWidth = width / count
  const openings = Array.from({ length: count }, (_, index) =>
    arch({ x: x + index * bayWidth + bayWidth * 0.14, base: base + 1, width: bayWidth * 0.72, height: 138 }),
  ).join('')
  const shadowColor = mixColors(wall, palette.ink, palette.isDark ? 0.5 : 0.62)
  return (
    rect({ x, y: base - height, width, height }, wall) +
    path(openings, palette.isDark ? mixColors(lampColor, wall, 0.35) : shadowColor) +
    (palette.isDark ? '' : path(openings, palette.ink, 0.1)) +
    rect({ x, y: base - 168, width, height: 8 }, tint(canvas, '#fbeccb')) +
    roofOver(canvas, { x, top: base - height, width, scale: 1, distance: 0, roof: 'eaves' }) +
    windows(canvas, { x, top: base - height, width, height: height - 172, scale: 1.05, distance: 0 })
  )
}

const stripes = [
  ['#d4574a', '#fbf0d8'],
  ['#3f8a7d', '#fbf0d8'],
  ['#e7a04d', '#fff6df'],
  ['#5f6fb8', '#f6efe0'],
  ['#b0526f', '#fbeee0'],
] as const

/** A market stall with a striped awning. */
export function stall(canvas: Canvas, { x, base, scale }: ScaledPlacement): string {
  const { random, palette } = canvas
  const [dark, light] = random.pick(stripes)
  const stallWidth = 190 * scale
  const top = base - 190 * scale
  const cloth = repeat(8, (index) => {
    const left = x + (index * stallWidth) / 8
    const half = stallWidth / 8
    return path(
      pathData`M${left} ${top}h${half}v${40 * scale}a${half / 2} ${half / 2} 0 0 1 ${-half} 0z`,
      tint(canvas, index % 2 ? light : dark),
    )
  })
  const posts =
    rect({ x: x + 6 * scale, y: top + 30 * scale, width: 7 * scale, height: 160 * scale }, palette.ink, 0.8) +
    rect(
      { x: x + stallWidth - 13 * scale, y: top + 30 * scale, width: 7 * scale, height: 160 * scale },
      palette.ink,
      0.8,
    )
  const fruit = repeat(11, (index) =>
    circle(
      { x: x + (20 + index * 15) * scale, y: base - (76 + (index % 3) * 5) * scale, radius: 10 * scale },
      tint(canvas, random.pick(['#e2583e', '#f0a63c', '#7fa650', '#f3cf5b', '#a94f7a'])),
    ),
  )
  const table = rect(
    { x: x + 4 * scale, y: base - 70 * scale, width: stallWidth - 8 * scale, height: 70 * scale },
    tint(canvas, random.pick(['#9a6a4a', '#b07f56', '#7f5a4a'])),
  )
  return (
    rect(
      { x: x + 10 * scale, y: top + 40 * scale, width: stallWidth - 20 * scale, height: 90 * scale },
      palette.ink,
      0.25,
    ) +
    posts +
    fruit +
    table +
    rect(
      { x: x + 4 * scale, y: base - 70 * scale, width: stallWidth - 8 * scale, height: 8 * scale },
      palette.ink,
      0.2,
    ) +
    cloth
  )
}

export function trullo(canvas: Canvas, { x, base, width }: { x: number; base: number; width: number }): string {
  const { palette, random } = canvas
  const wallHeight = width * 0.52
  const coneHeight = width * random.between(0.74, 0.92)
  const top = base - wallHeight
  const coneColor = mixColors(tint(canvas, '#9a92a0'), palette.hills[2], 0.12)
  const side = shadeSide(canvas, x + width / 2)
  const middle = x + width / 2
  const coneTop = top - coneHeight
  return (
    rect({ x, y: top, width, height: wallHeight + 2 }, tint(canvas, '#fdf4e1')) +
    rect(
      { x: side > 0 ? x + width * 0.82 : x, y: top, width: width * 0.18, height: wallHeight + 2 },
      palette.ink,
      0.1,
    ) +
    path(
      pathData`M${x - width * 0.07} ${top + 4}Q${middle - width * 0.16} ${coneTop + coneHeight * 0.45} ${middle - width * 0.05} ${coneTop}h${width * 0.1}Q${middle + width * 0.16} ${coneTop + coneHeight * 0.45} ${x + width * 1.07} ${top + 4}z`,
      coneColor,
    ) +
    path(
      pathData`M${middle} ${coneTop}h${side * width * 0.05}Q${middle + side * width * 0.16} ${coneTop + coneHeight * 0.45} ${middle + side * width * 0.57} ${top + 4}H${middle + side * width * 0.12}z`,
      palette.ink,
      0.14,
    ) +
    repeat(4, (index) =>
      stroke(
        pathData`M${middle - width * (0.12 + index * 0.1)} ${coneTop + coneHeight * (0.3 + index * 0.18)}q${width * (0.12 + index * 0.1)} ${width * 0.05} ${width * (0.24 + index * 0.2)} 0`,
        palette.ink,
        2.5,
        0.16,
      ),
    ) +
    rect(
      { x: middle - width * 0.05, y: coneTop - width * 0.07, width: width * 0.1, height: width * 0.1 },
      tint(canvas, '#fdf4e1'),
    ) +
    circle({ x: middle, y: coneTop - width * 0.11, radius: width * 0.05 }, tint(canvas, '#fdf4e1')) +
    path(
      arch({ x: middle - width * 0.11, base, width: width * 0.22, height: wallHeight * 0.66 }),
      random.maybe(palette.litWindowsShare) ? lampColor : tint(canvas, '#6a4b3a'),
    )
  )
}
