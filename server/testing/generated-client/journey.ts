import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

// A stranger's program, written against the generated types alone: openapi.test.ts compiles it beside them and runs it.

const [serverUrl = '', image = ''] = process.argv.slice(2)

/** Returns the data of a reply, or ends the program. */
function take<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}`)
  return data
}

const password = 'una lunga frase segreta'
const visitor = createClient<paths>({ baseUrl: serverUrl })
const registration = await visitor.POST('/api/auth/register.php', {
  body: { username: 'robot', email: 'robot@example.it', password },
})
const { user } = take(registration)
const cookie = registration.response.headers.getSetCookie().find((one) => one.startsWith('sid=')) ?? ''

const session = createClient<paths>({ baseUrl: serverUrl, headers: { cookie } })
const { token } = take(
  await session.POST('/api/auth/create_access_token.php', {
    body: { name: 'Il mio robot', scopes: ['read', 'write'], days: 30, password },
  }),
)

const robot = createClient<paths>({ baseUrl: serverUrl, headers: { authorization: `Bearer ${token}` } })
const { places } = take(
  await robot.GET('/api/searches/search_places.php', { params: { query: { q: 'Piazza del Duomo' } } }),
)
const [place] = places
if (!place) throw new Error('no place')
const { post } = take(
  await robot.POST('/api/posts/create_spot.php', { body: { text: 'Da un programma', location_id: place.id, image } }),
)
const { posts } = take(
  await robot.GET('/api/feed/get_feed.php', { params: { query: { lat: place.latitude, lon: place.longitude } } }),
)
const [shown] = posts
process.stdout.write(JSON.stringify({ author: user.id, post: post.id, shown: shown?.id, image: shown?.image_url }))
