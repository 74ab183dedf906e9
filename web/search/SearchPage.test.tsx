// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { Explore } from './SearchPage.tsx'

afterEach(closePage)

const startServer = () => startFakeServer({ getSearchSuggestions: () => ({ suggestions: [] }) })

test('A person who follows everything nearby reads that nothing is left to suggest', async () => {
  startServer()
  renderPart(<Explore />)
  await screen.findByText('Nessun suggerimento disponibile.')
})

test('Suggestions that do not load can be asked for again', async () => {
  startServer().refuseNext('getSearchSuggestions', 503, 'Il server riparte tra poco.')
  renderPart(<Explore />)
  await screen.findByText('Il server riparte tra poco.')
  fireEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await screen.findByText('Nessun suggerimento disponibile.')
})
