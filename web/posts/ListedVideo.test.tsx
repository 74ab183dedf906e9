// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListedVideo } from './ListedVideo.tsx'

type Look = (entries: { isIntersecting: boolean }[]) => void
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
const show = (name: string, isIntersecting: boolean) => act(() => looks.get(name)!([{ isIntersecting }]))
const playing = () =>
  [...document.querySelectorAll('video')]
    .filter(({ paused }) => !paused)
    .map((video) => video.getAttribute('aria-label'))

test('A video plays until it has left, then the next in view does', () => {
  showTwo()
  show('Mare', true)
  show('Monti', true)
  expect(playing()).toEqual(['Mare'])
  show('Mare', false)
  expect(playing()).toEqual(['Monti'])
})

test('A paused video waits until it comes into view anew, and the focus stays on its button', () => {
  showTwo()
  show('Mare', true)
  const button = screen.getByRole('button', { name: 'Metti in pausa' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Guarda il video')
  show('Monti', true)
  show('Monti', false)
  expect(playing()).toEqual([])
  show('Mare', false)
  show('Mare', true)
  expect(playing()).toEqual(['Mare'])
})

test('A video without sound offers none: a tap pauses it, and plays it again', () => {
  showTwo({ isSilent: true })
  show('Mare', true)
  expect(screen.queryByRole('button', { name: 'Attiva l’audio' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Mare'))
  expect(playing()).toEqual([])
  fireEvent.click(screen.getByLabelText('Mare'))
  expect(playing()).toEqual(['Mare'])
})

test('A video that waits for the network says so', () => {
  showTwo()
  show('Mare', true)
  const video = screen.getByLabelText('Mare')
  fireEvent.waiting(video)
  expect(screen.getByRole('status', { name: 'Caricamento…' })).toBeDefined()
  fireEvent.playing(video)
  expect(screen.queryByRole('status')).toBeNull()
})

test('A video that has not arrived says so, and is asked for again with a press', () => {
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  showTwo()
  show('Mare', true)
  show('Monti', true)
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
  show('Mare', true)
  fireEvent.click(screen.getByRole('button', { name: 'Attiva l’audio' }))
  show('Mare', false)
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  show('Mare', true)
  await screen.findByRole('button', { name: 'Attiva l’audio' })
  expect(playing()).toEqual(['Mare'])
})
