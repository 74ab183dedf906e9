// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { historyEntry, listenToBack, useBackCloses } from '#web/ui/back-closes.ts'
import { PageRouter } from './PageRouter.tsx'

const rendered = vi.fn<() => void>()

function Page() {
  const { pathname, search, hash, key, state } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  rendered()
  return (
    <>
      <output>{JSON.stringify({ url: pathname + search + hash, type, state, isTyped: key === 'default' })}</output>
      <Link to="/second?a=1#b" state="passed">
        second
      </Link>
      <button onClick={() => void navigate('/instead', { replace: true })}>replace</button>
    </>
  )
}

/** Something open above the page. */
function Layer() {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return <button onClick={() => setOpen(true)}>{isOpen ? 'layer is open' : 'open layer'}</button>
}

beforeEach(() => {
  listenToBack()
  window.history.pushState(null, '', '/first')
  render(
    <PageRouter>
      <Page />
      <Layer />
    </PageRouter>,
  )
})
afterEach(cleanup)

const shown = () => JSON.parse(screen.getByRole('status').textContent) as object
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
const goBack = () =>
  act(async () => {
    const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    window.history.back()
    await moved
  })

test('A link opens its page with what it passes, and Back returns to the address that was typed', async () => {
  expect(shown()).toEqual({ url: '/first', type: 'POP', state: null, isTyped: true })
  await press('second')
  expect(shown()).toEqual({ url: '/second?a=1#b', type: 'PUSH', state: 'passed', isTyped: false })
  expect(window.location.pathname).toBe('/second')
  await goBack()
  expect(shown()).toEqual({ url: '/first', type: 'POP', state: null, isTyped: true })
})

test('A page that replaces another takes no step of the history', async () => {
  await press('second')
  const steps = window.history.length
  expect(historyEntry().index).toBe(1)
  await press('replace')
  expect(historyEntry().index).toBe(1)
  expect(shown()).toMatchObject({ url: '/instead', type: 'REPLACE' })
  expect(window.history.length).toBe(steps)
  await goBack()
  expect(shown()).toMatchObject({ url: '/first' })
})

test('What opens and closes above a page is no navigation: the page does not render again', async () => {
  await press('second')
  rendered.mockClear()
  await press('open layer')
  await goBack()
  expect(screen.getByText('open layer')).toBeDefined()
  expect(rendered).not.toHaveBeenCalled()
  expect(shown()).toMatchObject({ url: '/second?a=1#b', type: 'PUSH', state: 'passed' })
})

test('A link followed from above a page leaves one step back to it', async () => {
  await press('open layer')
  const steps = window.history.length
  await press('second')
  expect(shown()).toMatchObject({ url: '/second?a=1#b' })
  expect(window.history.length).toBe(steps)
  await goBack()
  expect(shown()).toMatchObject({ url: '/first' })
})

test('Where the browser allows no more steps, the page is loaded anew', async () => {
  vi.spyOn(window.history, 'pushState').mockImplementationOnce(() => {
    throw new DOMException('too often', 'SecurityError')
  })
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...window.location, assign })
  await press('second')
  expect(assign).toHaveBeenCalledWith('/second?a=1#b')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
