import type { Canvas } from './canvas.ts'
import { tint } from './colors.ts'
import { bench, couple, laundry, strollers, vespa } from './figures.ts'
import { arcade, house, houseRow, stall } from './houses.ts'
import { ground, hills, meadow, paving } from './land.ts'
import { campanile, churchFront, civicTower, dome, fountain, lampPost, obelisk, skyline } from './landmarks.ts'
import { mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'
import { train } from './train.ts'
import { cypress, pine, roundTree } from './trees.ts'
import { sailingBoat, water } from './water.ts'

export function piazza(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back = random.maybe(0.5)
    ? repeat(Math.ceil(width / 330), (index) =>
        arcade(canvas, { x: index * 330 - 20, base: horizon, width: 332, height: random.between(300, 390) }),
      )
    : houseRow(canvas, { from: -20, to: width + 20, base: horizon, minHeight: 230, maxHeight: 350, scale: 1.1 })
  const x = width * random.between(0.3, 0.7)
  const behind = random.maybe(0.7)
    ? random.pick([campanile, civicTower, dome])(canvas, {
        x: x < width / 2 ? x + width * 0.27 : x - width * 0.27,
        base: horizon,
        height: random.between(500, 590),
        distance: 0.06,
      })
    : ''
  const front = random.maybe(0.6) ? churchFront(canvas, { x, base: horizon, height: random.between(430, 500) }) : ''
  const centre = random.pick([
    () =>
      fountain(canvas, { x: width * random.between(0.4, 0.6), base: horizon + (height - horizon) * 0.52, scale: 1.25 }),
    () =>
      obelisk(canvas, {
        x: width * random.between(0.4, 0.6),
        base: horizon + (height - horizon) * 0.5,
        height: random.between(380, 470),
      }),
    () => vespa(canvas, { x: width * random.between(0.2, 0.8), base: horizon + (height - horizon) * 0.74, scale: 1.5 }),
  ])()
  return (
    hills(canvas, 1) +
    behind +
    back +
    front +
    paving(canvas, horizon) +
    strollers(canvas, { base: horizon + 26, count: 5, height: 84 }) +
    centre +
    lampPost(canvas, { x: width * 0.08, base: horizon + 90, height: 270 }) +
    lampPost(canvas, { x: width * 0.92, base: horizon + 90, height: 270 }) +
    strollers(canvas, { base: horizon + (height - horizon) * 0.7, count: 2, height: 170 })
  )
}

export function rooftops(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const distantTown =
    repeat(5, (index) =>
      skyline(canvas, {
        x: ((index + random.between(0.25, 0.75)) * width) / 5,
        base: horizon,
        height: random.between(190, 330),
        distance: 0.34,
      }),
    ) +
    houseRow(canvas, {
      from: -20,
      to: width + 20,
      base: horizon + 20,
      minHeight: 70,
      maxHeight: 130,
      scale: 0.5,
      distance: 0.32,
    })
  const middleDistance =
    random.pick([dome, dome, civicTower])(canvas, {
      x: width * random.between(0.3, 0.7),
      base: horizon + 110,
      height: random.between(450, 540),
      distance: 0.06,
    }) +
    houseRow(canvas, {
      from: -20,
      to: width + 20,
      base: horizon + 130,
      minHeight: 110,
      maxHeight: 190,
      scale: 0.76,
      distance: 0.14,
    })
  const houses = houseRow(canvas, {
    from: -20,
    to: width + 20,
    base: (horizon + height) / 2 + 90,
    minHeight: 120,
    maxHeight: 210,
    scale: 0.94,
    distance: 0.07,
  })
  const nearHouses = houseRow(canvas, {
    from: -20,
    to: width + 20,
    base: height + 20,
    minHeight: 190,
    maxHeight: 290,
    scale: 1.15,
  })
  const trees = pine(canvas, {
    x: width * (random.maybe(0.5) ? 0.1 : 0.9),
    base: height + 40,
    height: random.between(540, 660),
  })
  return hills(canvas) + distantTown + middleDistance + houses + nearHouses + trees
}

export function station(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const platform = horizon + (height - horizon) * 0.34
  const roof = horizon - 300
  const canopy =
    path(pathData`M0 ${roof}H${width}V${roof + 26}H0z`, mixColors(tint(canvas, '#5d6a7d'), palette.ink, 0.3)) +
    repeat(Math.ceil(width / 300), (index) =>
      stroke(
        pathData`M${index * 300 + 90} ${platform}V${roof + 20}M${index * 300 + 90} ${roof + 110}L${index * 300 + 20} ${roof + 26}M${index * 300 + 90} ${roof + 110}L${index * 300 + 160} ${roof + 26}`,
        mixColors(tint(canvas, '#5d6a7d'), palette.ink, 0.3),
        13,
      ),
    )
  const town =
    houseRow(canvas, {
      from: -20,
      to: width + 20,
      base: horizon,
      minHeight: 120,
      maxHeight: 200,
      scale: 0.7,
      distance: 0.2,
    }) + campanile(canvas, { x: width * random.between(0.6, 0.85), base: horizon, height: 400, distance: 0.2 })
  const clock = stationClock(canvas, width * random.between(0.4, 0.6), roof + 26)
  return (
    hills(canvas) +
    town +
    ground(canvas, horizon - 2, '#a58a80') +
    train(canvas, { x: width * random.between(0.02, 0.16), base: platform - 26, scale: 1 }) +
    canopy +
    clock +
    ground(canvas, platform, '#e2c6a0') +
    rect({ x: 0, y: platform + 20, width, height: 12 }, tint(canvas, '#f6d24f'), 0.9) +
    strollers(canvas, { base: platform + (height - platform) * 0.34, count: 4, height: 190 }) +
    bench(canvas, { x: width * random.between(0.2, 0.8), base: height - 60, scale: 1.6 })
  )
}

const stationClock = (canvas: Canvas, x: number, top: number): string =>
  rect({ x: x - 4, y: top, width: 8, height: 40 }, canvas.palette.ink) +
  path(pathData`M${x - 46} ${top + 84}a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z`, canvas.palette.ink) +
  path(pathData`M${x - 38} ${top + 84}a38 38 0 1 1 76 0a38 38 0 1 1 -76 0z`, '#fff6df') +
  stroke(pathData`M${x} ${top + 84}v-24M${x} ${top + 84}l18 10`, canvas.palette.ink, 5)

export function alley(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const end = random.pick([
    () => water(canvas, horizon) + sailingBoat(canvas, { x: width / 2 + 20, y: horizon + 40, scale: 0.5 }),
    () => hills(canvas) + dome(canvas, { x: width / 2, base: horizon + 20, height: 440, distance: 0.12 }),
    () => hills(canvas) + campanile(canvas, { x: width / 2, base: horizon + 20, height: 480, distance: 0.1 }),
  ])()
  const fronts = [
    [0.25, 0.375, 0.56],
    [0.12, 0.27, 0.7],
    [-0.08, 0.15, 0.86],
  ] as const
  const side = (left: boolean) =>
    fronts
      .map(([from, to, heightShare], index) => {
        const x = width * (left ? from : 1 - to)
        return house(canvas, {
          x,
          base: height + 10 - (2 - index) * (height - horizon) * 0.3,
          width: width * (to - from),
          height: height * (heightShare - 0.1 * (2 - index)),
          scale: 0.9 + index * 0.42,
          distance: (2 - index) * 0.07,
          roof: 'eaves',
        })
      })
      .join('')
  const lane = path(
    pathData`M${width * 0.36} ${horizon + 60}H${width * 0.64}L${width * 0.82} ${height}H${width * 0.18}z`,
    mixColors(tint(canvas, '#dfbd92'), palette.hills[2], palette.isDark ? 0.34 : 0.12),
  )
  const steps = repeat(6, (index) =>
    rect(
      {
        x: width * (0.33 - index * 0.028),
        y: horizon + 90 + index * ((height - horizon - 90) / 6),
        width: width * (0.34 + index * 0.056),
        height: 5,
      },
      palette.ink,
      0.12,
    ),
  )
  const floor = ground(canvas, horizon + 16, '#cfa880')
  return (
    end +
    floor +
    lane +
    steps +
    side(true) +
    side(false) +
    laundry(canvas, { from: width * 0.2, to: width * 0.8, y: height * 0.24 }) +
    (random.maybe(0.6) ? laundry(canvas, { from: width * 0.26, to: width * 0.74, y: height * 0.42 }) : '') +
    (random.maybe(0.5)
      ? vespa(canvas, { x: width * 0.36, base: height - 50, scale: 1.3 })
      : couple(canvas, { x: width * 0.47, base: height - 90, height: 150 })) +
    lampPost(canvas, { x: width * 0.71, base: height - 60, height: 240 })
  )
}

export function park(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const trees = (treeBase: number, count: number, treeHeight: number) =>
    repeat(count, (index) =>
      random.pick([roundTree, roundTree, pine, cypress])(canvas, {
        x: ((index + random.between(0.1, 0.9)) * width) / count,
        base: treeBase + random.between(-10, 20),
        height: treeHeight * random.between(0.8, 1.1),
      }),
    )
  const lane = path(
    pathData`M${width * 0.47} ${horizon + 10}H${width * 0.53}Q${width * 0.56} ${(horizon + height) / 2} ${width * 0.86} ${height}H${width * 0.14}Q${width * 0.44} ${(horizon + height) / 2} ${width * 0.47} ${horizon + 10}z`,
    mixColors(tint(canvas, '#f1dcb4'), canvas.palette.hills[2], canvas.palette.isDark ? 0.3 : 0.05),
  )
  const centrepiece = random.maybe(0.5)
    ? fountain(canvas, { x: width / 2, base: horizon + (height - horizon) * 0.42, scale: 0.9 })
    : ''
  return (
    hills(canvas, 1) +
    skyline(canvas, { x: width * random.between(0.3, 0.7), base: horizon, height: 300, distance: 0.28 }) +
    trees(horizon + 14, 9, 220) +
    meadow(canvas, horizon + 6, '#86a95c') +
    lane +
    centrepiece +
    trees(horizon + (height - horizon) * 0.34, 4, 340) +
    strollers(canvas, { base: horizon + (height - horizon) * 0.6, count: 3, height: 130 }) +
    bench(canvas, { x: width * (random.maybe(0.5) ? 0.17 : 0.83), base: height - 90, scale: 1.5 }) +
    lampPost(canvas, { x: width * 0.3, base: height - 130, height: 290 })
  )
}

export function market(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back =
    campanile(canvas, { x: width * random.between(0.2, 0.8), base: horizon, height: 520, distance: 0.06 }) +
    houseRow(canvas, { from: -20, to: width + 20, base: horizon, minHeight: 260, maxHeight: 370, scale: 1.1 })
  const stalls = (stallBase: number, scale: number, shift: number) =>
    repeat(Math.ceil(width / (230 * scale)) + 1, (index) =>
      stall(canvas, { x: index * 230 * scale - shift, base: stallBase, scale }),
    )
  return (
    back +
    paving(canvas, horizon) +
    stalls(horizon + 74, 0.84, random.between(20, 140)) +
    strollers(canvas, { base: horizon + 120, count: 6, height: 128 }) +
    stalls(horizon + (height - horizon) * 0.72, 1.25, random.between(40, 200)) +
    strollers(canvas, { base: height - 26, count: 3, height: 210 })
  )
}
