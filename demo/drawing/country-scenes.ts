import type { Canvas } from './canvas.ts'
import { foliageColor, tint } from './colors.ts'
import { passerBy, strollers, vespa } from './figures.ts'
import { house, houseRow, housesUphill, trullo } from './houses.ts'
import { ground, hills, meadow, peaks, ridge, rows } from './land.ts'
import { arena, bridge, campanile, castle, civicTower, dome, skyline, temple } from './landmarks.ts'
import { path, pathData, rect, repeat } from './shapes.ts'
import { train } from './train.ts'
import { bush, cypress, fir, olive, pine, pricklyPear, roundTree } from './trees.ts'
import { rowingBoat, sailingBoat, water } from './water.ts'

export function hillTown(canvas: Canvas): string {
  const { width, horizon, random, height } = canvas
  const middle = width * random.between(0.42, 0.58)
  const hillWidth = width * random.between(0.74, 0.9)
  const hillHeight = horizon * random.between(0.5, 0.6)
  const landmark = skyline(canvas, {
    x: middle + random.between(-40, 40),
    base: horizon - hillHeight * 0.66,
    height: hillHeight * 0.62,
    distance: 0.1,
  })
  const tower = campanile(canvas, {
    x: middle - hillWidth * random.between(0.16, 0.24),
    base: horizon - hillHeight * 0.34,
    height: hillHeight * 0.5,
    distance: 0.08,
  })
  const mound = path(
    pathData`M${middle - hillWidth * 0.78} ${horizon + 60}Q${middle - hillWidth * 0.4} ${horizon - hillHeight * 0.2} ${middle} ${horizon - hillHeight * 0.78}Q${middle + hillWidth * 0.4} ${horizon - hillHeight * 0.2} ${middle + hillWidth * 0.78} ${horizon + 60}z`,
    canvas.palette.hills[2],
  )
  const trees = repeat(9, (index) =>
    (random.maybe(0.6) ? cypress : roundTree)(canvas, {
      x: (index + random.between(0.1, 0.9)) * (width / 9),
      base: horizon + random.between(50, 110),
      height: random.between(100, 190),
    }),
  )
  return (
    hills(canvas) +
    mound +
    landmark +
    tower +
    housesUphill(canvas, { x: middle, base: horizon, width: hillWidth, height: hillHeight }) +
    meadow(canvas, horizon + 44) +
    trees +
    meadow(canvas, (horizon + height) / 2 + 30, '#b3a85a') +
    rows(canvas, (horizon + height) / 2 + 40, 9)
  )
}

export function river(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const landmark = random.pick([dome, campanile, civicTower, castle])(canvas, {
    x: width * random.between(0.24, 0.76),
    base: horizon - 6,
    height: random.between(400, 480),
    distance: 0.08,
  })
  const town = houseRow(canvas, {
    from: -20,
    to: width + 20,
    base: horizon - 4,
    minHeight: 140,
    maxHeight: 240,
    scale: 0.9,
    distance: 0.04,
  })
  const waterTop = horizon + (height - horizon) * 0.26
  const span = bridge(canvas, {
    from: -40,
    to: width + 40,
    deck: horizon - 34,
    base: waterTop,
    arches: random.integer(3, 5),
  })
  const people = repeat(6, (index) =>
    passerBy(canvas, { x: ((index + 0.5) * width) / 6 + random.between(-40, 40), base: horizon - 36, height: 74 }),
  )
  const boat = random.maybe(0.6)
    ? rowingBoat(canvas, { x: width * random.between(0.2, 0.8), y: waterTop + (height - waterTop) * 0.55, scale: 1.2 })
    : ''
  return hills(canvas) + landmark + town + water(canvas, waterTop, people + span) + boat
}

export function mountains(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const lake = random.maybe(0.55)
  const village =
    repeat(5, (index) =>
      house(canvas, {
        x: width * 0.24 + index * 112 + random.between(-14, 14),
        base: horizon + 8,
        width: random.between(84, 112),
        height: random.between(84, 120),
        scale: 0.62,
        roof: 'gable',
      }),
    ) + campanile(canvas, { x: width * random.between(0.34, 0.66), base: horizon + 6, height: 290 })
  const wood = (treeBase: number, count: number, treeHeight: number) =>
    repeat(count, (index) =>
      fir(canvas, {
        x: ((index + random.between(0, 1)) * width) / count,
        base: treeBase + random.between(-6, 16),
        height: treeHeight * random.between(0.7, 1.1),
      }),
    )
  const back =
    peaks(canvas, horizon, horizon * 0.72) +
    ridge(canvas, horizon - 70, 34, canvas.palette.hills[1]) +
    wood(horizon - 24, 16, 120)
  if (lake)
    return (
      back +
      water(canvas, horizon, ridge(canvas, horizon - 12, 8, canvas.palette.hills[2]) + village) +
      (random.maybe(0.6)
        ? sailingBoat(canvas, { x: width * random.between(0.2, 0.8), y: horizon + 130, scale: 1 })
        : rowingBoat(canvas, { x: width * random.between(0.25, 0.75), y: horizon + 150, scale: 1.3 })) +
      wood(height + 30, 6, 330)
    )
  return (
    back +
    meadow(canvas, horizon - 6) +
    village +
    meadow(canvas, horizon + (height - horizon) * 0.44, '#7ba058') +
    wood(horizon + (height - horizon) * 0.62, 6, 220) +
    strollers(canvas, { base: height - 60, count: 2, height: 150 })
  )
}

export function countryside(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const farm = width * random.between(0.28, 0.72)
  const farmhouse =
    house(canvas, { x: farm - 110, base: horizon + 16, width: 220, height: 130, scale: 0.95, roof: 'eaves' }) +
    house(canvas, { x: farm + 60, base: horizon + 18, width: 90, height: 196, scale: 0.8, roof: 'eaves' })
  const avenue = repeat(9, (index) =>
    cypress(canvas, {
      x: farm + (index - 4) * random.between(44, 56) + (index < 4 ? -120 : 150),
      base: horizon + 30 + Math.abs(index - 4) * 14,
      height: random.between(150, 220),
    }),
  )
  const road = path(
    pathData`M${farm - 16} ${horizon + 20}Q${farm + 120} ${horizon + 120} ${width * 0.4} ${(horizon + height) / 2 + 40}T${width * 0.32} ${height}H${width * 0.56}Q${width * 0.5} ${(horizon + height) / 2 + 90} ${farm + 90} ${horizon + 150}T${farm + 12} ${horizon + 20}z`,
    tint(canvas, '#f3dfb8'),
    palette.isDark ? 0.5 : 0.9,
  )
  return (
    hills(canvas, 3) +
    meadow(canvas, horizon, '#a9b663') +
    farmhouse +
    avenue +
    meadow(canvas, horizon + (height - horizon) * 0.3, '#c5b85f') +
    road +
    rows(canvas, (horizon + height) / 2 + 60, 7) +
    repeat(3, () =>
      bush(canvas, {
        x: width * random.between(0.64, 0.98),
        base: height - random.between(30, 130),
        width: random.between(46, 74),
      }),
    )
  )
}

export function trulli(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back = repeat(6, (index) =>
    trullo(canvas, {
      x: index * (width / 5.6) - 40 + random.between(-20, 20),
      base: horizon + 12,
      width: random.between(150, 190),
    }),
  )
  const front = repeat(4, (index) =>
    trullo(canvas, {
      x: index * (width / 3.7) - 60 + random.between(-24, 24),
      base: horizon + 170,
      width: random.between(240, 290),
    }),
  )
  const wall =
    rect({ x: 0, y: horizon + 168, width, height: 46 }, tint(canvas, '#f0dfc2')) +
    repeat(26, (index) =>
      rect(
        {
          x: index * (width / 26) + random.between(-6, 6),
          y: horizon + 168 + (index % 3) * 14,
          width: random.between(26, 44),
          height: 11,
        },
        canvas.palette.ink,
        0.09,
        5,
      ),
    )
  return (
    hills(canvas, 1) +
    ridge(canvas, horizon - 10, 14, foliageColor(canvas, '#7c9c55')) +
    back +
    front +
    wall +
    ground(canvas, horizon + 212, '#dba97a') +
    olive(canvas, { x: width * random.between(0.7, 0.9), base: height - 30, height: 340 }) +
    pricklyPear(canvas, { x: width * 0.08, base: height - 10, scale: 1.5 }) +
    (random.maybe(0.6)
      ? passerBy(canvas, { x: width * 0.4, base: height - 70, height: 170 })
      : vespa(canvas, { x: width * 0.4, base: height - 60, scale: 1.4 }))
  )
}

export function ruins(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const monument = random.maybe(0.5)
    ? temple(canvas, { x: width / 2 + random.between(-60, 60), base: horizon + 10, height: random.between(300, 360) })
    : arena(canvas, { x: width / 2, base: horizon + 20, height: random.between(320, 380) })
  const trees = repeat(3, () =>
    (random.maybe(0.6) ? pine : olive)(canvas, {
      x: width * (random.maybe(0.5) ? random.between(0.02, 0.16) : random.between(0.84, 0.98)),
      base: horizon + random.between(60, 130),
      height: random.between(300, 420),
    }),
  )
  return (
    hills(canvas) +
    meadow(canvas, horizon - 4, '#b7b060') +
    monument +
    trees +
    ground(canvas, horizon + (height - horizon) * 0.42, '#e3bd86') +
    strollers(canvas, { base: horizon + (height - horizon) * 0.62, count: 4, height: 120 }) +
    pricklyPear(canvas, { x: width * random.between(0.1, 0.2), base: height + 10, scale: 1.7 }) +
    bush(canvas, { x: width * 0.9, base: height - 10, width: 90 })
  )
}

export function viaduct(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const deck = horizon - 40
  const passingTrain = train(canvas, { x: width * random.between(0.05, 0.3), base: deck - 6, scale: 0.42 })
  return (
    hills(canvas, 3) +
    (random.maybe(0.5)
      ? housesUphill(canvas, { x: width * 0.78, base: horizon - 110, width: width * 0.4, height: 220 })
      : '') +
    passingTrain +
    bridge(canvas, { from: -30, to: width + 30, deck, base: horizon + 240, arches: random.integer(5, 7) }) +
    meadow(canvas, horizon + 210) +
    meadow(canvas, (horizon + height) / 2 + 90, '#b3a85a') +
    repeat(6, (index) =>
      cypress(canvas, {
        x: ((index + random.between(0, 1)) * width) / 6,
        base: horizon + random.between(250, 360),
        height: random.between(140, 220),
      }),
    )
  )
}
