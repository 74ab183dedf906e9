import { circle, pathData, ellipse, repeat, mixColors, path, rect, stroke } from './shapes.ts'
import { foliageColor, tint, shadeSide, type Canvas } from './canvas.ts'

/** Rome's umbrella pine. */
export function pine(canvas: Canvas, x: number, foot: number, tall: number): string {
  const crown = tall * canvas.random.between(0.42, 0.56)
  const top = foot - tall
  const trunk = stroke(
    pathData`M${x} ${foot}Q${x + tall * 0.03} ${foot - tall * 0.4} ${x} ${top + crown * 0.35}M${x} ${foot - tall * 0.5}L${x - crown * 0.3} ${top + crown * 0.42}M${x} ${foot - tall * 0.54}L${x + crown * 0.34} ${top + crown * 0.42}`,
    mixColors('#7a4a3a', canvas.palette.ink, 0.35),
    tall * 0.035,
  )
  const dome = (halfWidth: number, y: number, rise: number, fill: string, opacity = 1) =>
    path(
      pathData`M${x - halfWidth} ${y}Q${x - halfWidth} ${y - rise} ${x} ${y - rise}T${x + halfWidth} ${y}Q${x} ${y + rise * 0.26} ${x - halfWidth} ${y}z`,
      fill,
      opacity,
    )
  return (
    trunk +
    dome(crown, top + crown * 0.42, crown * 0.5, foliageColor(canvas, '#3f6d4c')) +
    dome(crown * 0.66, top + crown * 0.2, crown * 0.3, foliageColor(canvas, '#5c8a55'), 0.75)
  )
}

export function cypress(canvas: Canvas, x: number, foot: number, tall: number): string {
  const halfWidth = tall * 0.1
  const body = pathData`M${x} ${foot - tall}C${x + halfWidth * 0.9} ${foot - tall * 0.6} ${x + halfWidth * 1.5} ${foot - tall * 0.2} ${x + halfWidth * 0.5} ${foot - tall * 0.03}H${x - halfWidth * 0.5}C${x - halfWidth * 1.5} ${foot - tall * 0.2} ${x - halfWidth * 0.9} ${foot - tall * 0.6} ${x} ${foot - tall}z`
  const side = shadeSide(canvas, x)
  const shade = pathData`M${x} ${foot - tall}C${x + side * halfWidth * 0.9} ${foot - tall * 0.6} ${x + side * halfWidth * 1.5} ${foot - tall * 0.2} ${x + side * halfWidth * 0.5} ${foot - tall * 0.03}H${x}z`
  return (
    rect(x - halfWidth * 0.16, foot - tall * 0.06, halfWidth * 0.32, tall * 0.06, canvas.palette.ink) +
    path(body, foliageColor(canvas, '#3c6a50')) +
    path(shade, canvas.palette.ink, 0.16)
  )
}

export function roundTree(canvas: Canvas, x: number, foot: number, tall: number): string {
  const r = tall * 0.34
  const green = foliageColor(canvas, canvas.random.pick(['#5f8f52', '#4d7d54', '#7c9c55', '#88a065']))
  return (
    rect(x - tall * 0.025, foot - tall * 0.45, tall * 0.05, tall * 0.45, mixColors('#6d4636', canvas.palette.ink, 0.3)) +
    circle(x, foot - tall * 0.62, r, green) +
    circle(x - r * 0.6, foot - tall * 0.48, r * 0.68, green) +
    circle(x + r * 0.62, foot - tall * 0.5, r * 0.64, green) +
    ellipse(x + shadeSide(canvas, x) * -r * 0.3, foot - tall * 0.74, r * 0.46, r * 0.3, '#ffffff', 0.12)
  )
}

/** An olive: twisted trunk, silver leaves. */
export function olive(canvas: Canvas, x: number, foot: number, tall: number): string {
  const silver = foliageColor(canvas, '#93a583')
  const trunk = stroke(
    pathData`M${x} ${foot}q${tall * 0.08} ${-tall * 0.2} ${-tall * 0.04} ${-tall * 0.34}t${tall * 0.12} ${-tall * 0.26}M${x} ${foot - tall * 0.3}q${-tall * 0.1} ${-tall * 0.12} ${-tall * 0.18} ${-tall * 0.2}`,
    mixColors('#6e5445', canvas.palette.ink, 0.3),
    tall * 0.075,
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
      .map(([dx, up, r]) => ellipse(x + dx * tall, foot - up * tall, r * tall * 1.15, r * tall * 0.85, silver))
      .join('')
  )
}

export function palm(canvas: Canvas, x: number, foot: number, tall: number): string {
  const [top, lean] = [foot - tall, tall * canvas.random.between(-0.1, 0.1)]
  const trunk = stroke(
    pathData`M${x} ${foot}Q${x} ${foot - tall * 0.5} ${x + lean} ${top}`,
    mixColors('#86604a', canvas.palette.ink, 0.3),
    tall * 0.045,
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
          pathData`M${x + lean} ${top}q${dx * tall * 0.5} ${dy * tall - tall * 0.16} ${dx * tall} ${dy * tall + tall * 0.06}q${-dx * tall * 0.4} ${-tall * 0.1} ${-dx * tall} ${-dy * tall - tall * 0.02}z`,
          foliageColor(canvas, '#4a7d55'),
        ),
      )
      .join('')
  )
}

export const fir = (canvas: Canvas, x: number, foot: number, tall: number): string =>
  rect(x - tall * 0.03, foot - tall * 0.12, tall * 0.06, tall * 0.12, canvas.palette.ink) +
  repeat(3, (tier) => {
    const [tierBase, halfWidth, rise] = [foot - tall * (0.08 + tier * 0.25), tall * (0.24 - tier * 0.055), tall * 0.44]
    return path(pathData`M${x} ${tierBase - rise}L${x + halfWidth} ${tierBase}H${x - halfWidth}z`, foliageColor(canvas, '#33604f'))
  })

export const bush = (canvas: Canvas, x: number, foot: number, wide: number): string => {
  const green = foliageColor(canvas, canvas.random.pick(['#5f8f52', '#7c9c55', '#4d7d54']))
  return path(
    pathData`M${x - wide} ${foot}q${wide * 0.1} ${-wide * 0.7} ${wide * 0.7} ${-wide * 0.6}q${wide * 0.3} ${-wide * 0.5} ${wide * 0.7} ${wide * 0.05}q${wide * 0.55} ${-wide * 0.1} ${wide * 0.6} ${wide * 0.55}z`,
    green,
  )
}

/** Prickly pear, for the south. */
export const pricklyPear = (canvas: Canvas, x: number, foot: number, size: number): string => {
  const green = foliageColor(canvas, '#6a9a62')
  const pads: [number, number, number][] = [
    [0, 26, 0],
    [-24, 62, -20],
    [20, 66, 18],
    [-34, 98, -30],
    [4, 104, 4],
    [38, 100, 30],
  ]
  return pads
    .map(
      ([dx, up, turn]) =>
        `<g transform="translate(${Math.round(x + dx * size)} ${Math.round(foot - up * size)}) rotate(${turn})">${ellipse(0, 0, 17 * size, 26 * size, green)}${circle(0, -26 * size, 5 * size, tint(canvas, '#d4574a'))}</g>`,
    )
    .join('')
}
