// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { storiesText } from '#web/stories/stories.text.ts'
import { StoryViewer } from './StoryViewer.tsx'

const anna = 2
const onClose = vi.fn<() => void>()
let server: ReturnType<typeof startTestServer>
/** Of the browser that is asked to play: it may refuse sound, or to play by itself at all. */
let refuses: (video: HTMLVideoElement) => boolean
let reduced: string
let frames: FrameRequestCallback[]

const story = (id: number, isVideo: boolean) =>
  ({
    id,
    user_id: anna,
    username: 'anna',
    media_url: isVideo ? `/media/${id}.mp4` : `/media/${id}-1280.webp`,
    cover_url: isVideo ? `/media/${id}-1280.webp` : null,
    media_thumbhash: '',
    media_alt: null,
    location_id: null,
    location_name: null,
    created_at: '2026-01-01T00:00:00.000Z',
    likes_count: 0,
    user_liked: false,
    is_seen: false,
  }) as Story
let stories: Story[]

const startTestServer = () =>
  startFakeServer({
    getUserStories: () => ({ stories }),
    getStoryLikes: () => ({ total_likes: 0, user_liked: false }),
    markStoryViewed: () => ({}),
  })

/** jsdom plays nothing. */
function playFakes() {
  const { prototype } = HTMLMediaElement
  const paused = new WeakMap<HTMLMediaElement, boolean>()
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return paused.get(this) ?? true
  })
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (refuses(this as HTMLVideoElement)) throw new DOMException('', 'NotAllowedError')
    paused.set(this, false)
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused.set(this, true)
  })
}

beforeAll(() => {
  openBrowser()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reduced !== '' && query.includes(reduced) }))
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  // jsdom decodes no pictures.
  Object.defineProperty(HTMLImageElement.prototype, 'decode', { value: async () => undefined, configurable: true })
})
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  stories = [story(10, true), story(11, true), story(12, false)]
  server = startTestServer()
  onClose.mockReset()
  refuses = () => false
  reduced = ''
  frames = []
  playFakes()
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  await passMs(5000)
})

async function open() {
  renderPart(<StoryViewer sequence={{ userId: anna, queue: [anna] }} open onClose={onClose} />)
  await act(() => passMs(1))
}
const pass = (ms: number) => act(() => passMs(ms))
const video = () => document.querySelector('video')
const state = () => video() && { isPlaying: !video()!.paused, isMuted: video()!.muted }
const isShown = (index: number) => screen.queryByText(storiesText.position(index, 3, 'anna')) !== null
const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })))
const loadCover = () => act(() => fireEvent.load(document.querySelector('img[fetchpriority=high]')!))
const end = () => act(() => fireEvent.ended(video()!))
const viewedIds = () => server.calls.filter(({ name }) => name === 'markStoryViewed').map(({ input }) => input.story_id)

test('A video plays without sound, is seen with its cover, takes as long as it is, and its end leads on', async () => {
  await open()
  expect(state()).toEqual({ isPlaying: true, isMuted: true })
  expect(viewedIds()).toEqual([])
  loadCover()
  expect(viewedIds()).toEqual([10])
  await pass(20_000)
  expect(isShown(1)).toBe(true)
  end()
  expect(isShown(2)).toBe(true)
  end()
  expect([isShown(3), video()]).toEqual([true, null])
  loadCover()
  await pass(5000)
  expect(onClose).toHaveBeenCalledOnce()
})

test('A video that waits for the network says so, until it goes on or is paused', async () => {
  await open()
  loadCover()
  const waits = () => screen.queryByRole('status', { name: 'Caricamento…' }) !== null
  for (const goOn of [fireEvent.playing, fireEvent.pause]) {
    fireEvent.waiting(video()!)
    expect(waits()).toBe(true)
    goOn(video()!)
    expect(waits()).toBe(false)
  }
})

test('The bar is where the video is, however long it loads', async () => {
  await open()
  loadCover()
  const bar = document.querySelector<HTMLElement>('[aria-hidden] span[style]')!
  const widthAt = (currentTime: number, duration: number) => {
    Object.defineProperties(video()!, {
      currentTime: { value: currentTime, configurable: true },
      duration: { value: duration, configurable: true },
    })
    for (const draw of frames.splice(0)) draw(0)
    return bar.style.transform
  }
  expect(widthAt(0, NaN)).toBe('scaleX(0)')
  expect(widthAt(6, 24)).toBe('scaleX(0.25)')
  await pass(20_000)
  expect(widthAt(6, 24)).toBe('scaleX(0.25)')
})

test('A pause, a hidden tab, an open panel and an answer stop a video, and it goes on after', async () => {
  await open()
  press(storiesText.pause)
  expect(state()?.isPlaying).toBe(false)
  press(storiesText.resume)
  expect(state()?.isPlaying).toBe(true)

  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => fireEvent(document, new Event('visibilitychange')))
  expect(state()?.isPlaying).toBe(false)
  visibility.mockReturnValue('visible')
  act(() => fireEvent(document, new Event('visibilitychange')))
  expect(state()?.isPlaying).toBe(true)

  const field = screen.getByRole('textbox', { name: 'Rispondi a anna' })
  act(() => field.focus())
  expect(state()?.isPlaying).toBe(false)
  act(() => field.blur())
  expect(state()?.isPlaying).toBe(true)

  press(storiesText.options)
  expect(state()?.isPlaying).toBe(false)
})

test('Sound that somebody turns on stays on for the next stories', async () => {
  await open()
  press(storiesText.soundOn)
  expect(state()).toEqual({ isPlaying: true, isMuted: false })
  end()
  expect(state()).toEqual({ isPlaying: true, isMuted: false })
  press(storiesText.soundOff)
  expect(state()?.isMuted).toBe(true)
  end()
  // A photo has none.
  expect(button(storiesText.soundOn)).toBeNull()
})

test('A video without sound offers none', async () => {
  stories[1]!.media_is_silent = true
  await open()
  press(storiesText.soundOn)
  end()
  expect(state()?.isPlaying).toBe(true)
  expect(button(storiesText.soundOff)).toBeNull()
})

test('Where the browser refuses sound, the next story plays without', async () => {
  await open()
  press(storiesText.soundOn)
  refuses = ({ muted }) => !muted
  end()
  await pass(1)
  expect(state()).toEqual({ isPlaying: true, isMuted: true })
  expect(button(storiesText.soundOn)).not.toBeNull()
})

test.each([
  ['the browser lets nothing play by itself', () => (refuses = () => true)],
  ['somebody wants to save data', () => (reduced = 'prefers-reduced-data')],
])('Where %s, a video waits for a press, and its end leads on', async (_case, arrange) => {
  arrange()
  await open()
  await pass(1)
  expect(state()?.isPlaying).toBe(false)
  refuses = () => false
  press(storiesText.playVideo)
  expect(state()?.isPlaying).toBe(true)
  expect(button(storiesText.playVideo)).toBeNull()
  end()
  expect(isShown(2)).toBe(true)
})

test('For somebody who wants less motion, a video waits for a press, also of the space bar, and stays at its end', async () => {
  reduced = 'prefers-reduced-motion'
  await open()
  loadCover()
  expect([state()?.isPlaying, viewedIds()]).toEqual([false, [10]])
  const dialog = screen.getByRole('dialog')
  act(() => fireEvent.keyDown(dialog, { key: ' ' }))
  expect(state()?.isPlaying).toBe(true)
  end()
  expect([isShown(1), state()?.isPlaying]).toEqual([true, false])
  press(storiesText.playVideo)
  expect(state()?.isPlaying).toBe(true)
  // The button is gone; the keys still work.
  expect(document.activeElement).toBe(dialog)
  press(storiesText.next)
  expect([isShown(2), state()?.isPlaying]).toEqual([true, false])
})

test('A video that cannot be played says so, and gives way to the next after five seconds', async () => {
  await open()
  act(() => fireEvent.error(video()!))
  expect(screen.queryByText(storiesText.videoFailed)).not.toBeNull()
  expect(button(storiesText.soundOn)).toBeNull()
  await pass(5000)
  expect(isShown(2)).toBe(true)
})

test('A cover that does not come hides no video; of the next story only the cover is fetched before', async () => {
  const fetched: string[] = []
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((url) => void fetched.push(url))
  await open()
  act(() => fireEvent.error(document.querySelector('img[fetchpriority=high]')!))
  expect(state()?.isPlaying).toBe(true)
  expect(viewedIds()).toEqual([])
  act(() => fireEvent.loadedData(video()!))
  expect(viewedIds()).toEqual([10])
  expect(fetched).toContain('/media/11-1280.webp')
  expect(fetched).not.toContain('/media/11.mp4')
})
