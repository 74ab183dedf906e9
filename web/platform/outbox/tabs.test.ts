// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/platform/api-errors.ts'
import {
  closeBrowser,
  openBrowser,
  passMs,
  removeBroadcastChannel,
  removeWebLocks,
  settle,
  signInAs,
} from '#web/platform/testing/fake-browser.ts'
import { closeTabs, createServer, networkError, openSendingTab, openTab } from './test-outbox.ts'

beforeEach(() => {
  openBrowser()
  signInAs(1)
})
afterEach(() => {
  closeTabs()
  cleanup()
  closeBrowser()
})

test('Two tabs show what is written in either, and send it in order and once', async () => {
  const server = createServer()
  const one = await openSendingTab(server)
  const other = await openSendingTab(server)
  const answer = server.holdNext()
  await one.write('Here')
  await settle()
  expect(other.texts()).toEqual(['Here'])
  await other.write('There')
  await settle()
  expect(one.texts()).toEqual(['Here', 'There'])
  window.dispatchEvent(new Event('online'))
  await settle()
  answer.accept()
  await settle()
  expect(server.attempts).toEqual(['Here', 'There'])
  for (const tab of [one, other]) {
    expect(tab.texts()).toEqual([])
    expect(tab.shownAsSent).toEqual(['Here of 1', 'There of 1'])
  }
})

test('A tab that is opened later shows what waits, and the earlier one what the later one has left', async () => {
  const server = createServer()
  server.replies.push(networkError())
  const one = await openSendingTab(server)
  const other = openTab(server)
  await other.write('Just opened')
  await settle()
  expect(one.texts()).toEqual([])
  const answer = server.holdNext()
  other.start()
  await settle()
  expect(one.texts()).toEqual(['Just opened'])
  answer.accept()
})

test('A refusal shows in both tabs, and deleting it in one removes it from the other', async () => {
  const server = createServer()
  const one = await openSendingTab(server)
  const other = await openSendingTab(server)
  server.replies.push(new ApiError(403, 'No.'))
  await one.write('Here')
  await settle()
  expect(other.pending()).toMatchObject([{ text: 'Here', refusal: 'No.' }])
  await other.discard(other.pending()[0]!.client_id)
  await settle()
  expect(one.texts()).toEqual([])
})

test('When a tab is closed while it sends, the other one goes on', async () => {
  const server = createServer()
  const one = await openSendingTab(server)
  const other = await openSendingTab(server)
  const answer = server.holdNext()
  await one.write('Here')
  await settle()
  await other.write('There')
  one.stop()
  answer.fail(networkError())
  await passMs(1000)
  expect(server.attempts).toEqual(['Here', 'Here', 'There'])
  expect(other.texts()).toEqual([])
})

test('A tab that sends no longer takes no notice of the others', async () => {
  const server = createServer()
  const one = await openSendingTab(server)
  const other = await openSendingTab(server)
  one.stop()
  await other.write('There')
  await settle()
  expect(other.shownAsSent).toEqual(['There of 1'])
  expect(one.shownAsSent).toEqual([])
})

test('What one account has sent is not shown in the tab of another', async () => {
  const server = createServer()
  const anna = await openSendingTab(server)
  signInAs(2)
  const bruno = await openSendingTab(server)
  await bruno.write('Of Bruno')
  await settle()
  expect(bruno.shownAsSent).toEqual(['Of Bruno of 2'])
  expect(anna.shownAsSent).toEqual([])
})

test('In a browser without a channel between tabs, each tab sends what is written in it', async () => {
  removeBroadcastChannel()
  const server = createServer()
  const one = await openSendingTab(server)
  const other = await openSendingTab(server)
  await one.write('Here')
  await settle()
  await other.write('There')
  await settle()
  expect(server.attempts).toEqual(['Here', 'There'])
  expect(one.texts()).toEqual([])
  expect(other.texts()).toEqual([])
})

test('In a browser without Web Locks, a tab sends as well', async () => {
  removeWebLocks()
  const server = createServer()
  const tab = await openSendingTab(server)
  server.replies.push(networkError())
  await tab.write('One')
  await tab.write('Two')
  await passMs(1000)
  expect(tab.shownAsSent).toEqual(['One of 1', 'Two of 1'])
})

test('A tab that is closed while it sends comes to rest, although more was written meanwhile', async () => {
  const server = createServer()
  const tab = await openSendingTab(server)
  const answer = server.holdNext()
  await tab.write('Here')
  await settle()
  await tab.write('There')
  tab.stop()
  answer.accept()
  await settle()
  expect(server.attempts).toEqual(['Here'])
})
