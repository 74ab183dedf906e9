import { expect, test } from 'vitest'
import { isFile } from './offline-cache.ts'

const answer = (type: string, status = 200) => new Response('', { status, headers: { 'content-type': type } })

test.each([
  ['/assets/index-1.js', 'text/javascript; charset=utf-8'],
  ['/assets/index-1.js', 'application/javascript'],
  ['/assets/worker-1.mjs', 'text/javascript'],
  ['/assets/index-1.css', 'text/css; charset=utf-8'],
  ['/assets/text-1.woff2', 'font/woff2'],
  ['/assets/text-1.woff2', 'application/font-woff2'],
  ['/assets/wire-1.svg', 'image/svg+xml'],
  ['https://example.it/assets/ground-1.json?x', 'application/json'],
])('%s as %s is that file', (url, type) => {
  expect(isFile(url, answer(type))).toBe(true)
  expect(isFile(url, answer(type, 404))).toBe(false)
})

test.each([
  ['/assets/index-1.js', 'text/html'],
  ['/assets/index-1.css', 'text/html; charset=utf-8'],
  ['/assets/text-1.woff2', 'text/plain'],
  ['/assets/wire-1.svg', 'application/json'],
  ['/assets/index-1.js', ''],
  ['/assets/index', 'text/javascript'],
])('%s as «%s» is another page', (url, type) => {
  expect(isFile(url, answer(type))).toBe(false)
})
