// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { Explore, useRecentSearches } from './SearchSuggestions.tsx'

afterEach(closePage)

function openRecent() {
  const { result } = renderHook(useRecentSearches)
  return {
    recent: () => result.current.recent,
    remember: (query: string) => act(() => void result.current.remember(query)),
    forget: (query: string) => act(() => result.current.forget(query)),
    forgetAll: () => act(() => result.current.forgetAll()),
  }
}

test('The newest search is first, once, however it is capitalised or accented', () => {
  signInAs(1)
  const { recent, remember, forget, forgetAll } = openRecent()
  for (const query of ['forlì', 'colosseo', 'Forli', '']) remember(query)
  expect(recent()).toEqual(['Forli', 'colosseo'])
  forget('forli')
  expect(recent()).toEqual(['colosseo'])
  forgetAll()
  expect(recent()).toEqual([])
  expect(window.localStorage.getItem('recent-searches-1')).toBeNull()
})

test('Eight searches are kept', () => {
  signInAs(1)
  const { recent, remember } = openRecent()
  for (let at = 1; at <= 9; at++) remember(`via ${at}`)
  expect(recent()).toHaveLength(8)
  expect(recent()[7]).toBe('via 2')
})

test('Nobody is offered the searches of another account of the device', () => {
  signInAs(1)
  openRecent().remember('colosseo')
  signInAs(2)
  expect(openRecent().recent()).toEqual([])
})

test('Damaged storage counts as no recent searches', () => {
  signInAs(1)
  for (const damaged of ['{', '7', '[1, null]']) {
    window.localStorage.setItem('recent-searches-1', damaged)
    expect(openRecent().recent()).toEqual([])
    cleanup()
  }
})

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
