// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedPlace } from '#contract/places.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { PlacePickerList } from './PlacePicker.tsx'

afterEach(closePage)

/** Opens the picker of somebody whose nearest place is this far away. */
function openPicker(distance: number | null) {
  const bolzano: ListedPlace = {
    id: 1,
    name: 'Bolzano',
    kind: 'town',
    town: null,
    province: 'BZ',
    image: null,
    distance,
    latitude: 46.5,
    longitude: 11.35,
  }
  startFakeServer({ getNearbyLocations: () => [bolzano] })
  renderPart(<PlacePickerList onPick={() => undefined} onAdd={undefined} />)
}

test.each([
  [25_000, 'Vicino a te'],
  [25_001, 'I luoghi più vicini'],
])('The places of somebody who is %i m away from the nearest are called “%s”', async (distance, title) => {
  storePosition({ latitude: 52.52, longitude: 13.4 })
  openPicker(distance)
  expect((await screen.findByRole('region', { name: title })).textContent).toContain('Bolzano')
})

test('Without a network, the last places and the nearest ones of the last time can be chosen', async () => {
  signInAs(7)
  storePosition({ latitude: 45.46, longitude: 9.19 })
  const place = (id: number, name: string): ListedPlace => ({
    id,
    name,
    kind: 'square',
    town: null,
    province: null,
    image: null,
    distance: 10,
    latitude: 45.46,
    longitude: 9.19,
  })
  const server = startFakeServer({
    getNearbyLocations: () => [place(1, 'Duomo'), place(2, 'Brera')],
    searchPlaces: () => ({ places: [place(3, 'Darsena')] }),
  })
  const open = () => {
    const onPick = vi.fn<(picked: ListedPlace) => void>()
    renderPart(<PlacePickerList onPick={onPick} onAdd={() => undefined} />)
    return onPick
  }
  open()
  await screen.findByRole('button', { name: /Brera/ })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'dars' } })
  fireEvent.click(await screen.findByRole('button', { name: /Darsena/ }))
  cleanup()
  queryClient.clear()

  server.loseNext('getNearbyLocations', 9)
  const onPick = open()
  const last = await screen.findByRole('region', { name: 'Gli ultimi luoghi vicini' })
  expect([...last.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'DuomoPiazza · 10 m',
    'BreraPiazza · 10 m',
  ])
  expect(screen.getByRole('region', { name: 'Dove hai pubblicato' }).textContent).toContain('Darsena')
  fireEvent.click(screen.getByRole('button', { name: /Duomo/ }))
  expect(onPick).toHaveBeenCalledExactlyOnceWith(place(1, 'Duomo'))
  cleanup()
  signInAs(8)
  open()
  await screen.findByText('Errore di rete, riprova più tardi.')
})

test('The places of somebody without a position are the largest towns', async () => {
  openPicker(null)
  expect((await screen.findByRole('region', { name: 'Le città più grandi' })).textContent).toContain('Bolzano')
})
