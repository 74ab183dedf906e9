import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import budget from './budget.json' with { type: 'json' }

// What a phone fetches before the first feed is there, as the build left it: gzipped, in kB of 1000 bytes.

const built = path.resolve('dist/web')
const { firstLoad } = budget

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

describe('What the first load costs', () => {
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

  test('JavaScript', async () => {
    const kilobytes = await kilobytesOf(scripts)
    expect(
      kilobytes,
      `${kilobytes} kB: ${(kilobytes - firstLoad.javascriptKb).toFixed(1)} kB over the budget`,
    ).toBeLessThanOrEqual(firstLoad.javascriptKb)
  })

  test('Files of JavaScript', () => {
    expect(scripts.length, scripts.join(', ')).toBeLessThanOrEqual(firstLoad.javascriptFiles)
  })

  test('CSS', async () => {
    const kilobytes = await kilobytesOf(styles)
    expect(
      kilobytes,
      `${kilobytes} kB: ${(kilobytes - firstLoad.cssKb).toFixed(1)} kB over the budget`,
    ).toBeLessThanOrEqual(firstLoad.cssKb)
  })
})

describe('What the page costs as it grows', () => {
  /** Of each rule, what it is about. */
  const selectorsOf = (css: string) => [...css.matchAll(/[^{}]+(?=\{)/g)].map(([selector]) => selector)
  const asksTheWholePage = /(?::root|html|body|main|#root)[^\s,>+~]*:has\(/

  test('No rule looks through the whole page for each post that comes', async () => {
    const files = (await readdir(path.join(built, 'assets'))).filter((file) => file.endsWith('.css'))
    const selectors = (
      await Promise.all(files.map((file) => readFile(path.join(built, 'assets', file), 'utf8')))
    ).flatMap(selectorsOf)
    expect(selectors.length).toBeGreaterThan(0)
    expect(
      selectors.filter((selector) => asksTheWholePage.test(selector)),
      'say it with useRootMark',
    ).toEqual([])
  })
})
