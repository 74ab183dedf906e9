import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import oldestBrowsers from './oldest-browsers.json' with { type: 'json' }
import { newFeaturesOfScript, newFeaturesOfStyle } from './platform/testing/browser-support.ts'

const built = path.resolve('dist/web')

/** Newer functions in the built scripts, and why they do no harm in the oldest browsers. */
const functionsWithWayRound: Record<string, string> = {
  '.bytes()': 'the words of the administration',
  '.checkVisibility()': 'Base UI checks whether it exists',
  '.copyTo()': 'the map’s own function',
  '.difference()': 'the map’s own function',
  '.lock()': 'Base UI’s own function',
  '.resize()': 'the map’s own function',
  '.share()': 'the button is shown where it exists',
  '.startViewTransition()': 'without it pages change at once',
  '.take()': 'the map’s own function',
  '.toArray()': 'React’s and the map’s own function',
  'CSS.registerProperty': 'Base UI checks whether it exists',
  'Intl.Segmenter': 'the map checks whether it exists',
  'PublicKeyCredential.getClientCapabilities': 'the library for passkeys checks whether it exists',
  '.dispose()': 'the video library’s own function',
  '.getName()': 'the video library’s own function',
  AudioDecoder: 'the video library checks whether it exists',
  AudioEncoder: 'the video library checks whether it exists',
  VideoDecoder: 'the video library checks whether it exists',
  VideoEncoder: 'the video library checks whether it exists',
  'Symbol.asyncDispose': 'the video library checks whether it exists',
  'Symbol.dispose': 'the video library checks whether it exists',
  'new AudioData': 'the video library checks whether it exists',
  'new AudioDecoder': 'the video library checks whether it exists',
  'new AudioEncoder': 'the video library checks whether it exists',
  'new EncodedAudioChunk': 'the video library checks whether it exists',
  'new EncodedVideoChunk': 'the video library checks whether it exists',
  'new VideoDecoder': 'the video library checks whether it exists',
  'new VideoEncoder': 'the video library checks whether it exists',
  'new VideoFrame': 'the map checks whether it exists',
}

/** Newer styles, and what an older browser shows instead. */
const stylesWithWayRound: Record<string, string> = {
  ':selection': 'iPhones choose the colour of a selection',
  ':view-transition-new': 'pages change at once',
  ':view-transition-old': 'pages change at once',
  '@page': 'a printed QR code has the browser’s margins, with date and address in them',
  'contain-intrinsic-height': 'all that is far away is laid out, too',
  'content-visibility': 'all that is far away is laid out, too',
  'content-visibility: auto': 'all that is far away is laid out, too',
  'field-sizing': 'web/ui/TextArea.tsx sets the height',
  'field-sizing: content': 'web/ui/TextArea.tsx sets the height',
  'overflow-anchor': 'Safari never anchors',
  'overflow-anchor: none': 'Safari never anchors',
  resize: 'a phone has no handle',
  'resize: none': 'a phone has no handle',
  'scrollbar-color': 'the browser’s own bar',
  'scrollbar-width': 'a bar is seen, which a phone hides',
  'scrollbar-width: none': 'a bar is seen, which a phone hides',
  'scrollbar-width: thin': 'a wider bar',
  'text-size-adjust': 'the prefixed one stands beside it',
  'text-wrap': 'lines break where they are full',
  'text-wrap: balance': 'lines break where they are full',
  'text-wrap: pretty': 'lines break where they are full',
  'view-transition-name': 'pages change at once',
}
/** Of a mouse: a phone has none. */
const isCursor = (name: string) => name.startsWith('cursor: ')

/** Returns what the built files of this kind use, each with the files. */
async function newFeaturesIn(extension: RegExp, featuresOf: (text: string) => string[]) {
  const files = (await readdir(built, { recursive: true })).filter((file) => extension.test(file))
  expect(files.length).toBeGreaterThan(50)
  const found = new Map<string, string[]>()
  for (const file of files)
    for (const name of new Set(featuresOf(await readFile(path.join(built, file), 'utf8'))))
      found.set(name, [...(found.get(name) ?? []), path.basename(file)])
  return found
}

const without = (found: Map<string, string[]>, ways: Record<string, string>) =>
  Object.fromEntries([...found].filter(([name]) => !(name in ways) && !isCursor(name)))

test('The scripts call nothing that the oldest browsers lack', async () => {
  const found = await newFeaturesIn(/\.m?js$/, newFeaturesOfScript)
  expect(without(found, functionsWithWayRound)).toEqual({})
  expect(Object.keys(functionsWithWayRound).filter((name) => !found.has(name))).toEqual([])
})

test('The styles need nothing that the oldest browsers lack', async () => {
  const found = await newFeaturesIn(/\.css$/, newFeaturesOfStyle)
  expect(without(found, stylesWithWayRound)).toEqual({})
  expect(Object.keys(stylesWithWayRound).filter((name) => !found.has(name))).toEqual([])
})

test.each([
  ['AbortSignal.any([one, other])', 'AbortSignal.any'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['Response.json(answer)', 'Response.json'],
  ['one.union(other)', '.union()'],
  ['ids.values().map(view)', 'Iterator.map'],
  ['new URLPattern(text)', 'new URLPattern'],
])('A script with %s is noticed', (code, name) => {
  expect(newFeaturesOfScript(code)).toEqual([name])
})

test.each([
  ['a { field-sizing: content }', 'field-sizing'],
  ['a { & b { color: red } }', 'nesting'],
  ['@starting-style { a { color: red } }', '@starting-style'],
  ['a { color: light-dark(red, blue) }', 'light-dark()'],
  ['a:user-valid { color: red }', ':user-valid'],
])('A style %s is noticed', (css, name) => {
  expect(newFeaturesOfStyle(css)).toContain(name)
})

test('What all the oldest browsers have, and what stands in @supports, is allowed', () => {
  expect(
    newFeaturesOfScript('list.toSorted(); AbortSignal.timeout(1); list.map(view); Object.values(o).map(f)'),
  ).toEqual([])
  expect(
    newFeaturesOfStyle('@supports (field-sizing: content) { a { field-sizing: content } } a:has(b) { gap: 1dvh }'),
  ).toEqual([])
})

test('The page and the README name the oldest browsers', async () => {
  const { safari, firefox, chrome } = oldestBrowsers
  const page = await readFile(path.join(built, 'index.html'), 'utf8')
  expect(page).toContain(`Servono almeno Safari ${safari}, Firefox ${firefox} o Chrome ${chrome}.`)
  const readme = await readFile('README.md', 'utf8')
  expect(readme).toContain(`Safari ${safari}, Firefox ${firefox} or Chrome ${chrome}`)
})
