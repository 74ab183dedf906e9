import { arch, box, circle, pathData, repeat, mixColors, path, pointedArch, rect, stroke } from './shapes.ts'
import { glassColor, fade, lampColor, tint, shadeSide, type Canvas, roofColors, wallColors } from './canvas.ts'

type House = {
  x: number
  base: number
  w: number
  h: number
  size?: number
  distance?: number
  wall?: string
  roof?: 'eaves' | 'gable' | 'flat'
}

export function house(canvas: Canvas, { x, base, w, h, size = 1, distance = 0, ...style }: House): string {
  const { random, palette } = canvas
  const wall = fade(canvas, style.wall ?? random.pick(wallColors), distance)
  const roof = style.roof ?? (random.maybe(0.2) ? 'gable' : 'eaves')
  const shade = w * 0.16
  const shadeX = shadeSide(canvas, x + w / 2) > 0 ? x + w - shade : x
  return (
    rect(x, base - h, w, h + 2, wall) +
    rect(shadeX, base - h, shade, h + 2, palette.ink, 0.09) +
    roofOver(canvas, { x, top: base - h, w, size, distance, roof }) +
    windows(canvas, { x, top: base - h, w, h, size, distance })
  )
}

type Roof = { x: number; top: number; w: number; size: number; distance: number; roof: 'eaves' | 'gable' | 'flat' }

function roofOver(canvas: Canvas, { x, top, w, size, distance, roof }: Roof): string {
  const { random, palette } = canvas
  const color = fade(canvas, random.pick(roofColors), distance)
  const over = 9 * size
  if (roof === 'flat')
    return rect(x - 4 * size, top - 6 * size, w + 8 * size, 14 * size, fade(canvas, '#f4e2bf', distance))
  if (roof === 'gable')
    return path(pathData`M${x - over} ${top + 3}L${x + w / 2} ${top - w * 0.3}L${x + w + over} ${top + 3}z`, color)
  const rise = 26 * size
  const chimney = random.maybe(0.4)
    ? rect(
        x + w * random.between(0.2, 0.7),
        top - rise - 18 * size,
        16 * size,
        26 * size,
        fade(canvas, '#e0b48a', distance),
      )
    : ''
  return (
    chimney +
    path(
      pathData`M${x - over} ${top + 2}h${w + 2 * over}l${-18 * size} ${-rise}h${-(w + 2 * over - 36 * size)}z`,
      color,
    ) +
    rect(x, top + 2, w, 5 * size, palette.ink, 0.18)
  )
}

type Facade = { x: number; top: number; w: number; h: number; size: number; distance: number }

function windows(canvas: Canvas, { x, top, w, h, size, distance }: Facade): string {
  const { random, palette } = canvas
  const [windowWidth, windowHeight, columnWidth, storeyHeight] = [22 * size, 36 * size, 54 * size, 66 * size]
  const columns = Math.max(1, Math.floor((w - 18 * size) / columnWidth))
  const storeys = Math.max(1, Math.floor((h - 34 * size) / storeyHeight))
  const isRound = random.maybe(0.45)
  const hasShutters = !isRound && random.maybe(0.75)
  const darkWindows: string[] = []
  const litWindows: string[] = []
  const shutters: string[] = []
  for (let storey = 0; storey < storeys; storey += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + ((column + 0.5) * w) / columns - windowWidth / 2
      const bottom = top + 30 * size + windowHeight + storey * storeyHeight
      if (bottom > top + h - 8 * size) continue
      const outline = isRound ? arch(left, bottom, windowWidth, windowHeight) : box(left, bottom - windowHeight, windowWidth, windowHeight)
      ;(random.maybe(palette.litWindowsShare) ? litWindows : darkWindows).push(outline)
      if (hasShutters)
        shutters.push(
          box(left - 9 * size, bottom - windowHeight, 8 * size, windowHeight),
          box(left + windowWidth + size, bottom - windowHeight, 8 * size, windowHeight),
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

type Row = { from: number; to: number; base: number; minHeight: number; maxHeight: number; size?: number; distance?: number }

/** Houses shoulder to shoulder, as along every Italian harbour. */
export function houseRow(canvas: Canvas, { from, to, base, minHeight, maxHeight, size = 1, distance = 0 }: Row): string {
  const { random } = canvas
  const bodies: string[] = []
  let previous = ''
  for (let x = from; x < to;) {
    const w = random.between(108, 196) * size
    const wall = random.pick(wallColors.filter((color) => color !== previous))
    bodies.push(house(canvas, { x, base, w: w + 2, h: random.between(minHeight, maxHeight), size, distance, wall }))
    previous = wall
    x += w
  }
  return random.shuffled(bodies).join('')
}

/** A hill town: rows of small houses, one above the other, narrower towards the top. */
export function housesUphill(canvas: Canvas, middle: number, base: number, wide: number, tall: number): string {
  const { random } = canvas
  const tiers = 6
  return repeat(tiers, (index) => {
    const tier = tiers - 1 - index
    const share = tier / (tiers - 1)
    const half = (wide / 2) * (1 - share * 0.76)
    const tierBase = base - tall * share * 0.8 - 6
    const count = Math.max(3, Math.round((half * 2) / 74))
    return repeat(count, (at) => {
      const x = middle - half + (at * half * 2) / count + random.between(-10, 10)
      const sag = ((x - middle) / half) ** 2 * 34 * (1 - share)
      return house(canvas, {
        x,
        base: tierBase + sag + 40,
        w: random.between(62, 92),
        h: random.between(92, 148),
        size: 0.56,
        distance: 0.05 + share * 0.14,
      })
    })
  })
}

export function palazzo(canvas: Canvas, x: number, base: number, w: number, h: number): string {
  const { random, palette } = canvas
  const wall = tint(canvas, random.pick(['#e7a98b', '#f2d3a6', '#dd8a6c', '#f3e3c6', '#d99a8a', '#ecc08a']))
  const storeys = Math.max(2, Math.floor(h / 118))
  const trim = tint(canvas, '#fbf0d8')
  const openings = Array.from({ length: storeys }, (_, storey) => {
    const bottom = base - 34 - (storey * (h - 40)) / storeys
    const count = Math.max(3, Math.floor(w / 54))
    return Array.from({ length: count }, (__, index) => ({
      bottom,
      left: x + ((index + 0.5) * w) / count - 14,
      glow: random.maybe(palette.litWindowsShare),
    }))
  }).flat()
  const heads = (glow: boolean) =>
    openings
      .filter((opening) => opening.glow === glow)
      .map(({ left, bottom }) => pointedArch(left, bottom, 28, 66))
      .join('')
  return (
    rect(x, base - h, w, h + 2, wall) +
    path(openings.map(({ left, bottom }) => pointedArch(left - 6, bottom + 4, 40, 80)).join(''), trim) +
    path(heads(false), tint(canvas, glassColor), 0.88) +
    path(heads(true), lampColor) +
    repeat(storeys, (storey) => rect(x, base - 30 - (storey * (h - 40)) / storeys, w, 7, trim)) +
    rect(x - 5, base - h - 8, w + 10, 16, trim) +
    repeat(Math.floor(w / 26), (index) => rect(x + 4 + index * 26, base - h - 22, 12, 16, trim, 1, 6)) +
    rect(shadeSide(canvas, x + w / 2) > 0 ? x + w * 0.86 : x, base - h, w * 0.14, h + 2, palette.ink, 0.09)
  )
}

/** A wing of arcades, as Bologna has them for miles. */
export function arcade(canvas: Canvas, x: number, base: number, w: number, h: number): string {
  const { random, palette } = canvas
  const wall = tint(canvas, random.pick(['#e79f66', '#dd8059', '#f0bd7c', '#f3d39a', '#e8957a']))
  const count = Math.max(2, Math.round(w / 112))
  const bayWidth = w / count
  const openings = Array.from({ length: count }, (_, index) =>
    arch(x + index * bayWidth + bayWidth * 0.14, base + 1, bayWidth * 0.72, 138),
  ).join('')
  const shadowColor = mixColors(wall, palette.ink, palette.isDark ? 0.5 : 0.62)
  return (
    rect(x, base - h, w, h, wall) +
    path(openings, palette.isDark ? mixColors(lampColor, wall, 0.35) : shadowColor) +
    (palette.isDark ? '' : path(openings, palette.ink, 0.1)) +
    rect(x, base - 168, w, 8, tint(canvas, '#fbeccb')) +
    roofOver(canvas, { x, top: base - h, w, size: 1, distance: 0, roof: 'eaves' }) +
    windows(canvas, { x, top: base - h, w, h: h - 172, size: 1.05, distance: 0 })
  )
}

const stripes = [
  ['#d4574a', '#fbf0d8'],
  ['#3f8a7d', '#fbf0d8'],
  ['#e7a04d', '#fff6df'],
  ['#5f6fb8', '#f6efe0'],
  ['#b0526f', '#fbeee0'],
] as const

/** A market stall under its striped cloth. */
export function stall(canvas: Canvas, x: number, foot: number, size: number): string {
  const { random, palette } = canvas
  const [dark, light] = random.pick(stripes)
  const [stallWidth, top] = [190 * size, foot - 190 * size]
  const cloth = repeat(8, (index) => {
    const [left, half] = [x + (index * stallWidth) / 8, stallWidth / 8]
    return path(
      pathData`M${left} ${top}h${half}v${40 * size}a${half / 2} ${half / 2} 0 0 1 ${-half} 0z`,
      tint(canvas, index % 2 ? light : dark),
    )
  })
  const posts =
    rect(x + 6 * size, top + 30 * size, 7 * size, 160 * size, palette.ink, 0.8) +
    rect(x + stallWidth - 13 * size, top + 30 * size, 7 * size, 160 * size, palette.ink, 0.8)
  const fruit = repeat(11, (index) =>
    circle(
      x + (20 + index * 15) * size,
      foot - (76 + (index % 3) * 5) * size,
      10 * size,
      tint(canvas, random.pick(['#e2583e', '#f0a63c', '#7fa650', '#f3cf5b', '#a94f7a'])),
    ),
  )
  const table = rect(
    x + 4 * size,
    foot - 70 * size,
    stallWidth - 8 * size,
    70 * size,
    tint(canvas, random.pick(['#9a6a4a', '#b07f56', '#7f5a4a'])),
  )
  return (
    rect(x + 10 * size, top + 40 * size, stallWidth - 20 * size, 90 * size, palette.ink, 0.25) +
    posts +
    fruit +
    table +
    rect(x + 4 * size, foot - 70 * size, stallWidth - 8 * size, 8 * size, palette.ink, 0.2) +
    cloth
  )
}

export function trullo(canvas: Canvas, x: number, base: number, w: number): string {
  const { palette, random } = canvas
  const [wallHeight, coneHeight] = [w * 0.52, w * random.between(0.74, 0.92)]
  const top = base - wallHeight
  const coneColor = mixColors(tint(canvas, '#9a92a0'), palette.hills[2], 0.12)
  const side = shadeSide(canvas, x + w / 2)
  const middle = x + w / 2
  const coneTop = top - coneHeight
  return (
    rect(x, top, w, wallHeight + 2, tint(canvas, '#fdf4e1')) +
    rect(side > 0 ? x + w * 0.82 : x, top, w * 0.18, wallHeight + 2, palette.ink, 0.1) +
    path(
      pathData`M${x - w * 0.07} ${top + 4}Q${middle - w * 0.16} ${coneTop + coneHeight * 0.45} ${middle - w * 0.05} ${coneTop}h${w * 0.1}Q${middle + w * 0.16} ${coneTop + coneHeight * 0.45} ${x + w * 1.07} ${top + 4}z`,
      coneColor,
    ) +
    path(
      pathData`M${middle} ${coneTop}h${side * w * 0.05}Q${middle + side * w * 0.16} ${coneTop + coneHeight * 0.45} ${middle + side * w * 0.57} ${top + 4}H${middle + side * w * 0.12}z`,
      palette.ink,
      0.14,
    ) +
    repeat(4, (index) =>
      stroke(
        pathData`M${middle - w * (0.12 + index * 0.1)} ${coneTop + coneHeight * (0.3 + index * 0.18)}q${w * (0.12 + index * 0.1)} ${w * 0.05} ${w * (0.24 + index * 0.2)} 0`,
        palette.ink,
        2.5,
        0.16,
      ),
    ) +
    rect(middle - w * 0.05, coneTop - w * 0.07, w * 0.1, w * 0.1, tint(canvas, '#fdf4e1')) +
    circle(middle, coneTop - w * 0.11, w * 0.05, tint(canvas, '#fdf4e1')) +
    path(arch(middle - w * 0.11, base, w * 0.22, wallHeight * 0.66), random.maybe(palette.litWindowsShare) ? lampColor : tint(canvas, '#6a4b3a'))
  )
}
