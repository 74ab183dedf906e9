import { bench, couple, laundry, parasol, passerBy, vespa } from './figures.ts'
import { arcade, house, houseRow, housesUphill, palazzo, stall, trullo } from './houses.ts'
import {
  arena,
  bridge,
  campanile,
  castle,
  churchFront,
  civicTower,
  dome,
  fountain,
  humpBridge,
  lampPost,
  lighthouse,
  obelisk,
  type Spot,
  temple,
} from './landmarks.ts'
import { ground, hills, meadow, peaks, ridge, rows, volcano } from './land.ts'
import { pathData, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { foliageColor, tint, type Canvas, stoneColor } from './canvas.ts'
import { engine } from './train.ts'
import { bush, cypress, fir, olive, palm, pine, pricklyPear, roundTree } from './trees.ts'
import { ferry, gondola, mooringPoles, rowingBoat, sailingBoat, water } from './water.ts'

type Scene = { horizon: number; draw: (canvas: Canvas) => string }

const tallOnes = [campanile, civicTower, dome, castle]

const skyline = (canvas: Canvas, spot: Spot): string => canvas.random.pick(tallOnes)(canvas, spot)

function harbour(canvas: Canvas): string {
  const { width, horizon, random, height } = canvas
  const towerHeight = random.between(430, 540)
  const x = width * random.between(0.26, 0.74)
  const tower = random.pick([campanile, civicTower])(canvas, { x, base: horizon, tall: towerHeight })
  const shore = houseRow(canvas, { from: -30, to: width + 30, base: horizon, minHeight: 190, maxHeight: 330 })
  const quay = rect(0, horizon - 4, width, 12, tint(canvas, '#e9cfa2'))
  const boats = repeat(random.integer(2, 4), (index) =>
    rowingBoat(
      canvas,
      width * (0.16 + index * 0.26) + random.between(-40, 40),
      horizon + 46 + random.between(0, 1) * (height - horizon - 90),
      random.between(0.9, 1.25),
    ),
  )
  return hills(canvas) + water(canvas, horizon, tower + shore) + quay + boats
}

function hillTown(canvas: Canvas): string {
  const { width, horizon, random, height } = canvas
  const middle = width * random.between(0.42, 0.58)
  const hillWidth = width * random.between(0.74, 0.9)
  const hillHeight = horizon * random.between(0.5, 0.6)
  const landmark = skyline(canvas, {
    x: middle + random.between(-40, 40),
    base: horizon - hillHeight * 0.66,
    tall: hillHeight * 0.62,
    distance: 0.1,
  })
  const tower = campanile(canvas, {
    x: middle - hillWidth * random.between(0.16, 0.24),
    base: horizon - hillHeight * 0.34,
    tall: hillHeight * 0.5,
    distance: 0.08,
  })
  const mound = path(
    pathData`M${middle - hillWidth * 0.78} ${horizon + 60}Q${middle - hillWidth * 0.4} ${horizon - hillHeight * 0.2} ${middle} ${horizon - hillHeight * 0.78}Q${middle + hillWidth * 0.4} ${horizon - hillHeight * 0.2} ${middle + hillWidth * 0.78} ${horizon + 60}z`,
    canvas.palette.hills[2],
  )
  const trees = repeat(9, (index) =>
    (random.maybe(0.6) ? cypress : roundTree)(
      canvas,
      (index + random.between(0.1, 0.9)) * (width / 9),
      horizon + random.between(50, 110),
      random.between(100, 190),
    ),
  )
  return (
    hills(canvas) +
    mound +
    landmark +
    tower +
    housesUphill(canvas, middle, horizon, hillWidth, hillHeight) +
    meadow(canvas, horizon + 44) +
    trees +
    meadow(canvas, (horizon + height) / 2 + 30, '#b3a85a') +
    rows(canvas, (horizon + height) / 2 + 40, 9)
  )
}

function piazza(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back = random.maybe(0.5)
    ? repeat(Math.ceil(width / 330), (index) => arcade(canvas, index * 330 - 20, horizon, 332, random.between(300, 390)))
    : houseRow(canvas, { from: -20, to: width + 20, base: horizon, minHeight: 230, maxHeight: 350, size: 1.1 })
  const x = width * random.between(0.3, 0.7)
  const behind = random.maybe(0.7)
    ? random.pick([campanile, civicTower, dome])(canvas, {
        x: x < width / 2 ? x + width * 0.27 : x - width * 0.27,
        base: horizon,
        tall: random.between(500, 590),
        distance: 0.06,
      })
    : ''
  const front = random.maybe(0.6) ? churchFront(canvas, { x, base: horizon, tall: random.between(430, 500) }) : ''
  const centre = random.pick([
    () => fountain(canvas, width * random.between(0.4, 0.6), horizon + (height - horizon) * 0.52, 1.25),
    () => obelisk(canvas, width * random.between(0.4, 0.6), horizon + (height - horizon) * 0.5, random.between(380, 470)),
    () => vespa(canvas, width * random.between(0.2, 0.8), horizon + (height - horizon) * 0.74, 1.5),
  ])()
  return (
    hills(canvas, 1) +
    behind +
    back +
    front +
    paving(canvas, horizon) +
    strollers(canvas, horizon + 26, 5, 84) +
    centre +
    lampPost(canvas, width * 0.08, horizon + 90, 270) +
    lampPost(canvas, width * 0.92, horizon + 90, 270) +
    strollers(canvas, horizon + (height - horizon) * 0.7, 2, 170)
  )
}

function paving(canvas: Canvas, top: number): string {
  const { width, height, palette, random } = canvas
  const vanish = width * random.between(0.42, 0.58)
  const lines = repeat(11, (index) =>
    stroke(
      pathData`M${vanish + (index - 5) * width * 0.1} ${top}L${vanish + (index - 5) * width * 0.36} ${height}`,
      palette.ink,
      2.5,
      0.1,
    ),
  )
  const joints = repeat(5, (index) =>
    rect(0, top + (height - top) * ((index + 1) / 6) ** 1.6, width, 2.5, palette.ink, 0.08),
  )
  return ground(canvas, top, '#e6c69c') + lines + joints + rect(0, top, width, 9, palette.ink, 0.12)
}

const strollers = (canvas: Canvas, foot: number, count: number, tall: number): string =>
  repeat(count, (index) => {
    const x = ((index + canvas.random.between(0.15, 0.85)) * canvas.width) / count
    return (canvas.random.maybe(0.3) ? couple : passerBy)(
      canvas,
      x,
      foot + canvas.random.between(0, tall * 0.3),
      tall * canvas.random.between(0.9, 1.05),
    )
  })

function beach(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const shore = horizon + (height - horizon) * random.between(0.34, 0.46)
  const left = random.maybe(0.5)
  const cape = headland(canvas, left)
  const sails = repeat(random.integer(1, 3), () =>
    sailingBoat(canvas, width * random.between(0.2, 0.8), horizon + random.between(26, 60), random.between(0.45, 0.8)),
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
      parasol(canvas, width * (0.06 + index * 0.235) + (line % 2) * 70, shore + 120 + line * 160, 0.7 + line * 0.26),
    ),
  )
  return cape + water(canvas, horizon) + sails + sand + foam + strollers(canvas, shore + 54, 3, 96) + umbrellas
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
        w: 84,
        h: random.between(96, 144),
        size: 0.55,
        distance: 0.12,
      }),
    )
  const capeWithBuildings = random.pick([
    () => lighthouse(canvas, { x: xAt(0.56), base: horizon - 60, tall: 280 }) + rock,
    () => castle(canvas, { x: xAt(0.3), base: top + 36, tall: 170, distance: 0.15 }) + rock,
    () => rock + campanile(canvas, { x: xAt(0.3), base: top + 60, tall: 270, distance: 0.1 }) + village(),
    () =>
      rock +
      repeat(4, (index) => pine(canvas, xAt(0.1 + index * 0.15), top + 24 + index * 12, random.between(110, 170))),
  ])()
  return hills(canvas, 1) + capeWithBuildings
}

function lagoon(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const domes = dome(canvas, { x: width * random.between(0.62, 0.8), base: horizon, tall: random.between(320, 400) })
  const bellTower = campanile(canvas, {
    x: width * random.between(0.14, 0.42),
    base: horizon,
    tall: random.between(450, 540),
  })
  const palaces: string[] = []
  for (let x = -20; x < width * 0.58;) {
    const palaceWidth = random.between(170, 250)
    palaces.push(palazzo(canvas, x, horizon, palaceWidth, random.between(220, 320)))
    x += palaceWidth + 4
  }
  const lowHouses = houseRow(canvas, { from: width * 0.56, to: width + 20, base: horizon, minHeight: 120, maxHeight: 190, size: 0.8 })
  const boats =
    gondola(canvas, width * random.between(0.3, 0.66), horizon + (height - horizon) * 0.56, random.between(1, 1.25)) +
    (random.maybe(0.6)
      ? ferry(canvas, width * 0.82, horizon + 60, 0.7)
      : gondola(canvas, width * 0.14, horizon + 70, 0.6))
  return (
    hills(canvas, 1) +
    water(canvas, horizon, bellTower + domes + lowHouses + palaces.join('')) +
    boats +
    mooringPoles(canvas, width * 0.05, height + 20, 240) +
    mooringPoles(canvas, width * 0.86, height + 20, 200)
  )
}

function canal(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const side = width * 0.36
  const walls =
    palazzo(canvas, -40, horizon, side * 0.52, random.between(430, 520)) +
    palazzo(canvas, side * 0.46, horizon, side * 0.5, random.between(340, 420)) +
    palazzo(canvas, width - side * 0.94, horizon, side * 0.5, random.between(340, 420)) +
    palazzo(canvas, width - side * 0.46, horizon, side * 0.52, random.between(430, 520))
  const far = houseRow(canvas, {
    from: side * 0.8,
    to: width - side * 0.8,
    base: horizon - 10,
    minHeight: 150,
    maxHeight: 230,
    size: 0.7,
    distance: 0.25,
  })
  const span = humpBridge(canvas, width / 2, horizon + 10, width * 0.5, 130)
  const people = repeat(3, (index) =>
    passerBy(canvas, width / 2 + (index - 1) * 74, horizon - 118 + Math.abs(index - 1) * 18, 78),
  )
  return (
    campanile(canvas, { x: width * random.between(0.46, 0.54), base: horizon, tall: 520, distance: 0.22 }) +
    water(canvas, horizon, far + walls + people + span) +
    gondola(canvas, width * random.between(0.4, 0.6), horizon + (height - horizon) * 0.55, 1.2) +
    mooringPoles(canvas, width * 0.1, height - 40, 230)
  )
}

function river(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const landmark = random.pick([dome, campanile, civicTower, castle])(canvas, {
    x: width * random.between(0.24, 0.76),
    base: horizon - 6,
    tall: random.between(400, 480),
    distance: 0.08,
  })
  const town = houseRow(canvas, {
    from: -20,
    to: width + 20,
    base: horizon - 4,
    minHeight: 140,
    maxHeight: 240,
    size: 0.9,
    distance: 0.04,
  })
  const waterTop = horizon + (height - horizon) * 0.26
  const span = bridge(canvas, { from: -40, to: width + 40, deck: horizon - 34, foot: waterTop, arches: random.integer(3, 5) })
  const people = repeat(6, (index) =>
    passerBy(canvas, ((index + 0.5) * width) / 6 + random.between(-40, 40), horizon - 36, 74),
  )
  const boat = random.maybe(0.6)
    ? rowingBoat(canvas, width * random.between(0.2, 0.8), waterTop + (height - waterTop) * 0.55, 1.2)
    : ''
  return hills(canvas) + landmark + town + water(canvas, waterTop, people + span) + boat
}

function mountains(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const lake = random.maybe(0.55)
  const village =
    repeat(5, (index) =>
      house(canvas, {
        x: width * 0.24 + index * 112 + random.between(-14, 14),
        base: horizon + 8,
        w: random.between(84, 112),
        h: random.between(84, 120),
        size: 0.62,
        roof: 'gable',
      }),
    ) + campanile(canvas, { x: width * random.between(0.34, 0.66), base: horizon + 6, tall: 290 })
  const wood = (treeBase: number, count: number, treeHeight: number) =>
    repeat(count, (index) =>
      fir(
        canvas,
        ((index + random.between(0, 1)) * width) / count,
        treeBase + random.between(-6, 16),
        treeHeight * random.between(0.7, 1.1),
      ),
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
        ? sailingBoat(canvas, width * random.between(0.2, 0.8), horizon + 130, 1)
        : rowingBoat(canvas, width * random.between(0.25, 0.75), horizon + 150, 1.3)) +
      wood(height + 30, 6, 330)
    )
  return (
    back +
    meadow(canvas, horizon - 6) +
    village +
    meadow(canvas, horizon + (height - horizon) * 0.44, '#7ba058') +
    wood(horizon + (height - horizon) * 0.62, 6, 220) +
    strollers(canvas, height - 60, 2, 150)
  )
}

function countryside(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const farm = width * random.between(0.28, 0.72)
  const farmhouse =
    house(canvas, { x: farm - 110, base: horizon + 16, w: 220, h: 130, size: 0.95, roof: 'eaves' }) +
    house(canvas, { x: farm + 60, base: horizon + 18, w: 90, h: 196, size: 0.8, roof: 'eaves' })
  const avenue = repeat(9, (index) =>
    cypress(
      canvas,
      farm + (index - 4) * random.between(44, 56) + (index < 4 ? -120 : 150),
      horizon + 30 + Math.abs(index - 4) * 14,
      random.between(150, 220),
    ),
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
      bush(canvas, width * random.between(0.64, 0.98), height - random.between(30, 130), random.between(46, 74)),
    )
  )
}

function rooftops(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const distantTown =
    repeat(5, (index) =>
      skyline(canvas, {
        x: ((index + random.between(0.25, 0.75)) * width) / 5,
        base: horizon,
        tall: random.between(190, 330),
        distance: 0.34,
      }),
    ) +
    houseRow(canvas, { from: -20, to: width + 20, base: horizon + 20, minHeight: 70, maxHeight: 130, size: 0.5, distance: 0.32 })
  const middleDistance =
    random.pick([dome, dome, civicTower])(canvas, {
      x: width * random.between(0.3, 0.7),
      base: horizon + 110,
      tall: random.between(450, 540),
      distance: 0.06,
    }) +
    houseRow(canvas, {
      from: -20,
      to: width + 20,
      base: horizon + 130,
      minHeight: 110,
      maxHeight: 190,
      size: 0.76,
      distance: 0.14,
    })
  const houses = houseRow(canvas, {
    from: -20,
    to: width + 20,
    base: (horizon + height) / 2 + 90,
    minHeight: 120,
    maxHeight: 210,
    size: 0.94,
    distance: 0.07,
  })
  const nearHouses = houseRow(canvas, { from: -20, to: width + 20, base: height + 20, minHeight: 190, maxHeight: 290, size: 1.15 })
  const trees = pine(canvas, width * (random.maybe(0.5) ? 0.1 : 0.9), height + 40, random.between(540, 660))
  return hills(canvas) + distantTown + middleDistance + houses + nearHouses + trees
}

function cliffLight(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const x = width * random.between(0.28, 0.72)
  const top = horizon + 20
  const cliff = (spread: number, fill: string) =>
    path(
      pathData`M${x - spread * 0.8} ${height}L${x - spread * 0.5} ${top + 130}L${x - spread * 0.34} ${top + 16}Q${x} ${top - 18} ${x + spread * 0.36} ${top + 12}L${x + spread * 0.48} ${top + 110}L${x + spread} ${height}z`,
      fill,
    )
  const rock = mixColors(palette.hills[2], tint(canvas, '#b97a5c'), 0.42)
  const keepersHouse = house(canvas, { x: x + 40, base: top + 12, w: 130, h: 92, size: 0.7, wall: '#fdf3df' })
  return (
    hills(canvas, 1) +
    water(canvas, horizon) +
    repeat(2, () =>
      sailingBoat(
        canvas,
        random.maybe(0.5) ? width * 0.12 : width * 0.88,
        horizon + random.between(50, 150),
        random.between(0.5, 0.9),
      ),
    ) +
    cliff(520, rock) +
    cliff(300, mixColors(rock, palette.ink, 0.16)) +
    lighthouse(canvas, { x: x - 30, base: top + 8, tall: random.between(400, 480) }) +
    keepersHouse +
    bush(canvas, x - 130, top + 22, 48) +
    bush(canvas, x + 200, top + 26, 40)
  )
}

function trulli(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back = repeat(6, (index) =>
    trullo(canvas, index * (width / 5.6) - 40 + random.between(-20, 20), horizon + 12, random.between(150, 190)),
  )
  const front = repeat(4, (index) =>
    trullo(canvas, index * (width / 3.7) - 60 + random.between(-24, 24), horizon + 170, random.between(240, 290)),
  )
  const wall =
    rect(0, horizon + 168, width, 46, tint(canvas, '#f0dfc2')) +
    repeat(26, (index) =>
      rect(
        index * (width / 26) + random.between(-6, 6),
        horizon + 168 + (index % 3) * 14,
        random.between(26, 44),
        11,
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
    olive(canvas, width * random.between(0.7, 0.9), height - 30, 340) +
    pricklyPear(canvas, width * 0.08, height - 10, 1.5) +
    (random.maybe(0.6) ? passerBy(canvas, width * 0.4, height - 70, 170) : vespa(canvas, width * 0.4, height - 60, 1.4))
  )
}

function ruins(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const monument = random.maybe(0.5)
    ? temple(canvas, { x: width / 2 + random.between(-60, 60), base: horizon + 10, tall: random.between(300, 360) })
    : arena(canvas, { x: width / 2, base: horizon + 20, tall: random.between(320, 380) })
  const trees = repeat(3, () =>
    (random.maybe(0.6) ? pine : olive)(
      canvas,
      width * (random.maybe(0.5) ? random.between(0.02, 0.16) : random.between(0.84, 0.98)),
      horizon + random.between(60, 130),
      random.between(300, 420),
    ),
  )
  return (
    hills(canvas) +
    meadow(canvas, horizon - 4, '#b7b060') +
    monument +
    trees +
    ground(canvas, horizon + (height - horizon) * 0.42, '#e3bd86') +
    strollers(canvas, horizon + (height - horizon) * 0.62, 4, 120) +
    pricklyPear(canvas, width * random.between(0.1, 0.2), height + 10, 1.7) +
    bush(canvas, width * 0.9, height - 10, 90)
  )
}

function station(canvas: Canvas): string {
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
    houseRow(canvas, { from: -20, to: width + 20, base: horizon, minHeight: 120, maxHeight: 200, size: 0.7, distance: 0.2 }) +
    campanile(canvas, { x: width * random.between(0.6, 0.85), base: horizon, tall: 400, distance: 0.2 })
  const clock = stationClock(canvas, width * random.between(0.4, 0.6), roof + 26)
  return (
    hills(canvas) +
    town +
    ground(canvas, horizon - 2, '#a58a80') +
    engine(canvas, width * random.between(0.02, 0.16), platform - 26, 1) +
    canopy +
    clock +
    ground(canvas, platform, '#e2c6a0') +
    rect(0, platform + 20, width, 12, tint(canvas, '#f6d24f'), 0.9) +
    strollers(canvas, platform + (height - platform) * 0.34, 4, 190) +
    bench(canvas, width * random.between(0.2, 0.8), height - 60, 1.6)
  )
}

const stationClock = (canvas: Canvas, x: number, top: number): string =>
  rect(x - 4, top, 8, 40, canvas.palette.ink) +
  path(pathData`M${x - 46} ${top + 84}a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z`, canvas.palette.ink) +
  path(pathData`M${x - 38} ${top + 84}a38 38 0 1 1 76 0a38 38 0 1 1 -76 0z`, '#fff6df') +
  stroke(pathData`M${x} ${top + 84}v-24M${x} ${top + 84}l18 10`, canvas.palette.ink, 5)

function viaduct(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const deck = horizon - 40
  const train = engine(canvas, width * random.between(0.05, 0.3), deck - 6, 0.42)
  return (
    hills(canvas, 3) +
    (random.maybe(0.5) ? housesUphill(canvas, width * 0.78, horizon - 110, width * 0.4, 220) : '') +
    train +
    bridge(canvas, { from: -30, to: width + 30, deck, foot: horizon + 240, arches: random.integer(5, 7) }) +
    meadow(canvas, horizon + 210) +
    meadow(canvas, (horizon + height) / 2 + 90, '#b3a85a') +
    repeat(6, (index) =>
      cypress(
        canvas,
        ((index + random.between(0, 1)) * width) / 6,
        horizon + random.between(250, 360),
        random.between(140, 220),
      ),
    )
  )
}

function alley(canvas: Canvas): string {
  const { width, height, horizon, random, palette } = canvas
  const end = random.pick([
    () => water(canvas, horizon) + sailingBoat(canvas, width / 2 + 20, horizon + 40, 0.5),
    () => hills(canvas) + dome(canvas, { x: width / 2, base: horizon + 20, tall: 440, distance: 0.12 }),
    () => hills(canvas) + campanile(canvas, { x: width / 2, base: horizon + 20, tall: 480, distance: 0.1 }),
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
          w: width * (to - from),
          h: height * (heightShare - 0.1 * (2 - index)),
          size: 0.9 + index * 0.42,
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
      width * (0.33 - index * 0.028),
      horizon + 90 + index * ((height - horizon - 90) / 6),
      width * (0.34 + index * 0.056),
      5,
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
    laundry(canvas, width * 0.2, width * 0.8, height * 0.24) +
    (random.maybe(0.6) ? laundry(canvas, width * 0.26, width * 0.74, height * 0.42) : '') +
    (random.maybe(0.5)
      ? vespa(canvas, width * 0.36, height - 50, 1.3)
      : couple(canvas, width * 0.47, height - 90, 150)) +
    lampPost(canvas, width * 0.71, height - 60, 240)
  )
}

function park(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const trees = (treeBase: number, count: number, treeHeight: number) =>
    repeat(count, (index) =>
      random.pick([roundTree, roundTree, pine, cypress])(
        canvas,
        ((index + random.between(0.1, 0.9)) * width) / count,
        treeBase + random.between(-10, 20),
        treeHeight * random.between(0.8, 1.1),
      ),
    )
  const lane = path(
    pathData`M${width * 0.47} ${horizon + 10}H${width * 0.53}Q${width * 0.56} ${(horizon + height) / 2} ${width * 0.86} ${height}H${width * 0.14}Q${width * 0.44} ${(horizon + height) / 2} ${width * 0.47} ${horizon + 10}z`,
    mixColors(tint(canvas, '#f1dcb4'), canvas.palette.hills[2], canvas.palette.isDark ? 0.3 : 0.05),
  )
  const centrepiece = random.maybe(0.5) ? fountain(canvas, width / 2, horizon + (height - horizon) * 0.42, 0.9) : ''
  return (
    hills(canvas, 1) +
    skyline(canvas, { x: width * random.between(0.3, 0.7), base: horizon, tall: 300, distance: 0.28 }) +
    trees(horizon + 14, 9, 220) +
    meadow(canvas, horizon + 6, '#86a95c') +
    lane +
    centrepiece +
    trees(horizon + (height - horizon) * 0.34, 4, 340) +
    strollers(canvas, horizon + (height - horizon) * 0.6, 3, 130) +
    bench(canvas, width * (random.maybe(0.5) ? 0.17 : 0.83), height - 90, 1.5) +
    lampPost(canvas, width * 0.3, height - 130, 290)
  )
}

function market(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const back =
    campanile(canvas, { x: width * random.between(0.2, 0.8), base: horizon, tall: 520, distance: 0.06 }) +
    houseRow(canvas, { from: -20, to: width + 20, base: horizon, minHeight: 260, maxHeight: 370, size: 1.1 })
  const stalls = (stallBase: number, size: number, shift: number) =>
    repeat(Math.ceil(width / (230 * size)) + 1, (index) => stall(canvas, index * 230 * size - shift, stallBase, size))
  return (
    back +
    paving(canvas, horizon) +
    stalls(horizon + 74, 0.84, random.between(20, 140)) +
    strollers(canvas, horizon + 120, 6, 128) +
    stalls(horizon + (height - horizon) * 0.72, 1.25, random.between(40, 200)) +
    strollers(canvas, height - 26, 3, 210)
  )
}

function bay(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const mountain = volcano(canvas, width * random.between(0.38, 0.66), horizon, random.between(240, 330))
  const far = houseRow(canvas, {
    from: width * 0.1,
    to: width * 0.9,
    base: horizon,
    minHeight: 36,
    maxHeight: 76,
    size: 0.34,
    distance: 0.36,
  })
  const boats = repeat(3, () =>
    sailingBoat(
      canvas,
      width * random.between(0.14, 0.86),
      horizon + random.between(40, 190),
      random.between(0.4, 0.85),
    ),
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
    pine(canvas, width * (left ? 0.16 : 0.84), height - 60, random.between(560, 680)) +
    houseRow(canvas, {
      from: left ? width * 0.56 : -20,
      to: left ? width + 20 : width * 0.42,
      base: height + 20,
      minHeight: 120,
      maxHeight: 220,
      size: 0.9,
    }) +
    (random.maybe(0.5) ? palm(canvas, width * (left ? 0.9 : 0.1), height - 20, 330) : '')
  )
}

function seastacks(canvas: Canvas): string {
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
      (index ? rowingBoat : sailingBoat)(
        canvas,
        width * random.between(0.12, 0.88),
        horizon + 110 + index * random.between(60, 90),
        0.8 + index * 0.25,
      ),
    ) +
    bush(canvas, width * 0.04, height + 10, 120) +
    repeat(2, (index) => pine(canvas, width * (0.02 + index * 0.11), height + 30, 420 - index * 90))
  )
}

function seafront(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const walk = horizon + (height - horizon) * 0.46
  const railing =
    rect(0, walk - 62, width, 8, tint(canvas, stoneColor)) +
    repeat(Math.ceil(width / 46), (index) => rect(index * 46, walk - 56, 12, 58, tint(canvas, stoneColor), 1, 5)) +
    rect(0, walk - 6, width, 12, tint(canvas, '#e6cda0'))
  return (
    headland(canvas, random.maybe(0.5)) +
    water(canvas, horizon) +
    repeat(2, () =>
      sailingBoat(
        canvas,
        width * random.between(0.25, 0.8),
        horizon + random.between(40, 90),
        random.between(0.5, 0.9),
      ),
    ) +
    railing +
    ground(canvas, walk, '#ecd0a4') +
    repeat(3, (index) =>
      (random.maybe(0.7) ? palm : pine)(
        canvas,
        width * (0.12 + index * 0.37) + random.between(-30, 30),
        walk + 60,
        random.between(430, 540),
      ),
    ) +
    strollers(canvas, walk + (height - walk) * 0.4, 3, 180) +
    bench(canvas, width * random.between(0.3, 0.7), height - 50, 1.7) +
    lampPost(canvas, width * 0.33, walk + 70, 330) +
    lampPost(canvas, width * 0.72, walk + 70, 330)
  )
}

export const scenes = {
  harbour: { horizon: 0.76, draw: harbour },
  hillTown: { horizon: 0.72, draw: hillTown },
  piazza: { horizon: 0.68, draw: piazza },
  beach: { horizon: 0.5, draw: beach },
  lagoon: { horizon: 0.68, draw: lagoon },
  canal: { horizon: 0.66, draw: canal },
  river: { horizon: 0.68, draw: river },
  mountains: { horizon: 0.66, draw: mountains },
  countryside: { horizon: 0.5, draw: countryside },
  rooftops: { horizon: 0.6, draw: rooftops },
  cliffLight: { horizon: 0.64, draw: cliffLight },
  trulli: { horizon: 0.6, draw: trulli },
  ruins: { horizon: 0.62, draw: ruins },
  station: { horizon: 0.62, draw: station },
  viaduct: { horizon: 0.56, draw: viaduct },
  alley: { horizon: 0.56, draw: alley },
  park: { horizon: 0.5, draw: park },
  market: { horizon: 0.6, draw: market },
  bay: { horizon: 0.56, draw: bay },
  seastacks: { horizon: 0.58, draw: seastacks },
  seafront: { horizon: 0.52, draw: seafront },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]
