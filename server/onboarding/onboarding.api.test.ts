import { expect, test } from 'vitest'
import { duomo, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

test('A suggested person comes with their bio and where they wrote last for everybody around, not for followers', async () => {
  await bruno.callOk('updateProfile', { bio: 'Fotografo' })
  const placeOf = (name: string, town: string) => app.findPlaceId(name, town)
  await bruno.createPost('Prima', { location_id: await placeOf('Parco Sempione', 'Milano') })
  await bruno.createPost('Poi', { location_id: await placeOf('Piazza del Duomo', 'Milano') })
  await bruno.createPost('Lontano', { location_id: await app.findPlaceId('Palermo') })
  const hidden = { location_id: await placeOf('Teatro alla Scala', 'Milano'), privacy: 'followers' as const }
  await bruno.createPost('Solo per chi mi segue', hidden)
  const { users } = await alice.callOk('getOnboardingSuggestions', { user_id: alice.id, ...duomo })
  expect(users).toMatchObject([{ username: 'bruno', bio: 'Fotografo', wrote_from: 'Piazza del Duomo' }])
})
