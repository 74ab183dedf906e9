import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import budget from './budget.json' with { type: 'json' }

// The files that a phone loads before the first feed is shown, as built: gzipped, in kB of 1000 bytes.

const built = path.resolve('dist/web')
const { firstLoad, map } = budget

/** Code that a script cannot start without. */
const importsOf = (code: string) =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\/[^"'`]+\.js)["'`]/g)].map(([, file = '']) => file)

/** The scripts that the page names, and all that they import, each once. */
async function filesFrom(scripts: string[]): Promise<string[]> {
  const found = new Set(scripts)
  for (const script of found) {
    for (const imported of importsOf(await readFile(path.join(built, script), 'utf8')))
      found.add(path.join(path.dirname(script), imported))
  }
  return [...found]
}

async function kilobytesOf(files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(path.join(built, file)), { level: 9 }).length),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10
}

describe('Cost of the first load', () => {
  let scripts: string[] = []
  let styles: string[] = []
  beforeAll(async () => {
    const page = await readFile(path.join(built, 'index.html'), 'utf8')
    const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, file = '']) => file)
    scripts = await filesFrom([
      ...named(/<script[^>]+src="([^"]+)"/g),
      ...named(/<link rel="modulepreload"[^>]+href="([^"]+)"/g),
    ])
    styles = named(/<link rel="stylesheet"[^>]+href="([^"]+)"/g)
    expect(scripts.length * styles.length).toBeGreaterThan(0)
  })

  test('The JavaScript of the first load stays within its budget', async () => {
    const kilobytes = await kilobytesOf(scripts)
    expect(
      kilobytes,
      `${kilobytes} kB: ${(kilobytes - firstLoad.javascriptKb).toFixed(1)} kB over the budget`,
    ).toBeLessThanOrEqual(firstLoad.javascriptKb)
  })

  test('The number of JavaScript files of the first load stays within its budget', () => {
    expect(scripts.length, scripts.join(', ')).toBeLessThanOrEqual(firstLoad.javascriptFiles)
  })

  test('The CSS of the first load stays within its budget', async () => {
    const kilobytes = await kilobytesOf(styles)
    expect(
      kilobytes,
      `${kilobytes} kB: ${(kilobytes - firstLoad.cssKb).toFixed(1)} kB over the budget`,
    ).toBeLessThanOrEqual(firstLoad.cssKb)
  })
})

test('Every page preloads the fonts, because any may be the first that somebody opens', async () => {
  const pages = (await readdir(built)).filter((file) => file.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(4)
  for (const page of pages) {
    const html = await readFile(path.join(built, page), 'utf8')
    const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]+href="([^"]+)"/g)].map(([, file = '']) => file)
    expect([page, fonts.map((file) => path.basename(file).replace(/-[\w-]{8}\.woff2$/, ''))]).toEqual([
      page,
      ['bricolage-grotesque-italian', 'instrument-sans-italian'],
    ])
  }
})

describe('Cost of the map', () => {
  const filesLike = async (pattern: RegExp) =>
    (await readdir(path.join(built, 'assets'))).filter((file) => pattern.test(file)).map((file) => `assets/${file}`)
  const filesWhose = async (hasIt: (code: string) => boolean) => {
    const scripts = await filesLike(/\.js$/)
    const codes = await Promise.all(scripts.map((script) => readFile(path.join(built, script), 'utf8')))
    return scripts.filter((_script, index) => hasIt(codes[index] ?? ''))
  }

  const filesWithMapLibre = () => filesWhose((code) => code.includes('maplibregl-canvas'))
  const filesImporting = (file: string) => filesWhose((code) => importsOf(code).includes(`./${path.basename(file)}`))

  test('Its code stays within its budget', async () => {
    const [library = ''] = await filesWithMapLibre()
    const engines = await filesImporting(library)
    expect(engines.length).toBeGreaterThan(0)
    expect(await kilobytesOf([library, ...engines])).toBeLessThanOrEqual(map.javascriptKb)
    const worker = await filesLike(/^maplibre-gl-worker.*\.mjs$/)
    expect(worker).toHaveLength(1)
    expect(await kilobytesOf(worker)).toBeLessThanOrEqual(map.workerKb)
  })

  test('Nothing loads MapLibre before a map is drawn: one file has it, and only the engines import that', async () => {
    const [library = '', ...others] = await filesWithMapLibre()
    expect(others).toEqual([])
    for (const file of await filesImporting(library)) expect(path.basename(file)).toMatch(/^(?:list-|point-)?engine-/)
  })
})

describe('Cost of a growing page', () => {
  /** Returns the selector of each rule. */
  const selectorsOf = (css: string) => [...css.matchAll(/[^{}]+(?=\{)/g)].map(([selector]) => selector)
  const wholePageSelector = /(?::root|html|body|main|#root)[^\s,>+~]*:has\(/

  test('No CSS rule is evaluated against the whole page for each added post', async () => {
    const files = (await readdir(path.join(built, 'assets'))).filter((file) => file.endsWith('.css'))
    const selectors = (
      await Promise.all(files.map((file) => readFile(path.join(built, 'assets', file), 'utf8')))
    ).flatMap(selectorsOf)
    expect(selectors.length).toBeGreaterThan(0)
    expect(
      selectors.filter((selector) => wholePageSelector.test(selector)),
      'use useRootAttribute instead',
    ).toEqual([])
  })
})
