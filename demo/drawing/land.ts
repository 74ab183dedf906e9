import { type Canvas, type Placement, shadeSide } from './canvas.ts'
import { foliageColor, tint } from './colors.ts'
import { mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'

/** A soft ridge across the picture, with its crest around `top`. */
export function ridge(canvas: Canvas, top: number, swing: number, fill: string): string {
  const { width, height, random } = canvas
  const steps = random.integer(3, 5)
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (index * width) / steps,
    y: top + random.between(-swing, swing),
  }))
  return path(softLine(points) + pathData`V${height}H0z`, fill)
}

function softLine(points: { x: number; y: number }[]): string {
  return points.reduce((line, point, index) => {
    const before = points[index - 1]
    if (!before) return pathData`M${point.x} ${point.y}`
    const middle = (before.x + point.x) / 2
    return line + pathData`C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`
  }, '')
}

export function hills(canvas: Canvas, count = 2): string {
  const { horizon, palette } = canvas
  return repeat(count, (index) =>
    ridge(canvas, horizon - 150 + index * 62, 44, palette.hills[Math.min(index, 2)] ?? palette.hills[2]),
  )
}

/** Alps: a lit and a shaded face, snow on top. */
export function peaks(canvas: Canvas, base: number, maxHeight: number): string {
  const { width, random, palette } = canvas
  const count = random.integer(4, 6)
  const order = random.shuffled(Array.from({ length: count }, (_, index) => index))
  return order
    .map((place, depth) =>
      peak(
        canvas,
        {
          x: ((place + 0.5) * width) / count + random.between(-40, 40),
          base,
          height: maxHeight * random.between(0.55, 1),
        },
        mixColors(palette.hills[0], palette.hills[1], depth / count),
      ),
    )
    .join('')
}

function peak(canvas: Canvas, { x, base, height }: Placement, color: string): string {
  const { palette, random } = canvas
  const top = base - height
  const spread = height * random.between(0.62, 0.85)
  const side = shadeSide(canvas, x)
  const snow = height * random.between(0.2, 0.34)
  const slope = (down: number) => (spread * down) / height
  const body = pathData`M${x} ${top}L${x + spread} ${base}H${x - spread}z`
  const shade = pathData`M${x} ${top}L${x + side * spread} ${base}H${x - side * spread * 0.25}L${x + side * spread * 0.08} ${base - height * 0.45}z`
  const cap = pathData`M${x} ${top}L${x + slope(snow)} ${top + snow}L${x + slope(snow) * 0.45} ${top + snow * 0.72}L${x + slope(snow) * 0.1} ${top + snow * 1.12}L${x - slope(snow) * 0.4} ${top + snow * 0.7}L${x - slope(snow)} ${top + snow}z`
  return (
    path(body, color) +
    path(shade, palette.ink, 0.16) +
    path(cap, mixColors(palette.light, palette.tint, palette.tintShare), 0.9)
  )
}

/** Vesuvio or Etna: a broad cone with an open crater. */
export function volcano(canvas: Canvas, { x, base, height }: Placement): string {
  const { palette } = canvas
  const spread = height * 2.1
  const mouth = height * 0.16
  const body = pathData`M${x - spread} ${base}Q${x - spread * 0.38} ${base - height * 0.28} ${x - mouth} ${base - height}q${mouth * 0.6} ${height * 0.07} ${mouth} ${height * 0.02}t${mouth} ${-height * 0.03}Q${x + spread * 0.38} ${base - height * 0.28} ${x + spread} ${base}z`
  const side = shadeSide(canvas, x)
  const shade = pathData`M${x + side * mouth} ${base - height}Q${x + side * spread * 0.38} ${base - height * 0.28} ${x + side * spread} ${base}H${x + side * spread * 0.1}Q${x + side * spread * 0.2} ${base - height * 0.4} ${x + side * mouth} ${base - height}z`
  return path(body, palette.hills[1]) + path(shade, palette.ink, 0.14)
}

export function meadow(canvas: Canvas, top: number, color = '#8fae62'): string {
  const { width, height, random, palette } = canvas
  const sway = random.between(-26, 26)
  const near = mixColors(tint(canvas, color), palette.hills[2], palette.isDark ? 0.4 : 0.16)
  return path(
    pathData`M0 ${top + sway}Q${width * 0.3} ${top - 30} ${width * 0.6} ${top + 6}T${width} ${top - sway}V${height}H0z`,
    near,
  )
}

/** Rows of vines or a mown field, bending with the slope. */
export const rows = (canvas: Canvas, top: number, count: number): string =>
  repeat(count, (index) => {
    const { width, height } = canvas
    const x = ((index + 0.5) * width) / count
    const spread = (x - width / 2) * 2.4 + width / 2
    return stroke(
      pathData`M${x} ${top}Q${(x + spread) / 2 + 20} ${(top + height) / 2} ${spread} ${height + 20}`,
      foliageColor(canvas, '#55803f'),
      7,
      0.5,
    )
  })

export const ground = (canvas: Canvas, top: number, color: string): string =>
  path(
    pathData`M0 ${top}H${canvas.width}V${canvas.height}H0z`,
    mixColors(tint(canvas, color), canvas.palette.hills[2], canvas.palette.isDark ? 0.34 : 0.1),
  )

export function paving(canvas: Canvas, top: number): string {
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
