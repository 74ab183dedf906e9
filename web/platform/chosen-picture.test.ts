// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useChosenPicture } from './chosen-picture.ts'

const preparations = new Map<string, PromiseWithResolvers<string>>()
vi.mock('./prepare-picture.ts', () => ({
  preparePicture: ({ name }: File) => {
    const preparation = Promise.withResolvers<string>()
    preparations.set(name, preparation)
    return preparation.promise
  },
}))

test('Of two photos chosen one after the other the later one stays, also if the earlier one is ready last', async () => {
  const { result } = renderHook(() => useChosenPicture())
  act(() => result.current.choose(new File([], 'piazza.jpg')))
  act(() => result.current.choose(new File([], 'fontana.jpg')))
  await act(async () => preparations.get('piazza.jpg')!.reject(new Error('unreadable')))
  expect(result.current).toMatchObject({ image: null, isPreparing: true, isUnreadable: false })
  await act(async () => preparations.get('fontana.jpg')!.resolve('fontana'))
  expect(result.current).toMatchObject({ image: 'fontana', isPreparing: false })
  act(() => result.current.choose(new File([], 'piazza.jpg')))
  act(() => result.current.choose(new File([], 'duomo.jpg')))
  await act(async () => preparations.get('duomo.jpg')!.resolve('duomo'))
  await act(async () => preparations.get('piazza.jpg')!.resolve('piazza'))
  expect(result.current).toMatchObject({ image: 'duomo', isPreparing: false })
})
