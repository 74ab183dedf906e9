// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListedVideo } from './ListedVideo.tsx'

type Look = (entries: { intersectionRatio: number }[]) => void
/** What watches whether a video is in view, by the video's name. */
let looks: Map<string | null, Look>

/** jsdom plays nothing and sees nothing. */
beforeEach(() => {
  looks = new Map()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      look: Look
      constructor(look: Look) {
        this.look = look
      }
      observe(video: Element) {
        looks.set(video.getAttribute('aria-label'), this.look)
      }
      disconnect() {}
    },
  )
  const paused = new WeakMap<HTMLMediaElement, boolean>()
  const set = (isPaused: boolean, event: typeof fireEvent.play) =>
    function (this: HTMLMediaElement) {
      if ((paused.get(this) ?? true) === isPaused) return
      paused.set(this, isPaused)
      event(this)
    }
  const { prototype } = HTMLMediaElement
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return paused.get(this) ?? true
  })
  const play = set(false, fireEvent.play)
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    play.call(this)
  })
  vi.spyOn(prototype, 'pause').mockImplementation(set(true, fireEvent.pause))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function showTwo({ isSilent = false } = {}) {
  render(
    ['Mare', 'Monti'].map((name) => (
      <ListedVideo key={name} src="/v.mp4" poster={undefined} label={name} isSilent={isSilent} onDoubleTap={null} />
    )),
  )
}
/** `top`: pixels from the top of the screen, whose height is 768; the video has 300. */
function show(name: string, intersectionRatio: number, top = 0) {
  vi.spyOn(screen.getByLabelText(name), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 500, 300))
  act(() => looks.get(name)!([{ intersectionRatio }]))
}
const playing = () =>
  [...document.querySelectorAll('video')]
    .filter(({ paused }) => !paused)
    .map((video) => video.getAttribute('aria-label'))

test('A video that is wholly in view plays on when another comes, and gives way when it has left', () => {
  showTwo()
  show('Mare', 1, 0)
  show('Monti', 1, 320)
  expect(playing()).toEqual(['Mare'])
  show('Mare', 0, -300)
  expect(playing()).toEqual(['Monti'])
})

test('Of two videos of which parts are in view, the one nearer to the middle plays', () => {
  showTwo()
  show('Mare', 1, 100)
  show('Monti', 0.7, 550)
  expect(playing()).toEqual(['Mare'])
  show('Monti', 1, 350)
  show('Mare', 0.7, -90)
  expect(playing()).toEqual(['Monti'])
})

test('A video that somebody plays while little of it is in view stops when it has left', () => {
  showTwo()
  show('Mare', 0.4, -180)
  fireEvent.click(screen.getByLabelText('Mare'))
  expect(playing()).toEqual(['Mare'])
  show('Mare', 0, -310)
  expect(playing()).toEqual([])
})

test('A paused video waits until it comes into view anew, and the focus stays on its button', () => {
  showTwo()
  show('Mare', 1)
  const button = screen.getByRole('button', { name: 'Metti in pausa' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Guarda il video')
  show('Monti', 1)
  show('Monti', 0)
  expect(playing()).toEqual([])
  show('Mare', 0)
  show('Mare', 1)
  expect(playing()).toEqual(['Mare'])
})

test('Who leaves the page loads none of the videos that were still in view', () => {
  showTwo()
  show('Mare', 1)
  show('Monti', 1)
  cleanup()
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce()
})

test('While a dialog covers the page, no video begins, also when the screen is turned', () => {
  showTwo()
  screen.getByLabelText('Mare').parentElement!.setAttribute('aria-hidden', 'true')
  show('Mare', 1)
  expect(playing()).toEqual([])
})

test('A video without sound offers none: a tap pauses it, and plays it again', () => {
  showTwo({ isSilent: true })
  show('Mare', 1)
  expect(screen.queryByRole('button', { name: 'Attiva l’audio' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Mare'))
  expect(playing()).toEqual([])
  fireEvent.click(screen.getByLabelText('Mare'))
  expect(playing()).toEqual(['Mare'])
})

test('A video that waits for the network says so', () => {
  showTwo()
  show('Mare', 1)
  const video = screen.getByLabelText('Mare')
  fireEvent.waiting(video)
  expect(screen.getByRole('status', { name: 'Caricamento…' })).toBeDefined()
  fireEvent.playing(video)
  expect(screen.queryByRole('status')).toBeNull()
})

test('A video that has not arrived says so, and is asked for again with a press', () => {
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  showTwo()
  show('Mare', 1)
  show('Monti', 1)
  fireEvent.error(screen.getByLabelText('Mare'))
  expect(screen.getByRole('status').textContent).toBe('Il video non è arrivato. Tocca per riprovare.')
  expect(playing()).toEqual(['Monti'])
  fireEvent.click(screen.getAllByRole('button', { name: 'Guarda il video' })[0]!)
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
  expect(playing()).toEqual(['Mare'])
})

test('Where the browser refuses sound, a video that comes into view anew plays without, and its button says so', async () => {
  showTwo()
  show('Mare', 1)
  fireEvent.click(screen.getByRole('button', { name: 'Attiva l’audio' }))
  show('Mare', 0)
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  show('Mare', 1)
  await screen.findByRole('button', { name: 'Attiva l’audio' })
  expect(playing()).toEqual(['Mare'])
})
