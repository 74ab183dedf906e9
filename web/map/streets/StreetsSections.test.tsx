// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { MapStreets } from '#contract/map-streets.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { StreetsSections } from './StreetsSections.tsx'

afterEach(closePage)

const bounds = { west: 9.1, south: 45.4, east: 9.3, north: 45.5 }
const served = { town: null, bounds, bytes: 34_200_000, since: '2026-11-30T10:00:00Z', attribution: '© OpenStreetMap' }
const planned = {
  state: 'planned',
  town: 'Milano',
  km: 12,
  bounds,
  address: 'https://example.it/a.pmtiles',
  bytes: 0,
  total_bytes: 34_200_000,
  tiles: 4812,
  failure: null,
  failure_detail: null,
  is_waiting: false,
} as const
const open = (streets: Partial<MapStreets>, afterPlan: Partial<MapStreets> = {}) => {
  const shown = { is_named: false, served: null, fetch: null, ...streets }
  const server = startFakeServer({
    getMapStreets: () => ({ streets: { ...shown } }),
    planMapStreets: () => {
      Object.assign(shown, afterPlan)
      return { message: 'ok' }
    },
  })
  renderPart(<StreetsSections />)
  return server
}

test('Where the operator names the file, the page says so and has no form', async () => {
  open({ is_named: true, served })
  await screen.findByText(/^Il file l’ha scelto chi gestisce il server/)
  expect(screen.getByText(/^34 MB, dal 30 novembre 2026: da 45,4° a 45,5° di latitudine/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Prepara' })).toBeNull()
})

test('What is planned says how large it is, and that it replaces what is there', async () => {
  open({ served, fetch: planned })
  await screen.findByText('34 MB, 4.812 riquadri')
  expect(screen.getByText('Prenderanno il posto di quelle che ci sono adesso.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Scarica' })).toBeDefined()
})

test('A server that was interrupted is said to go on, and can be stopped', async () => {
  open({ fetch: { ...planned, state: 'fetching', bytes: 12_000_000, is_waiting: true } })
  await screen.findByText('Il server era stato interrotto: riprende entro un minuto.')
  expect(screen.getByText('12 MB di 34 MB')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ferma' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Prepara' })).toBeNull()
})

test('Degrees are written with a comma or a point; anything else is not sent', async () => {
  const planning = { ...planned, state: 'planning', town: null, km: null, total_bytes: null, tiles: null } as const
  const server = open({}, { fetch: planning })
  fireEvent.click(await screen.findByRole('radio', { name: 'Quattro gradi' }))
  const write = (edge: string, value: string) => fireEvent.change(screen.getByLabelText(edge), { target: { value } })
  write('Ovest', '-9,5')
  write('Sud', '43.9')
  write('Est', 'ovest')
  write('Nord', '44')
  fireEvent.click(screen.getByRole('button', { name: 'Prepara' }))
  expect(screen.getAllByText('Scrivi i gradi.')).toHaveLength(1)
  expect(server.names()).not.toContain('planMapStreets')
  write('Est', ' 12,8 ')
  fireEvent.click(screen.getByRole('button', { name: 'Prepara' }))
  await screen.findByText('Guardo quanto pesano queste strade…')
  // The form, which had the focus, is gone.
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Scaricamento' }).parentElement)
  expect(server.calls.find(({ name }) => name === 'planMapStreets')?.input).toEqual({
    bounds: '-9.5,43.9,12.8,44',
    address: '',
  })
})
