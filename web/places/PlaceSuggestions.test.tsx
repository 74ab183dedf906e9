// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedPlace } from '#contract/places.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { signInAs } from '#web/platform/testing/fake-browser.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { PlaceSuggestions } from './PlaceSuggestions.tsx'

afterEach(closePage)

const place = (id: number, name: string, part: Partial<ListedPlace> = {}): ListedPlace => ({
  id,
  name,
  kind: 'square',
  town: 'Milano',
  province: 'MI',
  image: null,
  distance: null,
  latitude: 45.46 + id / 1000,
  longitude: 9.19,
  ...part,
})

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('The three nearest places are offered, no town, and then what was used last', async () => {
  signInAs(7)
  storePosition({ latitude: 45.46, longitude: 9.19 })
  startFakeServer({
    getNearbyLocations: () => [
      place(1, 'Milano', { kind: 'town', town: null }),
      place(2, 'Duomo'),
      place(3, 'Scala'),
      place(4, 'Brera'),
      place(5, 'Darsena'),
    ],
  })
  const onPick = vi.fn<(picked: ListedPlace) => void>()
  renderPart(<PlaceSuggestions onPick={onPick} />)
  await screen.findByRole('button', { name: /Duomo/ })
  expect(names()).toEqual(['Duomo220 m', 'Scala330 m', 'Brera440 m'])
  fireEvent.click(screen.getByRole('button', { name: /Scala/ }))
  expect(onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Scala' }))
})

test('Somebody without a position is offered where they published last', async () => {
  signInAs(7)
  startFakeServer({})
  localStorage.setItem('known-places-7', JSON.stringify({ recent: [place(9, 'Bar Basso')] }))
  renderPart(<PlaceSuggestions onPick={() => undefined} />)
  expect(names()).toEqual(['Bar Basso'])
})
