/** A named curve, its points from left to right. */
export type Curve = { name: string; points: { x: number; y: number }[] }
export type Axes = {
  title: string
  xLabel: string
  yLabel: string
  formatX: (value: number) => string
  formatY: (value: number) => string
}

const size = { width: 700, height: 420 }
const plot = { left: 70, right: 610, top: 56, bottom: 356 }
/** Minimum distance of the labels at the ends of the curves. */
const labelDistance = 18

/** Colours that stay apart with colour blindness, each with its own marker. */
const curveStyles = [
  { light: '#6d3bd1', dark: '#b79bff', marker: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0' },
  { light: '#b45309', dark: '#ffb454', marker: 'M-5-5h10v10h-10z' },
  { light: '#0f766e', dark: '#5fd3c4', marker: 'M0-6l6 11h-12z' },
  { light: '#9d174d', dark: '#ff8fb8', marker: 'M0-6l6 6l-6 6l-6-6z' },
]

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const coordinate = (value: number) => value.toFixed(1)

/** Returns 1, 2 and 5 times powers of ten, from below the smallest value to above the largest. */
function createTicks(smallest: number, largest: number): number[] {
  const candidates: number[] = []
  for (let power = Math.floor(Math.log10(smallest)) - 1; power <= Math.ceil(Math.log10(largest)); power++)
    candidates.push(...[1, 2, 5].map((step) => step * 10 ** power))
  const first = candidates.findLastIndex((tick) => tick <= smallest * 0.95)
  const last = candidates.findIndex((tick) => tick >= largest * 1.05)
  return candidates.slice(Math.max(0, first), last < 0 ? undefined : last + 1)
}

type LogarithmicScale = { from: number; to: number; start: number; end: number }

const createScale =
  ({ from, to, start, end }: LogarithmicScale) =>
  (value: number) =>
    from === to
      ? (start + end) / 2
      : start + ((Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))) * (end - start)

/** Moves labels down until none overlaps another; their order stays. */
function separateLabels(heights: number[]): number[] {
  const placed: number[] = []
  const ordered = heights.map((height, index) => ({ height, index })).toSorted((a, b) => a.height - b.height)
  ordered.forEach(({ height, index }, position) => {
    const above = ordered[position - 1]
    placed[index] = above ? Math.max(height, (placed[above.index] ?? 0) + labelDistance) : height
  })
  return placed
}

/** Draws curves over two logarithmic axes as an SVG that is readable on light and dark pages. */
export function drawChart(curves: Curve[], { title, xLabel, yLabel, formatX, formatY }: Axes): string {
  const points = curves.flatMap((curve) => curve.points)
  const xValues = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b)
  const yTicks = createTicks(Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y)))
  const x = createScale({
    from: xValues[0] ?? 1,
    to: xValues.at(-1) ?? 1,
    start: plot.left + 30,
    end: plot.right - 20,
  })
  const y = createScale({ from: yTicks[0] ?? 1, to: yTicks.at(-1) ?? 1, start: plot.bottom, end: plot.top })
  const labelHeights = separateLabels(curves.map((curve) => y(curve.points.at(-1)?.y ?? 1)))
  const lines = curves.map((curve, index) => drawCurve({ curve, index, x, y, labelHeight: labelHeights[index] ?? 0 }))
  const rows = yTicks.map((tick) => {
    const height = y(tick)
    const grid = `<path class="grid" d="M${plot.left} ${coordinate(height)}H${plot.right - 10}"/>`
    const label = escapeXml(formatY(tick))
    return `${grid}<text class="tick" text-anchor="end" x="${plot.left - 8}" y="${coordinate(height + 5)}">${label}</text>`
  })
  const columns = xValues.map((value) => {
    const position = `x="${coordinate(x(value))}" y="${plot.bottom + 22}"`
    return `<text class="tick" text-anchor="middle" ${position}>${escapeXml(formatX(value))}</text>`
  })
  const middle = { x: (plot.left + plot.right) / 2, y: (plot.top + plot.bottom) / 2 }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${escapeXml(title)}">
<style>
${stylesheet}
</style>
<rect class="paper" width="${size.width}" height="${size.height}" rx="12"/>
<text class="title ink" x="20" y="32">${escapeXml(title)}</text>
${rows.join('\n')}
${columns.join('\n')}
<text class="tick" text-anchor="middle" x="${middle.x}" y="${plot.bottom + 46}">${escapeXml(xLabel)}</text>
<text class="tick" text-anchor="middle" transform="translate(18 ${middle.y}) rotate(-90)">${escapeXml(yLabel)}</text>
${lines.join('\n')}
</svg>
`
}

type CurveInput = {
  curve: Curve
  index: number
  x: (value: number) => number
  y: (value: number) => number
  labelHeight: number
}

function drawCurve({ curve, index, x, y, labelHeight }: CurveInput): string {
  const style = index % curveStyles.length
  const { marker } = curveStyles[style] ?? { marker: '' }
  const path = curve.points
    .map((point, position) => `${position === 0 ? 'M' : 'L'}${coordinate(x(point.x))} ${coordinate(y(point.y))}`)
    .join('')
  const markers = curve.points
    .map((point) => `<path d="${marker}" transform="translate(${coordinate(x(point.x))} ${coordinate(y(point.y))})"/>`)
    .join('')
  const label = `<text x="${plot.right + 2}" y="${coordinate(labelHeight + 5)}">${escapeXml(curve.name)}</text>`
  return `<g class="c${style}"><path class="line" d="${path}"/>${markers}${label}</g>`
}

const colours = (theme: 'light' | 'dark') =>
  curveStyles.map((style, index) => `.c${index}{fill:${style[theme]};stroke:${style[theme]}}`).join('')

const stylesheet = [
  'text{font:14px system-ui,sans-serif;stroke:none}.title{font-size:17px;font-weight:600}',
  '.paper{fill:#fffdf9}.ink{fill:#221b2e}.tick{fill:#5c5566;font-size:13px}',
  '.grid{stroke:#e4dfd6;fill:none}.line{fill:none;stroke-width:2.5}',
  colours('light'),
  '@media(prefers-color-scheme:dark){.paper{fill:#1a1622}.ink{fill:#f3eefb}.tick{fill:#b3abc2}',
  `.grid{stroke:#393145}${colours('dark')}}`,
].join('\n')
