// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { cachedRing, setRing } from '#web/stories/rings.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'
import { toastStore } from '#web/ui/toast.ts'
import { StoryViewer } from './StoryViewer.tsx'

const anna = 2
const carla = 3
const names = new Map([
  [anna, 'anna'],
  [carla, 'carla'],
])
const onClose = vi.fn<() => void>()
let stories: Story[]
let server: ReturnType<typeof startTestServer>

const story = (id: number, userId: number, isSeen = false) =>
  ({
    id,
    user_id: userId,
    username: names.get(userId),
    media_url: `/media/${id}-1280.webp`,
    media_thumbhash: '',
    location_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
    likes_count: 0,
    user_liked: false,
    is_seen: isSeen,
  }) as Story

const startTestServer = () =>
  startFakeServer({
    getUserStories: ({ user_id }) => ({ stories: stories.filter((one) => one.user_id === Number(user_id)) }),
    getStoryLikes: () => ({ total_likes: 0, user_liked: false }),
    markStoryViewed: () => ({}),
  })

let wantsLessMotion = false

beforeAll(() => {
  openBrowser()
  vi.stubGlobal('matchMedia', () => ({ matches: wantsLessMotion }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  // jsdom decodes no pictures.
  Object.defineProperty(HTMLImageElement.prototype, 'decode', { value: async () => undefined, configurable: true })
})
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  stories = [story(10, anna), story(11, anna), story(20, carla)]
  server = startTestServer()
  onClose.mockReset()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  await passMs(5000)
})

async function open(userId: number, queue = [anna, carla]) {
  renderPart(<StoryViewer sequence={{ userId, queue }} open onClose={onClose} />)
  await act(() => passMs(1))
}
const pass = (ms: number) => act(() => passMs(ms))
const shown = (index: number, count: number, name: string) =>
  screen.queryByText(storiesText.position(index, count, name)) !== null
/** The browser has the picture. */
const loadPicture = () => act(() => fireEvent.load(document.querySelector('img[fetchpriority=high]')!))
const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })))
const viewedIds = () => server.calls.filter(({ name }) => name === 'markStoryViewed').map(({ input }) => input.story_id)

test('A story waits for its picture, counts as seen with it, and gives way to the next after five seconds', async () => {
  await open(anna)
  await pass(20_000)
  expect(shown(1, 2, 'anna')).toBe(true)
  expect(viewedIds()).toEqual([])
  loadPicture()
  await pass(4999)
  expect(shown(1, 2, 'anna')).toBe(true)
  expect(viewedIds()).toEqual([10])
  await pass(1)
  expect(shown(2, 2, 'anna')).toBe(true)
})

test('For somebody who wants less motion, a story stays until they go on', async () => {
  wantsLessMotion = true
  await open(anna)
  loadPicture()
  await pass(20_000)
  wantsLessMotion = false
  expect(shown(1, 2, 'anna')).toBe(true)
  press(storiesText.next)
  await pass(1)
  expect(shown(2, 2, 'anna')).toBe(true)
})

test('After the last story of a person comes the next person, and after the last person the viewer closes', async () => {
  stories = [story(10, anna, true), story(11, anna), story(20, carla)]
  await open(anna)
  expect(shown(2, 2, 'anna')).toBe(true)
  loadPicture()
  await pass(5000)
  expect(shown(1, 1, 'carla')).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  loadPicture()
  await pass(5000)
  expect(onClose).toHaveBeenCalledOnce()
})

test('Before the first story of a person comes the one before, and before the first person nothing', async () => {
  await open(carla)
  press(storiesText.previous)
  await pass(1)
  expect(shown(1, 2, 'anna')).toBe(true)
  expect(screen.queryByRole('button', { name: storiesText.previous })).toBeNull()
})

/** Opens Anna's first story, pauses it for long once it has been shown for this time, and lets it go on. */
async function pauseAfterMs(shownMs: number) {
  await open(anna)
  loadPicture()
  await pass(shownMs)
  press(storiesText.pause)
  await pass(20_000)
  press(storiesText.resume)
}

test('A pause, a hidden tab and an open panel hold a story where it is', async () => {
  await pauseAfterMs(3000)
  await pass(1000)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => fireEvent(document, new Event('visibilitychange')))
  await pass(20_000)
  vi.restoreAllMocks()
  act(() => fireEvent(document, new Event('visibilitychange')))
  press(storiesText.options)
  await pass(20_000)
  expect(shown(1, 2, 'anna')).toBe(true)
})

test('While an answer is written, a story waits; the keys write and do not lead on', async () => {
  await open(anna)
  loadPicture()
  const field = screen.getByRole('textbox', { name: 'Rispondi a anna' })
  act(() => field.focus())
  act(() => fireEvent.keyDown(field, { key: 'ArrowRight' }))
  await pass(20_000)
  expect(shown(1, 2, 'anna')).toBe(true)
  act(() => field.blur())
  await pass(5000)
  expect(shown(2, 2, 'anna')).toBe(true)
})

test('Nobody answers their own story', async () => {
  signInAs(anna)
  await open(anna)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('A pause takes nothing from the time that a story has left', async () => {
  await pauseAfterMs(3000)
  await pass(1999)
  expect(shown(1, 2, 'anna')).toBe(true)
  await pass(1)
  expect(shown(2, 2, 'anna')).toBe(true)
})

test('Stories that expired since their ring was drawn say so, close, and take the ring with them', async () => {
  stories = []
  setRing(anna, 'unseen')
  await open(anna, [anna])
  expect(toastStore.current()).toMatchObject([{ text: storiesText.unavailable }])
  expect(onClose).toHaveBeenCalledOnce()
  expect(cachedRing(anna)).toBeNull()
})
