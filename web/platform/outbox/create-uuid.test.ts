// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createUuid } from './outbox.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([true, false])('Ids are random UUIDs of version 4, over HTTPS or not (secure: %s)', (isSecureContext) => {
  vi.stubGlobal('isSecureContext', isSecureContext)
  const ids = Array.from({ length: 100 }, createUuid)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(100)
})
