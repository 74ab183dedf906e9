// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { MapList } from './MapList.tsx'

afterEach(closePage)

function showList(list: Partial<ComponentProps<typeof MapList>>) {
  const nothing = {
    cells: [],
    mostPosts: 1,
    places: [],
    isNear: true,
    isLoading: false,
    hasMore: false,
    period: 'week',
  } as const
  const calls = { onApproach: vi.fn<(cell: object) => void>(), onOpenPlace: vi.fn<(placeId: number) => void>() }
  renderPart(<MapList {...nothing} {...calls} {...list} />)
  return calls
}
const cell = {
  cell: 'a',
  town: 'Milano',
  province: 'MI',
  latitude: 45.5,
  longitude: 9.2,
  outline: [],
  posts: 2,
  newest_at: '2026-01-01T12:00:00Z',
}

test('From far, an empty area explains that a cell needs three people; from near, that nobody has posted', () => {
  showList({ isNear: false })
  screen.getByRole('heading', { name: 'Qui è tutto tranquillo' })
  screen.getByText(/almeno tre persone hanno raccontato qualcosa negli ultimi 7 giorni/)
  closePage()
  showList({ isNear: true, period: 'day' })
  screen.getByText('Nessuno ha raccontato qualcosa nelle ultime 24 ore. Guarda più lontano.')
})

test('What is loading is not called quiet', () => {
  showList({ isLoading: true })
  expect(screen.queryByRole('heading', { name: 'Qui è tutto tranquillo' })).toBeNull()
})

test('Cells are listed with the busiest first, all their posts are summed up, and each leads nearer', () => {
  const busy = { ...cell, cell: 'b', town: null, posts: 5 }
  const { onApproach } = showList({ cells: [cell, busy], isNear: false })
  screen.getByText('7 post negli ultimi 7 giorni')
  const buttons = screen.getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Avvicina la mappa: Una zona senza città',
    'Avvicina la mappa: Milano (MI)',
  ])
  fireEvent.click(buttons[1]!)
  expect(onApproach).toHaveBeenCalledExactlyOnceWith(cell)
})
