import { type InfiniteData, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { changeData, changePages } from './change-data.ts'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

/** An open query whose fetches the test answers, in the order in which they began. */
function openQuery<Data>(data: Data) {
  const queryKey = ['test']
  const answers: ((data: Data) => void)[] = []
  queryClient.setQueryData(queryKey, data)
  const queryFn = () => new Promise<Data>((resolve) => answers.push(resolve))
  new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined)
  return {
    queryKey,
    answer: (index: number, reply: Data) => answers[index]?.(reply),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
    data: () => queryClient.getQueryData<Data>(queryKey),
  }
}

test('A change during a fetch is made again when it ends', async () => {
  const { queryKey, answer, refetch, data } = openQuery({ status: 'none', count: 1 })
  const fetched = refetch()
  changeData<{ status: string; count: number }>({ queryKey }, (old) => ({ ...old, status: 'accepted' }))
  expect(data()).toEqual({ status: 'accepted', count: 1 })
  answer(0, { status: 'none', count: 2 })
  await fetched
  expect(data()).toEqual({ status: 'accepted', count: 2 })
})

test('A fetch that began after the change, in place of an older one, is not overwritten by it', async () => {
  const { queryKey, answer, refetch, data } = openQuery({ status: 'none' })
  void refetch()
  changeData<{ status: string }>({ queryKey }, () => ({ status: 'accepted' }))
  const fetched = refetch()
  answer(0, { status: 'none' })
  answer(1, { status: 'pending' })
  await fetched
  expect(data()).toEqual({ status: 'pending' })
})

test('A change of a list reaches all of its pages', () => {
  const { queryKey, data } = openQuery<InfiniteData<{ names: string[] }>>({
    pages: [{ names: ['anna', 'bruno'] }, { names: ['carla', 'bruno'] }],
    pageParams: [null, 'b'],
  })
  changePages<'names', string>({ queryKey }, 'names', (names) => names.filter((name) => name !== 'bruno'))
  expect(data()?.pages).toEqual([{ names: ['anna'] }, { names: ['carla'] }])
})
