import { d, repeat, mix, path, stroke } from './shapes.ts'
import { leaf, lit, shadeSide, type Stage } from './stage.ts'

/** One soft ridge across the paper, its crest around `top`. */
export function ridge(stage: Stage, top: number, swing: number, fill: string): string {
  const { width, height, chance } = stage
  const steps = chance.whole(3, 5)
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (index * width) / steps,
    y: top + chance.between(-swing, swing),
  }))
  return path(softLine(points) + d`V${height}H0z`, fill)
}

function softLine(points: { x: number; y: number }[]): string {
  return points.reduce((line, point, index) => {
    const before = points[index - 1]
    if (!before) return d`M${point.x} ${point.y}`
    const middle = (before.x + point.x) / 2
    return line + d`C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`
  }, '')
}

export function hills(stage: Stage, count = 2): string {
  const { horizon, hour } = stage
  return repeat(count, (index) =>
    ridge(stage, horizon - 150 + index * 62, 44, hour.hills[Math.min(index, 2)] ?? hour.hills[2]),
  )
}

/** Alps: a lit and a shaded face, snow on top. */
export function peaks(stage: Stage, foot: number, tallest: number): string {
  const { width, chance, hour } = stage
  const count = chance.whole(4, 6)
  const order = chance.shuffled(Array.from({ length: count }, (_, index) => index))
  return order
    .map((place, depth) =>
      peak(
        stage,
        ((place + 0.5) * width) / count + chance.between(-40, 40),
        foot,
        tallest * chance.between(0.55, 1),
        mix(hour.hills[0], hour.hills[1], depth / count),
      ),
    )
    .join('')
}

function peak(stage: Stage, x: number, foot: number, tall: number, color: string): string {
  const { hour, chance } = stage
  const top = foot - tall
  const spread = tall * chance.between(0.62, 0.85)
  const side = shadeSide(stage, x)
  const snow = tall * chance.between(0.2, 0.34)
  const slope = (down: number) => (spread * down) / tall
  const body = d`M${x} ${top}L${x + spread} ${foot}H${x - spread}z`
  const shade = d`M${x} ${top}L${x + side * spread} ${foot}H${x - side * spread * 0.25}L${x + side * spread * 0.08} ${foot - tall * 0.45}z`
  const cap = d`M${x} ${top}L${x + slope(snow)} ${top + snow}L${x + slope(snow) * 0.45} ${top + snow * 0.72}L${x + slope(snow) * 0.1} ${top + snow * 1.12}L${x - slope(snow) * 0.4} ${top + snow * 0.7}L${x - slope(snow)} ${top + snow}z`
  return path(body, color) + path(shade, hour.ink, 0.16) + path(cap, mix(hour.light, hour.tint, hour.tinted), 0.9)
}

/** Vesuvio or Etna: a broad cone with its mouth open. */
export function volcano(stage: Stage, x: number, foot: number, tall: number): string {
  const { hour } = stage
  const spread = tall * 2.1
  const mouth = tall * 0.16
  const body = d`M${x - spread} ${foot}Q${x - spread * 0.38} ${foot - tall * 0.28} ${x - mouth} ${foot - tall}q${mouth * 0.6} ${tall * 0.07} ${mouth} ${tall * 0.02}t${mouth} ${-tall * 0.03}Q${x + spread * 0.38} ${foot - tall * 0.28} ${x + spread} ${foot}z`
  const side = shadeSide(stage, x)
  const shade = d`M${x + side * mouth} ${foot - tall}Q${x + side * spread * 0.38} ${foot - tall * 0.28} ${x + side * spread} ${foot}H${x + side * spread * 0.1}Q${x + side * spread * 0.2} ${foot - tall * 0.4} ${x + side * mouth} ${foot - tall}z`
  return path(body, hour.hills[1]) + path(shade, hour.ink, 0.14)
}

export function meadow(stage: Stage, top: number, color = '#8fae62'): string {
  const { width, height, chance, hour } = stage
  const sway = chance.between(-26, 26)
  const near = mix(lit(stage, color), hour.hills[2], hour.dark ? 0.4 : 0.16)
  return path(
    d`M0 ${top + sway}Q${width * 0.3} ${top - 30} ${width * 0.6} ${top + 6}T${width} ${top - sway}V${height}H0z`,
    near,
  )
}

/** Rows of vines or a mown field, bending with the slope. */
export const rows = (stage: Stage, top: number, count: number): string =>
  repeat(count, (index) => {
    const { width, height } = stage
    const x = ((index + 0.5) * width) / count
    const spread = (x - width / 2) * 2.4 + width / 2
    return stroke(
      d`M${x} ${top}Q${(x + spread) / 2 + 20} ${(top + height) / 2} ${spread} ${height + 20}`,
      leaf(stage, '#55803f'),
      7,
      0.5,
    )
  })

export const ground = (stage: Stage, top: number, color: string): string =>
  path(
    d`M0 ${top}H${stage.width}V${stage.height}H0z`,
    mix(lit(stage, color), stage.hour.hills[2], stage.hour.dark ? 0.34 : 0.1),
  )
