import type { Canvas } from './canvas.ts'
import { foliageColor, stoneColor, tint } from './colors.ts'
import { bench, parasol, passerBy, strollers } from './figures.ts'
import { house, houseRow, palazzo } from './houses.ts'
import { ground, hills, volcano } from './land.ts'
import { campanile, castle, civicTower, dome, humpBridge, lampPost, lighthouse } from './landmarks.ts'
import { mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'
import { bush, palm, pine } from './trees.ts'
import { ferry, gondola, mooringPoles, rowingBoat, sailingBoat, water } from './water.ts'

export function harbour(canvas: Canvas): string {
  const { width, horizon, random, height } = canvas
  const towerHeight = random.between(430, 540)
  const x = width * random.between(0.26, 0.74)
  const tower = random.pick([campanile, civicTower])(canvas, { x, base: horizon, height: towerHeight })
  const shore = houseRow(canvas, { from: -30, to: width + 30, base: horizon, minHeight: 190, maxHeight: 330 })
  const quay = rect({ x: 0, y: horizon - 4, width, height: 12 }, tint(canvas, '#e9cfa2'))
  const boats = repeat(random.integer(2, 4), (index) =>
    rowingBoat(canvas, {
      x: width * (0.16 + index * 0.26) + random.between(-40, 40),
      y: horizon + 46 + random.between(0, 1) * (height - horizon - 90),
      scale: random.between(0.9, 1.25),
    }),
  )
  return hills(canvas) + water(canvas, horizon, tower + shore) + quay + boats
}

export function beach(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const shore = horizon + (height - horizon) * random.between(0.34, 0.46)
  const left = random.maybe(0.5)
  const cape = headland(canvas, left)
  const sails = repeat(random.integer(1, 3), () =>
    sailingBoat(canvas, {
      x: width * random.between(0.2, 0.8),
      y: horizon + random.between(26, 60),
      scale: random.between(0.45, 0.8),
    }),
  )
  const sand = path(
    pathData`M0 ${shore + 20}Q${width * 0.3} ${shore - 30} ${width * 0.6} ${shore + 6}T${width} ${shore - 8}V${height}H0z`,
    mixColors(tint(canvas, '#f4d9a4'), canvas.palette.hills[2], canvas.palette.isDark ? 0.3 : 0.06),
  )
  const foam = stroke(
    pathData`M0 ${shore + 18}Q${width * 0.3} ${shore - 32} ${width * 0.6} ${shore + 4}T${width} ${shore - 10}`,
    '#ffffff',
    9,
    0.55,
  )
  const lines = Math.ceil((height - shore) / 190)
  const umbrellas = repeat(lines, (line) =>
    repeat(5, (index) =>
      parasol(canvas, {
        x: width * (0.06 + index * 0.235) + (line % 2) * 70,
        base: shore + 120 + line * 160,
        scale: 0.7 + line * 0.26,
      }),
    ),
  )
  return (
    cape +
    water(canvas, horizon) +
    sails +
    sand +
    foam +
    strollers(canvas, { base: shore + 54, count: 3, height: 96 }) +
    umbrellas
  )
}

function headland(canvas: Canvas, left: boolean): string {
  const { width, horizon, random, palette } = canvas
  const reach = width * random.between(0.36, 0.5)
  const xAt = (share: number) => (left ? reach * share : width - reach * share)
  const edge = left ? -20 : width + 20
  const top = horizon - random.between(130, 210)
  const rock = path(
    pathData`M${edge} ${horizon + 4}V${top}Q${xAt(0.5)} ${top - 20} ${xAt(0.72)} ${horizon - 70}T${xAt(1.1)} ${horizon + 4}z`,
    mixColors(palette.hills[1], tint(canvas, '#c98f6b'), 0.35),
  )
  const village = () =>
    repeat(5, (index) =>
      house(canvas, {
        x: xAt(0.1 + index * 0.11) - 40,
        base: top + 84 + index * 14,
        width: 84,
        height: random.between(96, 144),
        scale: 0.55,
        distance: 0.12,
      }),
    )
  const capeWithBuildings = random.pick([
    () => lighthouse(canvas, { x: xAt(0.56), base: horizon - 60, height: 280 }) + rock,
    () => castle(canvas, { x: xAt(0.3), base: top + 36, height: 170, distance: 0.15 }) + rock,
    () => rock + campanile(canvas, { x: xAt(0.3), base: top + 60, height: 270, distance: 0.1 }) + village(),
    () =>
      rock +
      repeat(4, (index) =>
        pine(canvas, { x: xAt(0.1 + index * 0.15), base: top + 24 + index * 12, height: random.between(110, 170) }),
      ),
  ])()
  return hills(canvas, 1) + capeWithBuildings
}

export function lagoon(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const domes = dome(canvas, { x: width * random.between(0.62, 0.8), base: horizon, height: random.between(320, 400) })
  const bellTower = campanile(canvas, {
    x: width * random.between(0.14, 0.42),
    base: horizon,
    height: random.between(450, 540),
  })
  const palaces: string[] = []
  for (let x = -20; x < width * 0.58;) {
    const palaceWidth = random.between(170, 250)
    palaces.push(palazzo(canvas, { x, base: horizon, width: palaceWidth, height: random.between(220, 320) }))
    x += palaceWidth + 4
  }
  const lowHouses = houseRow(canvas, {
    from: width * 0.56,
    to: width + 20,
    base: horizon,
    minHeight: 120,
    maxHeight: 190,
    scale: 0.8,
  })
  const boats =
    gondola(canvas, {
      x: width * random.between(0.3, 0.66),
      y: horizon + (height - horizon) * 0.56,
      scale: random.between(1, 1.25),
    }) +
    (random.maybe(0.6)
      ? ferry(canvas, { x: width * 0.82, y: horizon + 60, scale: 0.7 })
      : gondola(canvas, { x: width * 0.14, y: horizon + 70, scale: 0.6 }))
  return (
    hills(canvas, 1) +
    water(canvas, horizon, bellTower + domes + lowHouses + palaces.join('')) +
    boats +
    mooringPoles(canvas, { x: width * 0.05, base: height + 20, height: 240 }) +
    mooringPoles(canvas, { x: width * 0.86, base: height + 20, height: 200 })
  )
}

export function canal(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const side = width * 0.36
  const walls =
    palazzo(canvas, { x: -40, base: horizon, width: side * 0.52, height: random.between(430, 520) }) +
    palazzo(canvas, { x: side * 0.46, base: horizon, width: side * 0.5, height: random.between(340, 420) }) +
    palazzo(canvas, { x: width - side * 0.94, base: horizon, width: side * 0.5, height: random.between(340, 420) }) +
    palazzo(canvas, { x: width - side * 0.46, base: horizon, width: side * 0.52, height: random.between(430, 520) })
  const far = houseRow(canvas, {
    from: side * 0.8,
    to: width - side * 0.8,
    base: horizon - 10,
    minHeight: 150,
    maxHeight: 230,
    scale: 0.7,
    distance: 0.25,
  })
  const span = humpBridge(canvas, { x: width / 2, base: horizon + 10, width: width * 0.5, height: 130 })
  const people = repeat(3, (index) =>
    passerBy(canvas, { x: width / 2 + (index - 1) * 74, base: horizon - 118 + Math.abs(index - 1) * 18, height: 78 }),
  )
  return (
    campanile(canvas, { x: width * random.between(0.46, 0.54), base: horizon, height: 520, distance: 0.22 }) +
    water(canvas, horizon, far + walls + people + span) +
    gondola(canvas, { x: width * random.between(0.4, 0.6), y: horizon + (height - horizon) * 0.55, scale: 1.2 }) +
    mooringPoles(canvas, { x: width * 0.1, base: height - 40, height: 230 })
  )
}

export function cliffLight(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const x = width * random.between(0.28, 0.72)
  const top = horizon + 20
  const cliff = (spread: number, fill: string) =>
    path(
      pathData`M${x - spread * 0.8} ${height}L${x - spread * 0.5} ${top + 130}L${x - spread * 0.34} ${top + 16}Q${x} ${top - 18} ${x + spread * 0.36} ${top + 12}L${x + spread * 0.48} ${top + 110}L${x + spread} ${height}z`,
      fill,
    )
  const rock = mixColors(palette.hills[2], tint(canvas, '#b97a5c'), 0.42)
  const keepersHouse = house(canvas, { x: x + 40, base: top + 12, width: 130, height: 92, scale: 0.7, wall: '#fdf3df' })
  return (
    hills(canvas, 1) +
    water(canvas, horizon) +
    repeat(2, () =>
      sailingBoat(canvas, {
        x: random.maybe(0.5) ? width * 0.12 : width * 0.88,
        y: horizon + random.between(50, 150),
        scale: random.between(0.5, 0.9),
      }),
    ) +
    cliff(520, rock) +
    cliff(300, mixColors(rock, palette.ink, 0.16)) +
    lighthouse(canvas, { x: x - 30, base: top + 8, height: random.between(400, 480) }) +
    keepersHouse +
    bush(canvas, { x: x - 130, base: top + 22, width: 48 }) +
    bush(canvas, { x: x + 200, base: top + 26, width: 40 })
  )
}

export function bay(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const mountain = volcano(canvas, {
    x: width * random.between(0.38, 0.66),
    base: horizon,
    height: random.between(240, 330),
  })
  const far = houseRow(canvas, {
    from: width * 0.1,
    to: width * 0.9,
    base: horizon,
    minHeight: 36,
    maxHeight: 76,
    scale: 0.34,
    distance: 0.36,
  })
  const boats = repeat(3, () =>
    sailingBoat(canvas, {
      x: width * random.between(0.14, 0.86),
      y: horizon + random.between(40, 190),
      scale: random.between(0.4, 0.85),
    }),
  )
  const terrace = path(
    pathData`M0 ${height - 150}Q${width * 0.4} ${height - 210} ${width} ${height - 110}V${height}H0z`,
    mixColors(canvas.palette.hills[2], foliageColor(canvas), 0.4),
  )
  const left = random.maybe(0.5)
  return (
    mountain +
    water(canvas, horizon, far) +
    boats +
    terrace +
    pine(canvas, { x: width * (left ? 0.16 : 0.84), base: height - 60, height: random.between(560, 680) }) +
    houseRow(canvas, {
      from: left ? width * 0.56 : -20,
      to: left ? width + 20 : width * 0.42,
      base: height + 20,
      minHeight: 120,
      maxHeight: 220,
      scale: 0.9,
    }) +
    (random.maybe(0.5) ? palm(canvas, { x: width * (left ? 0.9 : 0.1), base: height - 20, height: 330 }) : '')
  )
}

export function seastacks(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const rock = mixColors(palette.hills[2], tint(canvas, '#c08a68'), 0.45)
  const stack = (x: number, stackWidth: number, stackHeight: number) =>
    path(
      pathData`M${x - stackWidth / 2} ${horizon + 70}L${x - stackWidth * 0.4} ${horizon - stackHeight * 0.5}Q${x - stackWidth * 0.2} ${horizon - stackHeight} ${x + stackWidth * 0.04} ${horizon - stackHeight}T${x + stackWidth * 0.36} ${horizon - stackHeight * 0.4}L${x + stackWidth / 2} ${horizon + 70}z`,
      rock,
    ) +
    path(
      pathData`M${x + stackWidth * 0.04} ${horizon - stackHeight}Q${x + stackWidth * 0.24} ${horizon - stackHeight * 0.9} ${x + stackWidth * 0.36} ${horizon - stackHeight * 0.4}L${x + stackWidth / 2} ${horizon + 70}H${x + stackWidth * 0.1}Q${x + stackWidth * 0.2} ${horizon - stackHeight * 0.4} ${x + stackWidth * 0.04} ${horizon - stackHeight}z`,
      palette.ink,
      0.15,
    )
  const x = width * random.between(0.38, 0.56)
  return (
    hills(canvas, 1) +
    headland(canvas, random.maybe(0.5)) +
    water(canvas, horizon, '') +
    stack(x, 220, random.between(300, 380)) +
    stack(x + 220, 160, random.between(210, 280)) +
    stack(x + 350, 110, random.between(110, 170)) +
    repeat(3, (index) =>
      (index ? rowingBoat : sailingBoat)(canvas, {
        x: width * random.between(0.12, 0.88),
        y: horizon + 110 + index * random.between(60, 90),
        scale: 0.8 + index * 0.25,
      }),
    ) +
    bush(canvas, { x: width * 0.04, base: height + 10, width: 120 }) +
    repeat(2, (index) =>
      pine(canvas, { x: width * (0.02 + index * 0.11), base: height + 30, height: 420 - index * 90 }),
    )
  )
}

export function seafront(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const walk = horizon + (height - horizon) * 0.46
  const railing =
    rect({ x: 0, y: walk - 62, width, height: 8 }, tint(canvas, stoneColor)) +
    repeat(Math.ceil(width / 46), (index) =>
      rect({ x: index * 46, y: walk - 56, width: 12, height: 58 }, tint(canvas, stoneColor), 1, 5),
    ) +
    rect({ x: 0, y: walk - 6, width, height: 12 }, tint(canvas, '#e6cda0'))
  return (
    headland(canvas, random.maybe(0.5)) +
    water(canvas, horizon) +
    repeat(2, () =>
      sailingBoat(canvas, {
        x: width * random.between(0.25, 0.8),
        y: horizon + random.between(40, 90),
        scale: random.between(0.5, 0.9),
      }),
    ) +
    railing +
    ground(canvas, walk, '#ecd0a4') +
    repeat(3, (index) =>
      (random.maybe(0.7) ? palm : pine)(canvas, {
        x: width * (0.12 + index * 0.37) + random.between(-30, 30),
        base: walk + 60,
        height: random.between(430, 540),
      }),
    ) +
    strollers(canvas, { base: walk + (height - walk) * 0.4, count: 3, height: 180 }) +
    bench(canvas, { x: width * random.between(0.3, 0.7), base: height - 50, scale: 1.7 }) +
    lampPost(canvas, { x: width * 0.33, base: walk + 70, height: 330 }) +
    lampPost(canvas, { x: width * 0.72, base: walk + 70, height: 330 })
  )
}
