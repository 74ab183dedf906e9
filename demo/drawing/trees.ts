import { type Canvas, type Placement, type ScaledPlacement, shadeSide } from './canvas.ts'
import { foliageColor, tint } from './colors.ts'
import { circle, ellipse, mixColors, path, pathData, rect, repeat, stroke } from './shapes.ts'

/** Rome's umbrella pine. */
export function pine(canvas: Canvas, { x, base, height }: Placement): string {
  const crown = height * canvas.random.between(0.42, 0.56)
  const top = base - height
  const trunk = stroke(
    pathData`M${x} ${base}Q${x + height * 0.03} ${base - height * 0.4} ${x} ${top + crown * 0.35}M${x} ${base - height * 0.5}L${x - crown * 0.3} ${top + crown * 0.42}M${x} ${base - height * 0.54}L${x + crown * 0.34} ${top + crown * 0.42}`,
    mixColors('#7a4a3a', canvas.palette.ink, 0.35),
    height * 0.035,
  )
  const dome = ({ halfWidth, y, rise }: { halfWidth: number; y: number; rise: number }, fill: string, opacity = 1) =>
    path(
      pathData`M${x - halfWidth} ${y}Q${x - halfWidth} ${y - rise} ${x} ${y - rise}T${x + halfWidth} ${y}Q${x} ${y + rise * 0.26} ${x - halfWidth} ${y}z`,
      fill,
      opacity,
    )
  return (
    trunk +
    dome({ halfWidth: crown, y: top + crown * 0.42, rise: crown * 0.5 }, foliageColor(canvas, '#3f6d4c')) +
    dome({ halfWidth: crown * 0.66, y: top + crown * 0.2, rise: crown * 0.3 }, foliageColor(canvas, '#5c8a55'), 0.75)
  )
}

export function cypress(canvas: Canvas, { x, base, height }: Placement): string {
  const halfWidth = height * 0.1
  const body = pathData`M${x} ${base - height}C${x + halfWidth * 0.9} ${base - height * 0.6} ${x + halfWidth * 1.5} ${base - height * 0.2} ${x + halfWidth * 0.5} ${base - height * 0.03}H${x - halfWidth * 0.5}C${x - halfWidth * 1.5} ${base - height * 0.2} ${x - halfWidth * 0.9} ${base - height * 0.6} ${x} ${base - height}z`
  const side = shadeSide(canvas, x)
  const shade = pathData`M${x} ${base - height}C${x + side * halfWidth * 0.9} ${base - height * 0.6} ${x + side * halfWidth * 1.5} ${base - height * 0.2} ${x + side * halfWidth * 0.5} ${base - height * 0.03}H${x}z`
  return (
    rect(
      { x: x - halfWidth * 0.16, y: base - height * 0.06, width: halfWidth * 0.32, height: height * 0.06 },
      canvas.palette.ink,
    ) +
    path(body, foliageColor(canvas, '#3c6a50')) +
    path(shade, canvas.palette.ink, 0.16)
  )
}

export function roundTree(canvas: Canvas, { x, base, height }: Placement): string {
  const radius = height * 0.34
  const green = foliageColor(canvas, canvas.random.pick(['#5f8f52', '#4d7d54', '#7c9c55', '#88a065']))
  return (
    rect(
      { x: x - height * 0.025, y: base - height * 0.45, width: height * 0.05, height: height * 0.45 },
      mixColors('#6d4636', canvas.palette.ink, 0.3),
    ) +
    circle({ x, y: base - height * 0.62, radius }, green) +
    circle({ x: x - radius * 0.6, y: base - height * 0.48, radius: radius * 0.68 }, green) +
    circle({ x: x + radius * 0.62, y: base - height * 0.5, radius: radius * 0.64 }, green) +
    ellipse(
      {
        x: x + shadeSide(canvas, x) * -radius * 0.3,
        y: base - height * 0.74,
        radiusX: radius * 0.46,
        radiusY: radius * 0.3,
      },
      '#ffffff',
      0.12,
    )
  )
}

/** An olive: twisted trunk, silver leaves. */
export function olive(canvas: Canvas, { x, base, height }: Placement): string {
  const silver = foliageColor(canvas, '#93a583')
  const trunk = stroke(
    pathData`M${x} ${base}q${height * 0.08} ${-height * 0.2} ${-height * 0.04} ${-height * 0.34}t${height * 0.12} ${-height * 0.26}M${x} ${base - height * 0.3}q${-height * 0.1} ${-height * 0.12} ${-height * 0.18} ${-height * 0.2}`,
    mixColors('#6e5445', canvas.palette.ink, 0.3),
    height * 0.075,
  )
  const blobs: [number, number, number][] = [
    [0.12, 0.74, 0.24],
    [-0.2, 0.64, 0.22],
    [0.36, 0.6, 0.2],
    [-0.02, 0.58, 0.22],
  ]
  return (
    trunk +
    blobs
      .map(([dx, up, radius]) =>
        ellipse(
          {
            x: x + dx * height,
            y: base - up * height,
            radiusX: radius * height * 1.15,
            radiusY: radius * height * 0.85,
          },
          silver,
        ),
      )
      .join('')
  )
}

export function palm(canvas: Canvas, { x, base, height }: Placement): string {
  const top = base - height
  const lean = height * canvas.random.between(-0.1, 0.1)
  const trunk = stroke(
    pathData`M${x} ${base}Q${x} ${base - height * 0.5} ${x + lean} ${top}`,
    mixColors('#86604a', canvas.palette.ink, 0.3),
    height * 0.045,
  )
  const leaves: [number, number][] = [
    [-0.36, 0.16],
    [-0.3, -0.04],
    [-0.14, -0.16],
    [0.14, -0.16],
    [0.3, -0.04],
    [0.36, 0.16],
  ]
  return (
    trunk +
    leaves
      .map(([dx, dy]) =>
        path(
          pathData`M${x + lean} ${top}q${dx * height * 0.5} ${dy * height - height * 0.16} ${dx * height} ${dy * height + height * 0.06}q${-dx * height * 0.4} ${-height * 0.1} ${-dx * height} ${-dy * height - height * 0.02}z`,
          foliageColor(canvas, '#4a7d55'),
        ),
      )
      .join('')
  )
}

export const fir = (canvas: Canvas, { x, base, height }: Placement): string =>
  rect(
    { x: x - height * 0.03, y: base - height * 0.12, width: height * 0.06, height: height * 0.12 },
    canvas.palette.ink,
  ) +
  repeat(3, (tier) => {
    const tierBase = base - height * (0.08 + tier * 0.25)
    const halfWidth = height * (0.24 - tier * 0.055)
    const rise = height * 0.44
    return path(
      pathData`M${x} ${tierBase - rise}L${x + halfWidth} ${tierBase}H${x - halfWidth}z`,
      foliageColor(canvas, '#33604f'),
    )
  })

export const bush = (canvas: Canvas, { x, base, width }: { x: number; base: number; width: number }): string => {
  const green = foliageColor(canvas, canvas.random.pick(['#5f8f52', '#7c9c55', '#4d7d54']))
  return path(
    pathData`M${x - width} ${base}q${width * 0.1} ${-width * 0.7} ${width * 0.7} ${-width * 0.6}q${width * 0.3} ${-width * 0.5} ${width * 0.7} ${width * 0.05}q${width * 0.55} ${-width * 0.1} ${width * 0.6} ${width * 0.55}z`,
    green,
  )
}

/** A prickly pear, as in the south of Italy. */
export const pricklyPear = (canvas: Canvas, { x, base, scale }: ScaledPlacement): string => {
  const green = foliageColor(canvas, '#6a9a62')
  const pads = [
    { x: 0, up: 26, degrees: 0 },
    { x: -24, up: 62, degrees: -20 },
    { x: 20, up: 66, degrees: 18 },
    { x: -34, up: 98, degrees: -30 },
    { x: 4, up: 104, degrees: 4 },
    { x: 38, up: 100, degrees: 30 },
  ]
  const pad = ellipse({ x: 0, y: 0, radiusX: 17 * scale, radiusY: 26 * scale }, green)
  const fruit = circle({ x: 0, y: -26 * scale, radius: 5 * scale }, tint(canvas, '#d4574a'))
  return pads
    .map(({ x: padX, up, degrees }) => {
      const position = `${Math.round(x + padX * scale)} ${Math.round(base - up * scale)}`
      return `<g transform="translate(${position}) rotate(${degrees})">${pad}${fruit}</g>`
    })
    .join('')
}
