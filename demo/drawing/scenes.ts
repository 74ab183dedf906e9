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
  temple,
} from './landmarks.ts'
import { ground, hills, meadow, peaks, ridge, rows, volcano } from './land.ts'
import { pathData, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { foliageColor, tint, type Canvas, stoneColor, type Placement } from './canvas.ts'
import { engine } from './train.ts'
import { bush, cypress, fir, olive, palm, pine, pricklyPear, roundTree } from './trees.ts'
import { ferry, gondola, mooringPoles, rowingBoat, sailingBoat, water } from './water.ts'

type Scene = { horizon: number; draw: (canvas: Canvas) => string }

const tallOnes = [campanile, civicTower, dome, castle]

const skyline = (canvas: Canvas, placement: Placement): string => canvas.random.pick(tallOnes)(canvas, placement)

function harbour(canvas: Canvas): string {
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

function hillTown(canvas: Canvas): string {
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

function piazza(canvas: Canvas): string {
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
    rect({ x: 0, y: top + (height - top) * ((index + 1) / 6) ** 1.6, width, height: 2.5 }, palette.ink, 0.08),
  )
  return ground(canvas, top, '#e6c69c') + lines + joints + rect({ x: 0, y: top, width, height: 9 }, palette.ink, 0.12)
}

const strollers = (canvas: Canvas, { base, count, height }: { base: number; count: number; height: number }): string =>
  repeat(count, (index) => {
    const x = ((index + canvas.random.between(0.15, 0.85)) * canvas.width) / count
    return (canvas.random.maybe(0.3) ? couple : passerBy)(canvas, {
      x,
      base: base + canvas.random.between(0, height * 0.3),
      height: height * canvas.random.between(0.9, 1.05),
    })
  })

function beach(canvas: Canvas): string {
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

function lagoon(canvas: Canvas): string {
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

function canal(canvas: Canvas): string {
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

function river(canvas: Canvas): string {
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

function mountains(canvas: Canvas): string {
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

function countryside(canvas: Canvas): string {
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

function rooftops(canvas: Canvas): string {
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

function trulli(canvas: Canvas): string {
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

function ruins(canvas: Canvas): string {
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
    engine(canvas, { x: width * random.between(0.02, 0.16), base: platform - 26, scale: 1 }) +
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

function viaduct(canvas: Canvas): string {
  const { width, height, horizon, random } = canvas
  const deck = horizon - 40
  const train = engine(canvas, { x: width * random.between(0.05, 0.3), base: deck - 6, scale: 0.42 })
  return (
    hills(canvas, 3) +
    (random.maybe(0.5)
      ? housesUphill(canvas, { x: width * 0.78, base: horizon - 110, width: width * 0.4, height: 220 })
      : '') +
    train +
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

function alley(canvas: Canvas): string {
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

function park(canvas: Canvas): string {
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

function market(canvas: Canvas): string {
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

function bay(canvas: Canvas): string {
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

function seafront(canvas: Canvas): string {
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
