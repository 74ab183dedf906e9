/** Pixels of the drawing. Cropping always leaves its middle. */
export const sceneSize = { width: 600, height: 300, groundY: 232 }

const skies = [
  ['#8a5bd6', '#f7a077', '#ffd9a8'],
  ['#5b4bb8', '#d9789a', '#ffc49a'],
  ['#7a4fc4', '#ef8f8a', '#ffe0b0'],
  ['#4a3a9e', '#9a6ac4', '#f5a98a'],
  ['#9a6ad6', '#ffb088', '#ffe6bc'],
] as const
const walls = ['#f3c98b', '#e9a15f', '#efd3a0', '#dd7f5a', '#f6dcae', '#e7a06b', '#f4cf98']

type House = { x: number; top: number; width: number; wall: string; windows: { x: number; y: number; lit: boolean }[] }
export type Scene = {
  sky: readonly [string, string, string]
  sun: { x: number; y: number }
  houses: House[]
  /** Rises above the roofs. */
  landmark: { kind: 'campanile' | 'dome'; x: number }
  isAtSea: boolean
}

/** Returns a random number generator seeded with a name (mulberry32, seeded by FNV-1a). */
function createRandom(name: string) {
  let state = 2_166_136_261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Creates a drawing of a town at dusk, always the same for a name. */
export function createScene(name: string): Scene {
  const random = createRandom(name)
  const randomInt = (min: number, max: number) => Math.round(min + random() * (max - min))
  const pickRandom = <Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[]) =>
    choices[Math.floor(random() * choices.length)]
  const sky = pickRandom(skies) ?? skies[0]
  const sun = { x: randomInt(90, 510), y: randomInt(70, 130) }
  const isLeft = random() < 0.5
  const landmark = {
    kind: random() < 0.5 ? ('campanile' as const) : ('dome' as const),
    x: isLeft ? randomInt(110, 190) : randomInt(400, 480),
  }
  const houses: House[] = []
  for (let x = randomInt(-30, 0); x < sceneSize.width;) {
    const width = randomInt(38, 64)
    const top = sceneSize.groundY - randomInt(46, 98)
    houses.push({
      x,
      top,
      width,
      wall: pickRandom(walls) ?? '#f3c98b',
      windows: createWindows({ x, top, width }, random),
    })
    x += width
  }
  return { sky, sun, houses, landmark, isAtSea: random() < 0.4 }
}

function createWindows({ x, top, width }: Pick<House, 'x' | 'top' | 'width'>, random: () => number) {
  const columns = Math.floor((width - 8) / 16)
  const rows = Math.floor((sceneSize.groundY - top - 10) / 22)
  const gap = (width - columns * 8) / (columns + 1)
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: x + gap + (index % columns) * (8 + gap),
    y: top + 13 + Math.floor(index / columns) * 22,
    lit: random() < 0.3,
  }))
}
