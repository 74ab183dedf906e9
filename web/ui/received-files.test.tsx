// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useReceivedFiles } from './received-files.ts'
import { toastStore } from './toast.ts'
import { uiText } from './ui.text.ts'

afterEach(cleanup)

const photo = new File(['x'], 'piazza.png', { type: 'image/png' })
const onFile = vi.fn()
const Composer = ({ takesFiles = true, multiple = true }) => {
  useReceivedFiles(takesFiles ? onFile : null, { multiple })
  return <textarea />
}
const data = (types: string[], files: File[]) => ({ types, files })

/** Returns whether the browser is kept from doing what it would do. */
function receive(kind: 'paste' | 'drop' | 'dragOver', what: ReturnType<typeof data>) {
  onFile.mockReset()
  const event = createEvent[kind](document.body, { [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: what })
  fireEvent(document.body, event)
  return event.defaultPrevented
}

test('A pasted screenshot and dropped photos count as chosen', () => {
  render(<Composer />)
  expect(receive('paste', data(['Files'], [photo]))).toBe(true)
  expect(onFile).toHaveBeenCalledWith(photo)
  expect(receive('dragOver', data(['Files'], []))).toBe(true)
  expect(receive('drop', data(['Files'], [photo, photo]))).toBe(true)
  expect(onFile).toHaveBeenCalledTimes(2)
})

test('Where one photo has room, the first of several is taken, and a sentence says so', () => {
  render(<Composer multiple={false} />)
  receive('drop', data(['Files'], [photo]))
  expect(toastStore.current()).toEqual([])
  const second = new File(['y'], 'fontana.png', { type: 'image/png' })
  receive('drop', data(['Files'], [second, photo]))
  expect(onFile.mock.calls).toEqual([[second]])
  expect(toastStore.current().map(({ text }) => text)).toEqual([uiText.oneFile])
})

test('Pasted and dropped text stays text, also when an office program adds a picture of it', () => {
  render(<Composer />)
  expect(receive('paste', data(['text/plain', 'text/html', 'Files'], [photo]))).toBe(false)
  expect(receive('dragOver', data(['text/plain'], []))).toBe(false)
  expect(receive('drop', data(['text/plain'], []))).toBe(false)
  expect(onFile).not.toHaveBeenCalled()
})

test('Whoever may not send photos drops one, and the page stays', () => {
  render(<Composer takesFiles={false} />)
  expect(receive('drop', data(['Files'], [photo]))).toBe(true)
  expect(onFile).not.toHaveBeenCalled()
})

test('A page that is left takes nothing', () => {
  render(<Composer />).unmount()
  receive('paste', data(['Files'], [photo]))
  expect(onFile).not.toHaveBeenCalled()
})
