// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storeUser } from '#web/platform/current-user.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { PointMapLink } from './PointMap.tsx'

// jsdom has no media queries, and the code asks for one while it loads.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})

afterEach(closePage)

test('Where the map of a place cannot be drawn, words lead to the map there, for people with an account', async () => {
  storeUser({
    id: 7,
    username: 'anna',
    email: 'a@b.it',
    profile_pic: null,
    display_name: null,
    bio: '',
    onboarding_completed: 1,
  })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ archives: [] })))
  renderPart(<PointMapLink name="Piazza del Duomo" point={{ latitude: 45.4642, longitude: 9.19 }} />)
  const link = screen.getByRole('link', { name: 'Apri la mappa: Piazza del Duomo' })
  expect(link.textContent).toBe('')
  await waitFor(() => expect(link.textContent).toBe('Apri la mappa'))
  expect(link.getAttribute('href')).toBe('/map#15.00/45.4642/9.1900/week')
})
