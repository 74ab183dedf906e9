import { arch, box, circle, pathData, repeat, mix, path, pointedArch, rect, stroke } from './shapes.ts'
import { glass, hazy, lamp, lit, shadeSide, type Canvas, tile, walls } from './canvas.ts'

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
  const wall = hazy(canvas, style.wall ?? random.pick(walls), distance)
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
  const color = hazy(canvas, random.pick(tile), distance)
  const over = 9 * size
  if (roof === 'flat')
    return rect(x - 4 * size, top - 6 * size, w + 8 * size, 14 * size, hazy(canvas, '#f4e2bf', distance))
  if (roof === 'gable')
    return path(pathData`M${x - over} ${top + 3}L${x + w / 2} ${top - w * 0.3}L${x + w + over} ${top + 3}z`, color)
  const rise = 26 * size
  const chimney = random.maybe(0.4)
    ? rect(
        x + w * random.between(0.2, 0.7),
        top - rise - 18 * size,
        16 * size,
        26 * size,
        hazy(canvas, '#e0b48a', distance),
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
  const [wide, tall, apart, storey] = [22 * size, 36 * size, 54 * size, 66 * size]
  const columns = Math.max(1, Math.floor((w - 18 * size) / apart))
  const storeys = Math.max(1, Math.floor((h - 34 * size) / storey))
  const round = random.maybe(0.45)
  const shutters = !round && random.maybe(0.75)
  const open: string[] = []
  const glowing: string[] = []
  const wings: string[] = []
  for (let storeyAt = 0; storeyAt < storeys; storeyAt += 1) {
    for (let column = 0; column < columns; column += 1) {
      const left = x + ((column + 0.5) * w) / columns - wide / 2
      const foot = top + 30 * size + tall + storeyAt * storey
      if (foot > top + h - 8 * size) continue
      const opening = round ? arch(left, foot, wide, tall) : box(left, foot - tall, wide, tall)
      ;(random.maybe(palette.awake) ? glowing : open).push(opening)
      if (shutters)
        wings.push(
          box(left - 9 * size, foot - tall, 8 * size, tall),
          box(left + wide + size, foot - tall, 8 * size, tall),
        )
    }
  }
  const wing = hazy(canvas, random.pick(['#5d8a6b', '#7a5a48', '#4f7d8c', '#8a5a4a']), distance)
  return (
    path(open.join(''), hazy(canvas, glass, distance * 0.7), 0.86) +
    path(glowing.join(''), lamp, 0.95) +
    path(wings.join(''), wing, 0.9)
  )
}

type Row = { from: number; to: number; base: number; low: number; tall: number; size?: number; distance?: number }

/** Houses shoulder to shoulder, as along every Italian harbour. */
export function houseRow(canvas: Canvas, { from, to, base, low, tall, size = 1, distance = 0 }: Row): string {
  const { random } = canvas
  const bodies: string[] = []
  let previous = ''
  for (let x = from; x < to;) {
    const w = random.between(108, 196) * size
    const wall = random.pick(walls.filter((color) => color !== previous))
    bodies.push(house(canvas, { x, base, w: w + 2, h: random.between(low, tall), size, distance, wall }))
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
    const foot = base - tall * share * 0.8 - 6
    const count = Math.max(3, Math.round((half * 2) / 74))
    return repeat(count, (at) => {
      const x = middle - half + (at * half * 2) / count + random.between(-10, 10)
      const sag = ((x - middle) / half) ** 2 * 34 * (1 - share)
      return house(canvas, {
        x,
        base: foot + sag + 40,
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
  const wall = lit(canvas, random.pick(['#e7a98b', '#f2d3a6', '#dd8a6c', '#f3e3c6', '#d99a8a', '#ecc08a']))
  const storeys = Math.max(2, Math.floor(h / 118))
  const trim = lit(canvas, '#fbf0d8')
  const openings = Array.from({ length: storeys }, (_, storey) => {
    const foot = base - 34 - (storey * (h - 40)) / storeys
    const count = Math.max(3, Math.floor(w / 54))
    return Array.from({ length: count }, (__, index) => ({
      foot,
      left: x + ((index + 0.5) * w) / count - 14,
      glow: random.maybe(palette.awake),
    }))
  }).flat()
  const heads = (glow: boolean) =>
    openings
      .filter((opening) => opening.glow === glow)
      .map(({ left, foot }) => pointedArch(left, foot, 28, 66))
      .join('')
  return (
    rect(x, base - h, w, h + 2, wall) +
    path(openings.map(({ left, foot }) => pointedArch(left - 6, foot + 4, 40, 80)).join(''), trim) +
    path(heads(false), lit(canvas, glass), 0.88) +
    path(heads(true), lamp) +
    repeat(storeys, (storey) => rect(x, base - 30 - (storey * (h - 40)) / storeys, w, 7, trim)) +
    rect(x - 5, base - h - 8, w + 10, 16, trim) +
    repeat(Math.floor(w / 26), (index) => rect(x + 4 + index * 26, base - h - 22, 12, 16, trim, 1, 6)) +
    rect(shadeSide(canvas, x + w / 2) > 0 ? x + w * 0.86 : x, base - h, w * 0.14, h + 2, palette.ink, 0.09)
  )
}

/** A wing of arcades, as Bologna has them for miles. */
export function arcade(canvas: Canvas, x: number, base: number, w: number, h: number): string {
  const { random, palette } = canvas
  const wall = lit(canvas, random.pick(['#e79f66', '#dd8059', '#f0bd7c', '#f3d39a', '#e8957a']))
  const count = Math.max(2, Math.round(w / 112))
  const bay = w / count
  const openings = Array.from({ length: count }, (_, index) =>
    arch(x + index * bay + bay * 0.14, base + 1, bay * 0.72, 138),
  ).join('')
  const inner = mix(wall, palette.ink, palette.dark ? 0.5 : 0.62)
  return (
    rect(x, base - h, w, h, wall) +
    path(openings, palette.dark ? mix(lamp, wall, 0.35) : inner) +
    (palette.dark ? '' : path(openings, palette.ink, 0.1)) +
    rect(x, base - 168, w, 8, lit(canvas, '#fbeccb')) +
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
  const [w, top] = [190 * size, foot - 190 * size]
  const cloth = repeat(8, (index) => {
    const [left, half] = [x + (index * w) / 8, w / 8]
    return path(
      pathData`M${left} ${top}h${half}v${40 * size}a${half / 2} ${half / 2} 0 0 1 ${-half} 0z`,
      lit(canvas, index % 2 ? light : dark),
    )
  })
  const posts =
    rect(x + 6 * size, top + 30 * size, 7 * size, 160 * size, palette.ink, 0.8) +
    rect(x + w - 13 * size, top + 30 * size, 7 * size, 160 * size, palette.ink, 0.8)
  const fruit = repeat(11, (index) =>
    circle(
      x + (20 + index * 15) * size,
      foot - (76 + (index % 3) * 5) * size,
      10 * size,
      lit(canvas, random.pick(['#e2583e', '#f0a63c', '#7fa650', '#f3cf5b', '#a94f7a'])),
    ),
  )
  const table = rect(
    x + 4 * size,
    foot - 70 * size,
    w - 8 * size,
    70 * size,
    lit(canvas, random.pick(['#9a6a4a', '#b07f56', '#7f5a4a'])),
  )
  return (
    rect(x + 10 * size, top + 40 * size, w - 20 * size, 90 * size, palette.ink, 0.25) +
    posts +
    fruit +
    table +
    rect(x + 4 * size, foot - 70 * size, w - 8 * size, 8 * size, palette.ink, 0.2) +
    cloth
  )
}

export function trullo(canvas: Canvas, x: number, base: number, w: number): string {
  const { palette, random } = canvas
  const [h, cone] = [w * 0.52, w * random.between(0.74, 0.92)]
  const top = base - h
  const grey = mix(lit(canvas, '#9a92a0'), palette.hills[2], 0.12)
  const side = shadeSide(canvas, x + w / 2)
  const middle = x + w / 2
  const tip = top - cone
  return (
    rect(x, top, w, h + 2, lit(canvas, '#fdf4e1')) +
    rect(side > 0 ? x + w * 0.82 : x, top, w * 0.18, h + 2, palette.ink, 0.1) +
    path(
      pathData`M${x - w * 0.07} ${top + 4}Q${middle - w * 0.16} ${tip + cone * 0.45} ${middle - w * 0.05} ${tip}h${w * 0.1}Q${middle + w * 0.16} ${tip + cone * 0.45} ${x + w * 1.07} ${top + 4}z`,
      grey,
    ) +
    path(
      pathData`M${middle} ${tip}h${side * w * 0.05}Q${middle + side * w * 0.16} ${tip + cone * 0.45} ${middle + side * w * 0.57} ${top + 4}H${middle + side * w * 0.12}z`,
      palette.ink,
      0.14,
    ) +
    repeat(4, (index) =>
      stroke(
        pathData`M${middle - w * (0.12 + index * 0.1)} ${tip + cone * (0.3 + index * 0.18)}q${w * (0.12 + index * 0.1)} ${w * 0.05} ${w * (0.24 + index * 0.2)} 0`,
        palette.ink,
        2.5,
        0.16,
      ),
    ) +
    rect(middle - w * 0.05, tip - w * 0.07, w * 0.1, w * 0.1, lit(canvas, '#fdf4e1')) +
    circle(middle, tip - w * 0.11, w * 0.05, lit(canvas, '#fdf4e1')) +
    path(arch(middle - w * 0.11, base, w * 0.22, h * 0.66), random.maybe(palette.awake) ? lamp : lit(canvas, '#6a4b3a'))
  )
}
