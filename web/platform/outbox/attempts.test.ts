// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, InvalidReplyError } from '#web/platform/api-errors.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { closeBrowser, openBrowser, passMs, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { closeTabs, createServer, networkError, openSendingTab } from './test-outbox.ts'

// What becomes of an item after each kind of answer.

beforeEach(() => {
  openBrowser()
  signInAs(1)
})
afterEach(() => {
  closeTabs()
  cleanup()
  closeBrowser()
})

const minuteMs = 60_000

/** Writes one item, whose attempts get these answers, and one behind it. */
async function writeTwo(answers: Error[], maxWaitMs?: number) {
  const server = createServer()
  const tab = await openSendingTab(server, maxWaitMs)
  server.replies.push(...answers)
  await tab.write('First')
  await settle()
  await tab.write('Second')
  await settle()
  return { server, tab, first: () => tab.pending().find(({ text }) => text === 'First') }
}
const repeat = (count: number, error: Error) => Array.from({ length: count }, () => error)

describe('A refusal', () => {
  test.each([400, 403, 404, 409, 413, 415])(
    'with status %i is shown with its reason, is not sent again, and keeps nothing behind it waiting',
    async (status) => {
      const { server, tab, first } = await writeTwo([new ApiError(status, 'No.')])
      await passMs(60 * minuteMs)
      expect(server.attempts).toEqual(['First', 'Second'])
      expect(first()).toMatchObject({ refusal: 'No.', is_in_doubt: false })
      expect(tab.texts()).toEqual(['First'])
      expect(tab.refused).toMatchObject([{ text: 'First', refusal: 'No.' }])
    },
  )

  test('with another status is final after five attempts', async () => {
    const { server, first } = await writeTwo(repeat(5, new ApiError(422, 'Odd.')))
    await passMs(10 * minuteMs)
    expect(server.attempts).toEqual([...Array.from({ length: 5 }, () => 'First'), 'Second'])
    expect(first()).toMatchObject({ refusal: 'Odd.', is_in_doubt: false })
  })
})

describe('“Later” from the server', () => {
  test.each([429, 503])('with status %i is obeyed as often as it is said', async (status) => {
    const { server, tab } = await writeTwo(repeat(8, new ApiError(status, 'Later.', 3)))
    await passMs(10 * minuteMs)
    expect(server.attempts).toEqual([...Array.from({ length: 9 }, () => 'First'), 'Second'])
    expect(tab.refused).toEqual([])
  })

  test('holds for as long as it says, whatever is written or comes back meanwhile', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(new ApiError(429, 'Later.', 3))
    await tab.write('First')
    await settle()
    await tab.write('Second')
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    await passMs(2999)
    expect(server.attempts).toEqual(['First'])
    expect(tab.stalled()).toBe('First')
    await passMs(1)
    expect(server.attempts).toEqual(['First', 'First', 'Second'])
    expect(tab.stalled()).toBeUndefined()
  })

  test('without a time is asked again after the back-off', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(new ApiError(503, 'Later.'))
    await tab.write('First')
    await settle()
    await passMs(999)
    expect(server.attempts).toHaveLength(1)
    await passMs(1)
    expect(server.attempts).toHaveLength(2)
  })

  test('is waited for up to a quarter of an hour', async () => {
    const { server, tab } = await writeTwo([new ApiError(429, 'Later.', 15 * 60)])
    await passMs(15 * minuteMs - 1)
    expect(server.attempts).toEqual(['First'])
    await passMs(1)
    expect(server.attempts).toEqual(['First', 'First', 'Second'])
    expect(tab.refused).toEqual([])
  })

  test('for longer counts as a refusal, and the next item need not wait', async () => {
    const { server, first } = await writeTwo([new ApiError(429, 'Tomorrow.', 15 * 60 + 1)])
    expect(server.attempts).toEqual(['First', 'Second'])
    expect(first()).toMatchObject({ refusal: 'Tomorrow.', is_in_doubt: false })
  })

  test('for longer, from a server that fails, leaves it open whether it has arrived', async () => {
    const { first } = await writeTwo([new ApiError(503, 'Out.', 15 * 60 + 1)])
    expect(first()).toMatchObject({ refusal: platformText.unexpectedError, is_in_doubt: true })
  })
})

describe('Errors of the server', () => {
  test('give an item up after five, in doubt, and the next one goes', async () => {
    const { server, first } = await writeTwo(repeat(5, new ApiError(500, 'Broken.')))
    await passMs(10 * minuteMs)
    expect(server.attempts).toEqual([...Array.from({ length: 5 }, () => 'First'), 'Second'])
    expect(first()).toMatchObject({ refusal: platformText.unexpectedError, is_in_doubt: true })
  })

  test('are forgotten when they are fewer', async () => {
    const { server, tab } = await writeTwo(repeat(4, new ApiError(500, 'Broken.')))
    await passMs(10 * minuteMs)
    expect(server.attempts).toEqual([...Array.from({ length: 5 }, () => 'First'), 'Second'])
    expect(tab.refused).toEqual([])
  })

  test('are counted for each item, and not beside a lost network', async () => {
    const { server, tab } = await writeTwo([...repeat(4, new ApiError(500, 'Broken.')), ...repeat(4, networkError())])
    server.replies.push(...repeat(1, networkError()))
    await passMs(60 * minuteMs)
    expect(tab.refused).toEqual([])
    expect(tab.texts()).toEqual([])
  })

  test('are counted anew when the author tries again', async () => {
    const { server, tab, first } = await writeTwo(repeat(5, new ApiError(500, 'Broken.')))
    await passMs(10 * minuteMs)
    server.replies.push(...repeat(4, new ApiError(500, 'Broken.')))
    await tab.retry(first()!)
    await passMs(10 * minuteMs)
    expect(tab.texts()).toEqual([])
    expect(tab.refused).toHaveLength(1)
  })
})

describe('Without an answer', () => {
  test('the pauses double up to a minute', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(...repeat(9, networkError()))
    await tab.write('First')
    await settle()
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const count = server.attempts.length
      await passMs(seconds * 1000 - 1)
      expect(server.attempts).toHaveLength(count)
      await passMs(1)
      expect(server.attempts).toHaveLength(count + 1)
    }
  })

  test('the item is shown as stalled until it gets through', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(new InvalidReplyError('A page of the café’s network'))
    await tab.write('First')
    await settle()
    expect(tab.stalled()).toBe('First')
    await passMs(1000)
    expect(tab.stalled()).toBeUndefined()
    expect(tab.texts()).toEqual([])
  })

  test.each([
    ['the network returns', () => window.dispatchEvent(new Event('online'))],
    ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('it is sent as soon as %s, and once', async (_event, happen) => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(...repeat(3, networkError()))
    await tab.write('First')
    await settle()
    await passMs(3000)
    expect(server.attempts).toHaveLength(3)
    happen()
    await settle()
    expect(server.attempts).toHaveLength(4)
    await passMs(10 * minuteMs)
    expect(server.attempts).toHaveLength(4)
    expect(tab.texts()).toEqual([])
  })

  test('it is not sent when the page is hidden', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(networkError())
    await tab.write('First')
    await settle()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(server.attempts).toHaveLength(1)
  })

  test('it is sent when the network returns to a hidden page', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(networkError())
    await tab.write('First')
    await settle()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    window.dispatchEvent(new Event('online'))
    await settle()
    expect(server.attempts).toHaveLength(2)
  })

  test('the pauses begin anew after the network seemed to return during an attempt', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    server.replies.push(...repeat(3, networkError()))
    await tab.write('First')
    await passMs(3000)
    const answer = server.holdNext()
    await passMs(4000)
    window.dispatchEvent(new Event('online'))
    answer.fail(networkError())
    await settle()
    expect(server.attempts).toHaveLength(4)
    await passMs(1000)
    expect(server.attempts).toHaveLength(5)
  })

  test('what is written during an attempt that fails waits for the next one, in order', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    const answer = server.holdNext()
    await tab.write('First')
    await settle()
    await tab.write('Second')
    answer.fail(networkError())
    await settle()
    expect(server.attempts).toEqual(['First'])
    expect(tab.texts()).toEqual(['First', 'Second'])
    await passMs(1000)
    expect(server.attempts).toEqual(['First', 'First', 'Second'])
  })

  test('a message waits for ever', async () => {
    const { server, tab } = await writeTwo(repeat(60, networkError()))
    await passMs(61 * minuteMs)
    expect(tab.refused).toEqual([])
    expect(tab.texts()).toEqual([])
    expect(server.attempts.length).toBeGreaterThan(60)
  })

  test('a post is given up after its longest wait, in doubt', async () => {
    const { tab, first } = await writeTwo(repeat(100, networkError()), 30 * minuteMs)
    await passMs(29 * minuteMs)
    expect(tab.refused).toEqual([])
    await passMs(2 * minuteMs)
    expect(first()).toMatchObject({ refusal: platformText.networkError, is_in_doubt: true })
  })

  test('a post is given up after its longest wait, also if the server keeps saying “later”', async () => {
    const { first } = await writeTwo(repeat(100, new ApiError(429, 'Later.', 60)), 30 * minuteMs)
    await passMs(32 * minuteMs)
    expect(first()).toMatchObject({ refusal: platformText.networkError, is_in_doubt: true })
  })
})
