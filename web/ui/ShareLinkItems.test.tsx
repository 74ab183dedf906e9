// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShareLinkItems } from './ShareLinkItems.tsx'
import { toastStore } from './toast.ts'
import { uiText } from './ui.text.ts'

const onDone = vi.fn<() => void>()
const writeText = vi.fn<(text: string) => Promise<void>>()
const share = vi.fn<(data: ShareData) => Promise<void>>()
const link = `${window.location.origin}/post/7`

beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  writeText.mockReset().mockResolvedValue(undefined)
  share.mockReset().mockResolvedValue(undefined)
})

afterEach(async () => {
  cleanup()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'share')
})

const openMenu = () => render(<ShareLinkItems path="/post/7" title="Post di bruno" onDone={onDone} />)
const letDeviceShare = () => Object.defineProperty(navigator, 'share', { value: share, configurable: true })

async function choose(name: string) {
  openMenu()
  onDone.mockReset()
  fireEvent.click(screen.getByRole('button', { name }))
  expect(onDone).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(0)
  cleanup()
}
const toasts = () => toastStore.current().map(({ text }) => text)

test('The link of a page is copied, and a message says so', async () => {
  await choose(uiText.copyLink)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(link)
  expect(toasts()).toEqual([uiText.linkCopied])
})

test('A browser that refuses to copy says so, also where it has no clipboard', async () => {
  writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await choose(uiText.copyLink)
  expect(toasts()).toEqual([uiText.linkNotCopied])
  await vi.runAllTimersAsync()
  Reflect.deleteProperty(navigator, 'clipboard')
  await choose(uiText.copyLink)
  expect(toasts()).toEqual([uiText.linkNotCopied])
})

test('Only a device that can share offers to pass the link on', async () => {
  openMenu()
  expect(screen.queryByRole('button', { name: uiText.share })).toBeNull()
  cleanup()
  letDeviceShare()
  await choose(uiText.share)
  expect(share.mock.calls).toEqual([[{ title: 'Post di bruno', url: link }]])
  expect(toasts()).toEqual([])
})

test('Closing the menu of the device shows no message, a failure does', async () => {
  letDeviceShare()
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await choose(uiText.share)
  expect(toasts()).toEqual([])
  share.mockRejectedValueOnce(new Error('no'))
  await choose(uiText.share)
  expect(toasts()).toEqual([uiText.notShared])
})
