// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { TownChooser } from './TownChooser.tsx'

afterEach(closePage)

const roma = {
  id: 1,
  name: 'Roma',
  kind: 'town',
  town: null,
  province: 'RM',
  image: null,
  distance: null,
  latitude: 41.9,
  longitude: 12.5,
}
const startServer = () => startFakeServer({ findTowns: ({ q }) => ({ towns: q ? [] : [roma] }) })

test('Towns that do not load can be asked for again, and one is chosen', async () => {
  startServer().refuseNext('findTowns', 503, 'Il server riparte tra poco.')
  const onChosen = vi.fn<(town: { name: string }) => void>()
  renderPart(<TownChooser onChosen={onChosen} />)
  await screen.findByText('Le città non si caricano.')
  fireEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Roma/ }))
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(roma)
})

test('A name of no town says that no town begins like this', async () => {
  startServer()
  renderPart(<TownChooser onChosen={() => undefined} />)
  await screen.findByRole('button', { name: /^Roma/ })
  fireEvent.change(screen.getByLabelText('Cerca una città'), { target: { value: ' zzz ' } })
  await screen.findByText('Nessuna città comincia per «zzz».')
  expect(screen.queryByRole('button', { name: /^Roma/ })).toBeNull()
})
