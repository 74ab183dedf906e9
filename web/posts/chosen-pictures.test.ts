// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOnePicture, useChosenPictures } from './chosen-pictures.ts'

/** The canvases on which pictures were redrawn. */
let drawn: { width: number; height: number }[]
let size = { width: 4, height: 3 }

beforeEach(() => {
  drawn = []
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name === 'rotta.jpg') throw new DOMException('', 'InvalidStateError')
    return { ...size, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    drawn.push({ width: this.width, height: this.height })
    done(new Blob(['x'], { type: 'image/webp' }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const files = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.jpg`))

function choosing() {
  const { result } = renderHook(() => useChosenPictures())
  const choose = async (chosen: File[]) => {
    act(() => {
      for (const one of chosen) result.current.add(one)
    })
    await waitFor(() => expect(result.current.isPreparing).toBe(false), { timeout: 10_000 })
  }
  return { result, choose }
}

test.each([
  [10, 10, null],
  [11, 10, 'tooMany'],
  [25, 10, 'tooMany'],
])(
  'Of %i photos chosen at once %i are taken, and the rest is not lost without a word',
  async (chosen, taken, problem) => {
    const { result, choose } = choosing()
    await choose(files(chosen))
    expect(result.current.list).toHaveLength(taken)
    expect(result.current.problem).toBe(problem)
  },
)

test('A removed and an unreadable photo make room for another', async () => {
  const { result, choose } = choosing()
  await choose([file('rotta.jpg'), ...files(9)])
  expect(result.current.problem).toBe('unreadable')
  await choose(files(1))
  expect(result.current.list).toHaveLength(10)
  act(() => result.current.remove(result.current.list[0]!.key))
  await choose(files(2))
  expect(result.current.list).toHaveLength(10)
  expect(result.current.problem).toBe('tooMany')
})

test.each([
  ['a photo of a phone', [3024, 4032], [1920, 2560]],
  ['a panorama', [8000, 1000], [2560, 320]],
  ['a small picture', [640, 480], [640, 480]],
  ['a long screenshot', [1080, 8000], [691, 5120]],
  ['a screenshot that the server keeps as it is', [1280, 4000], [1280, 4000]],
  ['a page of a newspaper', [1170, 20_000], [300, 5120]],
] as const)(
  'The device keeps all that the server would keep of %s',
  async (_, [width, height], [drawnWidth, drawnHeight]) => {
    size = { width, height }
    const { choose } = choosing()
    await choose(files(1))
    expect(drawn).toEqual([{ width: drawnWidth, height: drawnHeight }])
  },
)

test('A video stands alone', async () => {
  const { result, choose } = choosing()
  const video = new Blob(['x'], { type: 'video/mp4' })
  expect(result.current.hasRoomForVideo()).toBe(true)
  act(() => result.current.addVideo({ video, cover: 'data:image/webp;base64,eA==', seconds: 60 }))
  expect(result.current.list).toMatchObject([{ video, image: 'data:image/webp;base64,eA==' }])
  await choose(files(1))
  expect(result.current.problem).toBe('hasVideo')
  expect(result.current.list).toHaveLength(1)
  act(() => void result.current.hasRoomForVideo())
  expect(result.current.problem).toBe('hasVideo')
  act(() => result.current.remove(result.current.list[0]!.key))
  await choose(files(1))
  act(() => void result.current.hasRoomForVideo())
  expect(result.current.problem).toBe('videoAlone')
})

describe('A story', () => {
  const video = new Blob(['x'], { type: 'video/mp4' })
  const filming = (seconds: number) => {
    const { result } = choosing()
    act(() => result.current.addVideo({ video, cover: 'data:image/webp;base64,eA==', seconds }))
    return { result, story: () => asOnePicture(result.current) }
  }

  test.each([
    [2, true],
    [30, true],
    // As cutting from 0.1 to 30.1 computes it.
    [30.1 - 0.1 + 4e-15, true],
    [30.1, false],
    [60, false],
  ])('takes the video of %f seconds that was chosen for a post: %s', (seconds, isTaken) => {
    const { story, result } = filming(seconds)
    expect([story().listed?.video, story().isVideoTooLong]).toEqual([isTaken ? video : undefined, !isTaken])
    // The post keeps it.
    expect(result.current.list).toHaveLength(1)
  })

  test('takes a photo in place of a video, and a video in place of a photo', async () => {
    const { story, result } = filming(60)
    act(() => story().choose(file('1.jpg')))
    await waitFor(() => expect(story().listed?.image).toMatch(/./), { timeout: 10_000 })
    expect(story().listed?.video).toBeUndefined()
    expect(story().isVideoTooLong).toBe(false)
    act(() => story().chooseVideo({ video, cover: 'data:image/webp;base64,eQ==', seconds: 3 }))
    expect(result.current.list).toMatchObject([{ video, image: 'data:image/webp;base64,eQ==' }])
    act(() => story().remove())
    expect(result.current.list).toEqual([])
    act(() => expect(result.current.hasRoomForVideo()).toBe(true))
  })
})
