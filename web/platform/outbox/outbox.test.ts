// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/api-errors.ts'
import { clearUser } from '#web/platform/current-user.ts'
import { closeBrowser, openBrowser, passMs, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import {
  closeTabs,
  createServer,
  networkError,
  openSendingTab,
  openTab,
  type SendingTab,
  type Server,
} from './test-outbox.ts'

beforeEach(() => {
  openBrowser()
  signInAs(1)
})
afterEach(() => {
  closeTabs()
  cleanup()
  closeBrowser()
})

describe('What somebody writes', () => {
  test('shows at once, is sent in the order of writing and then no longer waits', async () => {
    const server = createServer()
    const answer = server.holdNext()
    const tab = await openSendingTab(server)
    // All in the same millisecond.
    for (const text of ['One', 'Two', 'Three']) void tab.write(text)
    await settle()
    expect(tab.texts()).toEqual(['One', 'Two', 'Three'])
    expect(server.attempts).toEqual(['One'])
    answer.accept()
    await settle()
    expect(server.attempts).toEqual(['One', 'Two', 'Three'])
    expect(tab.shownAsSent).toEqual(['One of 1', 'Two of 1', 'Three of 1'])
    expect(tab.texts()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('keeps its order when the clock of the device goes back', async () => {
    const server = createServer()
    const tab = openTab(server)
    await tab.write('One')
    vi.setSystemTime(Date.now() - 3_600_000)
    await tab.write('Two')
    tab.start()
    await settle()
    expect(server.attempts).toEqual(['One', 'Two'])
  })

  test('is sent under its own id, and has that id in every attempt', async () => {
    const server = createServer()
    server.replies.push(networkError())
    const tab = await openSendingTab(server)
    await tab.write('One')
    await settle()
    await passMs(1000)
    await tab.write('Two')
    await settle()
    const ids = server.items.map(({ client_id }) => client_id)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('waits until sending starts, also for that of an earlier visit', async () => {
    const server = createServer()
    await openTab(server).write('Before')
    await settle()
    expect(server.attempts).toEqual([])
    const next = await openSendingTab(server)
    await settle()
    expect(server.attempts).toEqual(['Before'])
    expect(next.texts()).toEqual([])
  })

  test('is not kept when nobody is signed in', async () => {
    clearUser()
    const server = createServer()
    const tab = openTab(server)
    await tab.write('Nobody')
    expect(tab.texts()).toEqual([])
    tab.start()
    signInAs(1)
    await tab.write('Somebody')
    await settle()
    // Sending had not started, because there was nobody.
    expect(server.attempts).toEqual([])
    expect(tab.texts()).toEqual(['Somebody'])
  })

  test('continues after a reload from where it had got', async () => {
    const server = createServer()
    server.replies.push(async (item, keep) => {
      await keep({ ...item, step: 1 })
      throw networkError()
    })
    const tab = await openSendingTab(server)
    await tab.write('One')
    await settle()
    tab.stop()
    await openSendingTab(server)
    await settle()
    expect(server.items.map(({ step }) => step)).toEqual([undefined, 1])
  })
})

describe('What was refused', () => {
  const refuse = async (tab: SendingTab, server: Server) => {
    server.replies.push(new ApiError(403, 'No.'))
    await tab.write('Refused')
    await settle()
    return tab.pending()[0]!
  }

  test('is sent again on request, with the same id', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    const item = await refuse(tab, server)
    await tab.retry(item)
    await settle()
    expect(server.items.map(({ client_id }) => client_id)).toEqual([item.client_id, item.client_id])
    expect(tab.texts()).toEqual([])
  })

  test('is deleted on request, and not sent by the next page', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    const { client_id } = await refuse(tab, server)
    await tab.discard(client_id)
    expect(tab.texts()).toEqual([])
    expect(await tab.find(client_id)).toBeNull()
  })

  test('gives its place to what corrects it', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    const { client_id } = await refuse(tab, server)
    server.replies.push(networkError())
    const written = tab.write('Corrected', client_id)
    await Promise.resolve()
    expect(tab.texts()).toEqual(['Corrected'])
    await written
    await settle()
    expect(tab.texts()).toEqual(['Corrected'])
    expect(await tab.find(client_id)).toBeNull()
    await passMs(1000)
    expect(server.attempts).toEqual(['Refused', 'Corrected', 'Corrected'])
  })

  test('is found again by its author alone', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    const { client_id } = await refuse(tab, server)
    expect(await tab.find(client_id)).toMatchObject({ text: 'Refused', refusal: 'No.' })
    signInAs(2)
    expect(await tab.find(client_id)).toBeNull()
    clearUser()
    expect(await tab.find(client_id)).toBeNull()
  })

  test('is still refused after a reload', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    await refuse(tab, server)
    tab.stop()
    const next = await openSendingTab(server)
    await settle()
    expect(next.pending()).toMatchObject([{ text: 'Refused', refusal: 'No.' }])
    expect(server.attempts).toHaveLength(1)
  })
})

describe('After signing out or changing accounts', () => {
  test('the next person on the device neither sees nor sends what the first has left', async () => {
    const server = createServer()
    server.replies.push(networkError())
    const anna = await openSendingTab(server)
    await anna.write('Of Anna')
    await settle()
    anna.stop()
    await settle()
    expect(anna.texts()).toEqual([])
    signInAs(2)
    const bruno = await openSendingTab(server)
    await bruno.write('Of Bruno')
    await settle()
    expect(server.attempts).toEqual(['Of Anna', 'Of Bruno'])
    expect(bruno.shownAsSent).toEqual(['Of Bruno of 2'])
  })

  test('the first person’s next visit sends it', async () => {
    const server = createServer()
    await openTab(server).write('Of Anna')
    signInAs(2)
    await openSendingTab(server)
    await settle()
    expect(server.attempts).toEqual([])
    closeTabs()
    signInAs(1)
    await openSendingTab(server)
    await settle()
    expect(server.attempts).toEqual(['Of Anna'])
  })

  test('a tab that has not noticed yet sends nothing more of the first person', async () => {
    const server = createServer()
    const tab = await openSendingTab(server)
    await settle()
    await openTab(server).write('Of Anna')
    signInAs(2)
    window.dispatchEvent(new Event('online'))
    await settle()
    expect(server.attempts).toEqual([])
    expect(tab.refused).toEqual([])
  })

  test('a refusal of the first person’s item, because the session has ended, does not mark it', async () => {
    const server = createServer()
    const answer = server.holdNext()
    const tab = await openSendingTab(server)
    await tab.write('Of Anna')
    await settle()
    signInAs(2)
    answer.fail(new ApiError(403, 'Not your session.'))
    await settle()
    expect(tab.refused).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
    signInAs(1)
    expect(await tab.find(server.items[0]!.client_id)).toMatchObject({ refusal: null })
  })

  test('nothing more is sent, whatever wakes the page', async () => {
    const server = createServer()
    server.replies.push(networkError())
    const tab = await openSendingTab(server)
    await tab.write('One')
    await settle()
    expect(vi.getTimerCount()).toBe(1)
    tab.stop()
    expect(vi.getTimerCount()).toBe(0)
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    await tab.write('Two')
    await passMs(3_600_000)
    expect(server.attempts).toEqual(['One'])
  })

  test('an attempt in flight that fails is not made again', async () => {
    const server = createServer()
    const answer = server.holdNext()
    const tab = await openSendingTab(server)
    await tab.write('One')
    await settle()
    tab.stop()
    answer.fail(networkError())
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    expect(server.attempts).toEqual(['One'])
  })
})
