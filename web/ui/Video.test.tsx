// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Video } from './Video.tsx'

const play = vi.spyOn(HTMLVideoElement.prototype, 'play')
const focus = vi.spyOn(HTMLVideoElement.prototype, 'focus')

beforeEach(() => {
  play.mockReset().mockResolvedValue()
  focus.mockReset()
})
afterEach(cleanup)

test('A video that was opened to be played plays without sound where the browser wants another press for it', async () => {
  play.mockRejectedValueOnce(new DOMException('no press', 'NotAllowedError'))
  render(<Video src="/v.mp4" label="Mare" autoPlay />)
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2))
  expect(screen.getByLabelText<HTMLVideoElement>('Mare').muted).toBe(true)
})

test('A video that has not arrived says so, and a press asks for it again, plays it and keeps the focus', () => {
  render(<Video src="/v.mp4" label="Mare" />)
  expect(play).not.toHaveBeenCalled()
  fireEvent.error(screen.getByLabelText('Mare'))
  expect(screen.queryByLabelText('Mare')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Il video non è arrivato. Tocca per riprovare.' }))
  expect(screen.getByLabelText('Mare')).toBeDefined()
  expect(play).toHaveBeenCalledOnce()
  expect(focus).toHaveBeenCalledOnce()
})
