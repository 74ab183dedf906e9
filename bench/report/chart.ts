/** One curve: what it is called, and its points from left to right. */
export type Curve = { name: string; points: { x: number; y: number }[] }
export type Axes = {
  title: string
  x: string
  y: string
  written: { x: (value: number) => string; y: (value: number) => string }
}

const size = { width: 700, height: 420 }
const plot = { left: 70, right: 610, top: 56, bottom: 356 }
/** Labels at the ends of the curves keep this far apart. */
const lineHeight = 18

/** Hues that stay apart for those who see few colours, with a mark of its own for each. */
const looks = [
  { light: '#6d3bd1', dark: '#b79bff', mark: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0' },
  { light: '#b45309', dark: '#ffb454', mark: 'M-5-5h10v10h-10z' },
  { light: '#0f766e', dark: '#5fd3c4', mark: 'M0-6l6 11h-12z' },
  { light: '#9d174d', dark: '#ff8fb8', mark: 'M0-6l6 6l-6 6l-6-6z' },
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const number = (value: number) => value.toFixed(1)

/** 1, 2 and 5 times the powers of ten, from the last below the smallest to the first above the largest. */
function ticks(smallest: number, largest: number): number[] {
  const all: number[] = []
  for (let power = Math.floor(Math.log10(smallest)) - 1; power <= Math.ceil(Math.log10(largest)); power++)
    all.push(...[1, 2, 5].map((step) => step * 10 ** power))
  const from = all.findLastIndex((tick) => tick <= smallest * 0.95)
  const to = all.findIndex((tick) => tick >= largest * 1.05)
  return all.slice(Math.max(0, from), to < 0 ? undefined : to + 1)
}

const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
  from === to
    ? (start + end) / 2
    : start + ((Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))) * (end - start)

/** Where labels stand that would like to stand at these heights: in the same order, and none on another. */
function apart(heights: number[]): number[] {
  const placed: number[] = []
  const order = heights.map((height, at) => ({ height, at })).toSorted((a, b) => a.height - b.height)
  order.forEach(({ height, at }, place) => {
    const above = order[place - 1]
    placed[at] = above ? Math.max(height, (placed[above.at] ?? 0) + lineHeight) : height
  })
  return placed
}

/** Curves over two logarithmic axes, as an SVG that is readable on a light and on a dark page. */
export function drawChart(curves: Curve[], { title, x: xName, y: yName, written }: Axes): string {
  const points = curves.flatMap((curve) => curve.points)
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b)
  const yTicks = ticks(Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y)))
  const x = scale(xs[0] ?? 1, xs.at(-1) ?? 1, plot.left + 30, plot.right - 20)
  const y = scale(yTicks[0] ?? 1, yTicks.at(-1) ?? 1, plot.bottom, plot.top)
  const labels = apart(curves.map((curve) => y(curve.points.at(-1)?.y ?? 1)))
  const lines = curves.map((curve, at) => {
    const { mark } = looks[at % looks.length] ?? { mark: '' }
    const path = curve.points
      .map((point, place) => `${place === 0 ? 'M' : 'L'}${number(x(point.x))} ${number(y(point.y))}`)
      .join('')
    const marks = curve.points
      .map((point) => `<path d="${mark}" transform="translate(${number(x(point.x))} ${number(y(point.y))})"/>`)
      .join('')
    return `<g class="c${at % looks.length}"><path class="line" d="${path}"/>${marks}<text x="${plot.right + 2}" y="${number((labels[at] ?? 0) + 5)}">${escaped(curve.name)}</text></g>`
  })
  const rows = yTicks.map(
    (tick) =>
      `<path class="grid" d="M${plot.left} ${number(y(tick))}H${plot.right - 10}"/><text class="tick" text-anchor="end" x="${plot.left - 8}" y="${number(y(tick) + 5)}">${escaped(written.y(tick))}</text>`,
  )
  const columns = xs.map(
    (value) =>
      `<text class="tick" text-anchor="middle" x="${number(x(value))}" y="${plot.bottom + 22}">${escaped(written.x(value))}</text>`,
  )
  const colours = (which: 'light' | 'dark') =>
    looks.map((look, at) => `.c${at}{fill:${look[which]};stroke:${look[which]}}`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${escaped(title)}">
<style>
text{font:14px system-ui,sans-serif;stroke:none}.title{font-size:17px;font-weight:600}.paper{fill:#fffdf9}.ink{fill:#221b2e}.tick{fill:#5c5566;font-size:13px}.grid{stroke:#e4dfd6;fill:none}.line{fill:none;stroke-width:2.5}
${colours('light')}
@media(prefers-color-scheme:dark){.paper{fill:#1a1622}.ink{fill:#f3eefb}.tick{fill:#b3abc2}.grid{stroke:#393145}${colours('dark')}}
</style>
<rect class="paper" width="${size.width}" height="${size.height}" rx="12"/>
<text class="title ink" x="20" y="32">${escaped(title)}</text>
${rows.join('\n')}
${columns.join('\n')}
<text class="tick" text-anchor="middle" x="${(plot.left + plot.right) / 2}" y="${plot.bottom + 46}">${escaped(xName)}</text>
<text class="tick" text-anchor="middle" transform="translate(18 ${(plot.top + plot.bottom) / 2}) rotate(-90)">${escaped(yName)}</text>
${lines.join('\n')}
</svg>
`
}
