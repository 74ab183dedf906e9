import { type Random, createRandom } from '#demo/random.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { circle, ellipse, mixColors, path, pathData, rect, stroke, svgDocument, verticalGradient } from './shapes.ts'

export type Appearance = 'woman' | 'man' | 'either'
const size = 480
const skins = ['#f6d3b3', '#eebd94', '#dca077', '#c2855c', '#9c6442', '#7a4a32']
const hairs = ['#2b1e22', '#45291f', '#6b4026', '#8f5a2f', '#c08a48', '#b5532f', '#c9c2c4', '#1d1a26']
const clothes = [
  '#c8453c',
  '#6a3ee8',
  '#2f7d8a',
  '#e79a3c',
  '#3d4f8a',
  '#f0e2c8',
  '#8a4a6f',
  '#4d7d54',
  '#f26a2e',
  '#2b2a4a',
  '#e8b7a8',
]
const backgrounds: PaletteName[] = ['dawn', 'morning', 'gold', 'dusk', 'ember', 'mist', 'dusk', 'gold']

type Sitter = { random: Random; skin: string; hair: string; ink: string }

/** Draws a face for a demo account, in the style of the postcards; the same seed gives the same face. */
export function drawPortrait(seed: number | string, appearance: Appearance = 'either'): string {
  const random = createRandom(seed)
  const palette = palettes[random.pick(backgrounds)]
  const skin = random.pick(skins)
  const isDarkSkin = skins.indexOf(skin) > 3
  const sitter = {
    random,
    skin,
    hair: random.pick(isDarkSkin ? ['#1d1a26', '#2b1e22', '#45291f'] : hairs),
    ink: '#33235f',
  }
  const isWoman = appearance === 'either' ? random.maybe(0.5) : appearance === 'woman'
  const { behindFace, overFace } = isWoman ? longHair(sitter) : shortHair(sitter)
  const beard = !isWoman && random.maybe(0.45) ? beardOf(sitter) : ''
  const skyGradient = verticalGradient('sky', [
    [0, palette.sky[0]],
    [0.6, palette.sky[1]],
    [1, palette.sky[2]],
  ])
  const content =
    rect({ x: 0, y: 0, width: size, height: size }, 'url(#sky)') +
    circle({ x: random.pick([110, 370]), y: 150, radius: 62 }, palette.light, 0.85) +
    path('M0 350Q120 280 240 330T480 300V480H0z', palette.hills[0], 0.8) +
    path('M0 400Q150 340 300 390T480 370V480H0z', palette.hills[1]) +
    behindFace +
    bust(sitter) +
    face(sitter, beard) +
    overFace +
    extras(sitter)
  return svgDocument({ width: size, height: size, gradients: skyGradient, content })
}

function bust({ random, skin, ink }: Sitter): string {
  const cloth = random.pick(clothes)
  const body =
    path('M70 480Q78 376 176 362Q240 384 304 362Q402 376 410 480z', cloth) +
    path('M304 362Q402 376 410 480H340Q346 410 304 362z', ink, 0.12)
  const neck = path('M204 300V366Q240 398 276 366V300z', mixColors(skin, '#8a4a4f', 0.22))
  const collar = random.pick([
    () => path('M176 362Q240 420 304 362L290 354Q240 396 190 354z', mixColors(cloth, '#ffffff', 0.3)),
    () => path('M190 356L240 404L214 436L168 366zM290 356L240 404L266 436L312 366z', mixColors(cloth, '#ffffff', 0.55)),
    () => rect({ x: 188, y: 336, width: 104, height: 40 }, mixColors(cloth, '#1d1a36', 0.15), 1, 18),
    () =>
      path('M166 366Q240 346 314 366Q318 408 240 412Q162 408 166 366z', random.pick(clothes)) +
      path('M262 400l34 80h-46l-14 -72z', random.pick(clothes)),
  ])()
  return body + neck + collar
}

function face({ random, skin, ink }: Sitter, beard: string): string {
  const blush = mixColors(skin, '#d9534f', 0.28)
  const brow = random.between(-3, 4)
  return (
    circle({ x: 150, y: 236, radius: 21 }, mixColors(skin, '#8a4a4f', 0.12)) +
    circle({ x: 330, y: 236, radius: 21 }, mixColors(skin, '#8a4a4f', 0.12)) +
    path('M152 214Q152 126 240 126T328 214Q332 330 240 342Q148 330 152 214z', skin) +
    beard +
    path('M328 214Q332 330 240 342Q306 316 300 214Q298 150 262 128Q328 136 328 214z', ink, 0.07) +
    ellipse({ x: 184, y: 268, radiusX: 20, radiusY: 13 }, blush, 0.5) +
    ellipse({ x: 296, y: 268, radiusX: 20, radiusY: 13 }, blush, 0.5) +
    ellipse({ x: 204, y: 232, radiusX: 7, radiusY: 9 }, '#2b1e2c') +
    ellipse({ x: 276, y: 232, radiusX: 7, radiusY: 9 }, '#2b1e2c') +
    stroke(
      pathData`M188 ${208 + brow}q16 -10 32 -2M292 ${208 + brow}q-16 -10 -32 -2`,
      mixColors('#2b1e2c', skin, 0.25),
      6,
    ) +
    stroke('M241 238q8 20 -4 26', mixColors(skin, '#7a3d3d', 0.4), 5) +
    stroke(
      random.pick(['M212 292q28 24 56 0', 'M216 294q24 16 48 0', 'M220 296q26 12 46 -4']),
      mixColors(skin, '#8a2f3a', 0.7),
      6,
    )
  )
}

const fringe = 'M146 224Q132 104 240 100T334 224Q322 186 300 168Q240 196 178 168Q156 190 146 224z'

function longHair({ random, hair, ink }: Sitter) {
  const shine = mixColors(hair, '#ffffff', 0.14)
  const sides = path('M146 230Q130 100 240 96T334 230Q326 176 282 148Q212 158 180 176Q154 196 146 230z', hair)
  const parted = path('M146 236Q128 98 240 96T334 236Q330 176 240 132Q150 176 146 236z', hair)
  return random.pick([
    () => ({
      behindFace:
        path('M132 230Q118 84 240 84T348 230Q356 330 372 392Q300 412 240 380Q180 412 108 392Q124 330 132 230z', hair) +
        path('M300 96Q356 140 348 230Q356 330 372 392Q344 402 320 396Q336 240 300 96z', ink, 0.14),
      overFace: sides,
    }),
    () => ({
      behindFace: path('M130 226Q120 84 240 84T350 226Q352 290 338 330H142Q128 290 130 226z', hair),
      overFace: parted,
    }),
    () => ({
      behindFace:
        circle({ x: 240, y: 84, radius: 50 }, hair) +
        circle({ x: 232, y: 74, radius: 20 }, shine, 0.5) +
        path('M138 236Q126 90 240 90T342 236z', hair),
      overFace: parted,
    }),
    () => ({
      behindFace: [
        [150, 150],
        [330, 150],
        [124, 214],
        [356, 214],
        [132, 280],
        [348, 280],
        [190, 104],
        [290, 104],
        [240, 92],
      ]
        .map(([x = 0, y = 0]) => circle({ x, y, radius: 52 }, hair))
        .join(''),
      overFace: [
        [176, 148],
        [222, 130],
        [268, 132],
        [306, 152],
      ]
        .map(([x = 0, y = 0]) => circle({ x, y, radius: 31 }, hair))
        .join(''),
    }),
    () => ({
      behindFace:
        path('M134 240Q124 86 240 86T346 240z', hair) +
        path('M326 170Q412 190 392 320Q384 366 352 380Q372 300 336 244z', hair),
      overFace: path(fringe, hair),
    }),
    () => ({
      behindFace: path(
        'M126 250Q108 76 240 74T354 250Q362 344 330 386H150Q118 344 126 250z',
        random.pick(['#6f5aa8', '#c98273', '#3f6f7d', '#e3b98a']),
      ),
      overFace: '',
    }),
  ])()
}

function shortHair({ random, hair }: Sitter) {
  const cap = path(
    'M144 226Q130 98 240 96T336 226Q330 196 318 176Q262 168 236 150Q200 176 164 178Q150 198 144 226z',
    hair,
  )
  const tuft = path('M146 216Q128 92 232 92Q322 80 336 216Q326 190 314 164Q260 182 184 152Q156 180 146 216z', hair)
  const crop = path('M148 212Q140 112 240 108T332 212Q322 168 300 152H180Q158 168 148 212z', hair)
  const curls = [
    [164, 158],
    [188, 122],
    [228, 106],
    [270, 110],
    [304, 134],
    [320, 168],
    [206, 140],
    [256, 136],
  ]
    .map(([x = 0, y = 0]) => circle({ x, y, radius: 31 }, hair))
    .join('')
  const thin = path('M146 236Q138 190 160 168Q160 200 158 240zM334 236Q342 190 320 168Q320 200 322 240z', hair)
  return { behindFace: '', overFace: random.pick([cap, tuft, crop, curls, thin, cap, tuft]) }
}

const beardOf = ({ random, hair, skin }: Sitter): string =>
  path(
    'M152 236Q152 342 240 350Q328 342 328 236Q318 272 288 276Q240 262 192 276Q162 272 152 236z',
    mixColors(hair, skin, random.between(0, 0.35)),
  ) + path('M210 286h60q-8 24 -30 24t-30 -24z', skin)

function extras({ random }: Sitter): string {
  if (random.maybe(0.28)) {
    const frame = random.pick(['#33235f', '#7a3d2f', '#2b1e2c'])
    const lenses = '<circle cx="202" cy="234" r="28"/><circle cx="278" cy="234" r="28"/>'
    const bridgeAndTemples = '<path d="M230 232q10 -8 20 0M174 230l-22 -6M306 230l22 -6"/>'
    return `<g fill="none" stroke="${frame}" stroke-width="6">${lenses}${bridgeAndTemples}</g>`
  }
  if (random.maybe(0.14))
    return (
      path('M140 182Q142 84 240 84T340 182Q290 158 240 158T140 182z', random.pick(clothes)) +
      path('M236 160Q330 150 388 190Q330 186 240 182z', '#33235f', 0.85)
    )
  return random.maybe(0.2)
    ? circle({ x: 150, y: 266, radius: 7 }, '#f4c34f') + circle({ x: 330, y: 266, radius: 7 }, '#f4c34f')
    : ''
}
