// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SuggestedUser } from '#contract/onboarding.ts'
import type { FollowablePlace } from '#contract/places.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { toastStore } from '#web/ui/toast.ts'
import { LocationChoice } from './LocationChoice.tsx'
import { PeopleStep, PlacesStep } from './OnboardingSteps.tsx'

const person = (id: number, username: string, bio: string): SuggestedUser => ({
  id,
  username,
  bio,
  display_name: null,
  wrote_from: 'Brera',
  profile_pic: null,
  is_followed: false,
  follow_status: null,
  profile_visibility: 'public',
})
const place = (id: number, name: string, latitude: number, kind = 'square'): FollowablePlace => ({
  id,
  name,
  kind,
  latitude,
  longitude: 9.19,
  town: kind === 'town' ? null : 'Milano',
  province: 'MI',
  image: null,
  distance: null,
  is_followed: false,
})

const startServer = () =>
  startFakeServer({
    getOnboardingSuggestions: () => ({
      users: [person(1, 'luca.v', ''), person(2, 'sara', ' Fotografa\n')],
      locations: [place(1, 'Milano', 45.464, 'town'), place(2, 'Brera', 45.472), place(3, 'Scala', 45.467)],
    }),
    getNearbyLocations: () => [place(2, 'Brera', 45.472)],
    requestFollow: () => ({
      message: 'Ora segui questo utente',
      follow_status: 'accepted' as const,
      followers_count: 1,
      profile_visibility: 'public' as const,
    }),
  })
beforeEach(() => {
  signInAs(7)
  storePosition({ latitude: 45.464, longitude: 9.19 })
})
afterEach(closePage)

const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('Each suggested person has a reason to be followed: the bio, or where they wrote', async () => {
  startServer()
  renderPart(<PeopleStep />)
  await screen.findByRole('button', { name: /^Segui ?luca/ })
  expect(await rows()).toEqual(['Lluca.vHa scritto da BreraSegui luca.v', 'SsaraFotografaSegui sara'])
})

test('The button alone says that somebody is followed; a failure is told', async () => {
  const server = startServer()
  renderPart(<PeopleStep />)
  const follow = () => screen.findByRole('button', { name: /^Segui ?luca/ })
  server.refuseNext('requestFollow', 503, 'Il server riparte tra poco.')
  fireEvent.click(await follow())
  await act(settle)
  expect(toastStore.current()).toMatchObject([{ text: 'Il server riparte tra poco.' }])
  fireEvent.click(await follow())
  await screen.findByRole('button', { name: /^Segui già/ })
  await act(settle)
  expect(server.names().filter((name) => name === 'requestFollow')).toHaveLength(2)
  expect(toastStore.current()).toHaveLength(1)
})

test('The nearest places stand first, and the town last', async () => {
  startServer()
  renderPart(<PlacesStep />)
  await screen.findByRole('button', { name: /^Segui ?Scala/ })
  expect(await rows()).toEqual([
    'ScalaPiazza · 330 mSegui Scala',
    'BreraPiazza · 890 mSegui Brera',
    'MilanoCittà · 10 mSegui Milano',
  ])
})

test('A found position says in which town it is', async () => {
  const server = startServer()
  renderPart(<LocationChoice asStep />)
  await screen.findByText('Sei dalle parti di Milano')
  expect(server.last()).toEqual({ lat: '45.46', lon: '9.19' })
})
