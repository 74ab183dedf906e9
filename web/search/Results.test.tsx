// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { settle } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { findMatch, FoundNames } from './Results.tsx'

/** The town of this name, and nothing for a name that begins with z. */
const townNamed = (name: string): SearchResult[] =>
  name.startsWith('z')
    ? []
    : [
        {
          type: 'location',
          id: name.length,
          username: null,
          display_name: null,
          profile_pic: null,
          location_name: name,
          location_town: null,
          location_province: null,
          image: null,
          latitude: 45.7,
          longitude: 9.7,
          bio: null,
          follow_status: null,
          profile_visibility: null,
          kind: 'town',
          is_followed: false,
        },
      ]

let server: ReturnType<typeof startTestServer>
const startTestServer = () => startFakeServer({ search: ({ q = '' }) => ({ results: townNamed(q) }) })

beforeEach(() => {
  server = startTestServer()
})
afterEach(closePage)

/** Shows the results of a query, and changes it. */
function search(first: string) {
  const { rerender } = renderPart(<FoundNames query={first} kind="everything" />)
  return (query: string) => rerender(<FoundNames query={query} kind="everything" />)
}
const isBusy = () => screen.getByRole('list', { name: 'Risultati' }).getAttribute('aria-busy')

test('The results of a query stay until those of the next one come, and a late reply replaces no newer one', async () => {
  const change = search('bergamo')
  await screen.findByRole('link', { name: /^bergamo/ })
  const answerLate = server.holdNext('search')
  change('torino')
  await settle()
  expect(isBusy()).toBe('true')
  screen.getByRole('link', { name: /^bergamo/ })
  change('napoli')
  await screen.findByRole('link', { name: /^napoli/ })
  await answerLate(200, { results: townNamed('torino') })
  expect(isBusy()).toBe('false')
  screen.getByRole('link', { name: /^napoli/ })
  expect(screen.queryByRole('link', { name: /^torino/ })).toBeNull()
})

test('While a query loads, nobody reads that the one before found nothing', async () => {
  const change = search('zzqqxx')
  await screen.findByRole('heading', { name: 'Nessuno e niente per «zzqqxx»' })
  const answer = server.holdNext('search')
  change('bergamo')
  await settle()
  expect(screen.queryByRole('heading', { name: /^Nessuno e niente/ })).toBeNull()
  expect(isBusy()).toBe('true')
  await answer(200, { results: townNamed('bergamo') })
  await screen.findByRole('link', { name: /^bergamo/ })
})

test('A search sends the position to about one kilometre', async () => {
  storePosition({ latitude: 45.4655512, longitude: 9.1866634 })
  search('bergamo')
  await screen.findByRole('link', { name: /^bergamo/ })
  expect(server.calls).toEqual([{ name: 'search', input: { q: 'bergamo', lat: '45.47', lon: '9.19' } }])
})

test('A search that failed says why, and can be sent again', async () => {
  server.refuseNext('search', 503, 'Il server riparte tra poco.')
  search('bergamo')
  await screen.findByText('Il server riparte tra poco.')
  fireEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByRole('link', { name: /^bergamo/ })
})

test.each([
  ['Piazza Navona', 'navo', [7, 11]],
  ['Forlì', 'FORLI', [0, 5]],
  ['Caffè Perù', 'peru', [6, 10]],
  ['Piazza Navona', 'trevi', null],
  ['Piazza Navona', '   ', null],
  ['Piazza Navona', ' piazza ', [0, 6]],
] as const)('In “%s” the query “%s” is found at %j', (text, query, expected) => {
  expect(findMatch(text, query)).toEqual(expected)
})
