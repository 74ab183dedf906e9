import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { purgeUploads } from '#server/media/uploads.actions.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

test('Alice publishes a post with a photo at a real place', async () => {
  const post = await alice.createPost('Tramonto in piazza', { image: await createPhoto(1600, 1200) })
  expect(post).toMatchObject({
    user_id: alice.id,
    username: 'alice',
    location_name: 'Piazza del Duomo',
    location_town: 'Milano',
    location_province: 'MI',
    text: 'Tramonto in piazza',
    image_url: expect.stringMatching(/^\/media\/[\w-]{24}-1280\.webp$/),
    image_width: 1280,
    image_height: 960,
    video_url: null,
    video_is_silent: false,
    likes_count: 0,
    user_liked: false,
    comments_count: 0,
    user_commented: false,
    spotted_count: 0,
    user_spotted_status: null,
    spotted_people: [],
    privacy: 'public',
  })
  const picture = await bruno.request(post.image_url ?? '')
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(picture.headers.get('cache-control')).toBe('public, max-age=120')
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  'A client can publish a post as %s',
  async (type) => {
    const location_id = String(await app.findPlaceId('Milano'))
    const form = new FormData()
    const fields = { text: 'Dal modulo', location_id }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (type === 'multipart/form-data')
      form.append(
        'image',
        new Blob([Buffer.from((await createPhoto()).split(',')[1] ?? '', 'base64')], { type: 'image/jpeg' }),
        'foto.jpg',
      )
    const body = type === 'multipart/form-data' ? form : new URLSearchParams(fields)
    const response = await alice.request('/api/posts/create_spot.php', { method: 'POST', body })
    expect(response.status).toBe(200)
    const { post } = (await response.json()) as { post: { text: string; image_url: string | null } }
    expect(post.text).toBe('Dal modulo')
    expect(post.image_url === null).toBe(type !== 'multipart/form-data')
  },
)

test.each([
  ['no text', { text: '   ' }, 400, 'Inserisci un testo prima di pubblicare.'],
  ['a place that does not exist', { location_id: 999_999_999 }, 404, 'Il luogo scelto non esiste più.'],
  [
    'an invalid image',
    { image: 'data:image/png;base64,bm9uIHVuYSBmb3Rv' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
  [
    'a HEIC file',
    { image: `data:image/heic;base64,${Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic').toString('base64')}` },
    415,
    'Le foto HEIC qui non si possono leggere: esporta la foto come JPEG e riprova.',
  ],
  [
    'a file name instead of an image',
    { image: 'foto.jpg' },
    415,
    'Questo file non è un’immagine che si possa leggere. Prova con una foto JPEG, PNG o WebP.',
  ],
])('A post with %s is refused in one sentence', async (_case, field, status, error) => {
  const reply = await alice.call('createSpot', {
    text: 'Ciao',
    location_id: await app.findPlaceId('Milano'),
    ...field,
  })
  expect(reply).toMatchObject({ status, body: { success: false, error } })
})

test.each([
  ['nothing', ''],
  ['spaces', ' \n\t '],
  ['an invisible character', '\u2800'],
])('A post needs a text, also with a photo: %s is none', async (_case, text) => {
  const location_id = await app.findPlaceId('Milano')
  const image = await createPhoto()
  expect(await alice.call('createSpot', { location_id, image, text })).toMatchObject({
    status: 400,
    body: { error: 'Inserisci un testo prima di pubblicare.' },
  })
})

test('A photo that was published without words stays a post', async () => {
  const post = await alice.createPost('Parole', { image: await createPhoto() })
  const removeWords = (postId: number) => sql`UPDATE posts SET text = '' WHERE id = ${postId}`.execute(app.db)
  await removeWords(post.id)
  expect((await bruno.callOk('getPost', { post_id: post.id })).post.text).toBe('')
  const { id } = await alice.createPost('Parole')
  await expect(removeWords(id)).rejects.toThrow(/posts_words_or_picture/)
})

test('A photo has its author’s description wherever it is shown', async () => {
  const image = await createPhoto()
  const image_alt = 'Il Duomo di notte, sotto la neve'
  const { id } = await alice.createPost('Bianco', { image, image_alt: `  ${image_alt} ` })
  expect((await bruno.callOk('getPost', { post_id: id })).post.image_alt).toBe(image_alt)
  expect((await alice.createPost('Senza foto', { image_alt })).image_alt).toBeNull()
  expect((await alice.createPost('Senza parole', { image, image_alt: ' ' })).image_alt).toBeNull()

  const { story } = await alice.callOk('createStory', { image, image_alt })
  expect(story.media_alt).toBe(image_alt)
  await bruno.callOk('sendMessage', { other_id: alice.id, client_id: crypto.randomUUID(), text: 'Ciao' })
  const sent = { other_id: bruno.id, client_id: crypto.randomUUID(), image, image_alt }
  expect((await alice.callOk('sendMessage', sent)).message.image_alt).toBe(image_alt)
  const [message] = (await bruno.callOk('getMessages', { other_id: alice.id })).messages
  expect(message?.image_alt).toBe(image_alt)
  const [conversation] = (await bruno.callOk('getConversations', {})).conversations
  expect(conversation?.last_message?.image_alt).toBe(image_alt)
  await alice.callOk('deleteMessage', { message_id: message!.id, scope: 'both' })
  expect((await bruno.callOk('getMessages', { other_id: alice.id })).messages[0]?.image_alt).toBeNull()
})

test('Ten photos are one post, in their order; everybody who sees the post sees each of them, and they go with it', async () => {
  const image = await createPhoto(40, 30)
  const ids: number[] = []
  for (let number = 1; number <= 10; number++)
    ids.push((await alice.callOk('uploadPicture', { image, image_alt: `Foto ${number}` })).picture_id)
  const location_id = await app.findPlaceId('Milano')
  const publish = (author: TestUser, picture_ids: string, fields: object = {}) =>
    author.call('createSpot', { text: 'Foto', location_id, picture_ids, ...fields })
  const gone = { status: 404, body: { error: 'Una delle foto non c’è più: aggiungila di nuovo.' } }
  const tooMany = { status: 400, body: { error: 'Un post può avere al massimo 10 foto.' } }
  expect(await publish(bruno, ids.join(','))).toMatchObject(gone)
  expect(await publish(alice, ids.join(','), { image })).toMatchObject(tooMany)
  expect(await publish(alice, [...ids, 99].join(','))).toMatchObject(tooMany)
  expect(await publish(alice, `${ids[0]},99`)).toMatchObject(gone)

  const order = ids.toReversed()
  const post = await alice.createPost('Tutte', { picture_ids: order.join(',') })
  expect([post.image_alt, ...post.more_images.map(({ alt }) => alt)]).toEqual(
    order.map((id) => `Foto ${ids.indexOf(id) + 1}`),
  )
  expect(post.more_images[0]).toMatchObject({ width: 40, height: 30, thumbhash: expect.any(String) })
  expect(await publish(alice, String(ids[0]))).toMatchObject(gone)
  const feed = await bruno.callOk('getFeed', { lat: post.location_latitude, lon: post.location_longitude })
  expect(feed.posts.find(({ id }) => id === post.id)?.more_images).toEqual(post.more_images)

  const last = post.more_images.at(-1)!.url
  const statusFor = async (person: TestUser, url = last) => (await person.request(url)).status
  const two = [await alice.callOk('uploadPicture', { image }), await alice.callOk('uploadPicture', { image })]
  const picture_ids = two.map(({ picture_id }) => picture_id).join(',')
  const [hidden] = (await alice.createPost('Per pochi', { picture_ids, privacy: 'followers' })).more_images
  expect([await statusFor(alice, hidden!.url), await statusFor(bruno, hidden!.url)]).toEqual([200, 404])
  expect(await statusFor(bruno)).toBe(200)
  const files = (await readdir(app.folders.media)).length
  await alice.callOk('deletePost', { post_id: post.id })
  expect(await statusFor(alice)).toBe(404)
  expect((await readdir(app.folders.media)).length).toBe(files - 30)
})

test('A photo that waits for a post is nobody’s to see; a day later, or as the 21st, it is gone', async () => {
  const carla = await app.createUser('carla')
  const image = await createPhoto(40, 30)
  const upload = async () => (await carla.callOk('uploadPicture', { image })).picture_id
  const first = await upload()
  const { name } = await sql<{ name: string }>`SELECT name FROM media WHERE id = ${first}`.one(app.db)
  for (const person of [carla, bruno]) expect((await person.request(`/media/${name}-1280.webp`)).status).toBe(404)
  for (let number = 2; number <= 21; number++) await upload()
  const waiting = () =>
    sql<{ media_id: number }>`SELECT media_id FROM picture_uploads WHERE user_id = ${carla.id} ORDER BY media_id`.all(
      app.db,
    )
  expect(await waiting()).toHaveLength(20)
  expect((await waiting()).some(({ media_id }) => media_id === first)).toBe(false)
  const [oldest] = await waiting()
  await sql`UPDATE picture_uploads SET created_at = ${new Date(Date.now() - 25 * 60 * 60 * 1000)} WHERE media_id = ${oldest!.media_id}`.execute(
    app.db,
  )
  await purgeUploads(app.db, app.pictures)
  expect((await waiting()).map(({ media_id }) => media_id)).not.toContain(oldest!.media_id)
  expect(await waiting()).toHaveLength(19)
})

test('A publication whose answer was lost is sent again, even twice at once: there is one post', async () => {
  await avoidHourEnd()
  const dora = await app.createUser('dora')
  const image = await createPhoto(40, 30)
  const location_id = await app.findPlaceId('Milano')
  const upload = async () => (await dora.callOk('uploadPicture', { image })).picture_id
  const ids = [await upload(), await upload()]
  const several = { location_id, text: 'Due', picture_ids: ids.join(','), client_id: crypto.randomUUID() }
  const once = await Promise.all([dora.callOk('createSpot', several), dora.callOk('createSpot', several)])
  const again = await dora.callOk('createSpot', { ...several, text: 'Cambiato' })
  expect(new Set([...once, again].map(({ post }) => post.id)).size).toBe(1)
  expect(again.post).toMatchObject({ text: 'Due', more_images: [expect.anything()] })

  const filesBefore = (await readdir(app.folders.media)).length
  const single = { location_id, image, text: 'Una foto', client_id: crypto.randomUUID() }
  const [one, other] = await Promise.all([dora.callOk('createSpot', single), dora.callOk('createSpot', single)])
  expect(one.post.id).toBe(other.post.id)
  expect((await readdir(app.folders.media)).length).toBe(filesBefore + 3)
  const own = await sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${dora.id}`.all(app.db)
  expect(own).toHaveLength(2)
  expect(await sql`SELECT posts FROM daily_usage WHERE user_id = ${dora.id}`.first(app.db)).toEqual({ posts: 2 })

  expect((await bruno.callOk('createSpot', { ...single, text: 'Di Bruno' })).post).toMatchObject({
    text: 'Di Bruno',
    username: 'bruno',
  })
  expect(await dora.call('createSpot', { ...single, client_id: '1' })).toMatchObject({
    status: 400,
    body: { error: 'La pubblicazione non ha un codice valido: ricomincia da capo.' },
  })
  const duplicate = sql`UPDATE posts SET client_id = ${single.client_id} WHERE author_id = ${dora.id}`
  await expect(duplicate.execute(app.db)).rejects.toThrow(/posts_published_once/)
})

test('A refused post leaves no file behind', async () => {
  const before = await readdir(app.folders.media)
  await alice.call('createSpot', { text: 'Ciao', location_id: 999_999_999, image: await createPhoto() })
  expect(await readdir(app.folders.media)).toEqual(before)
})

test('Alice’s position at the time of a post is not stored', async () => {
  const post = await alice.createPost('Qui', { latitude: 45.123456, longitude: 9.654321 })
  const row = await sql`SELECT * FROM posts WHERE id = ${post.id}`.one(app.db)
  expect(JSON.stringify(row)).not.toMatch(/45\.123456|9\.654321/)
})

test('Bruno likes a post and removes the like', async () => {
  const { id } = await alice.createPost('Bello')
  expect(await bruno.callOk('likePost', { post_id: id, user_id: bruno.id })).toEqual({
    success: true,
    message: 'Like aggiunto',
    user_liked: true,
    likes_count: 1,
  })
  expect((await bruno.callOk('getLikes', { post_id: id })).likes).toEqual([
    {
      id: bruno.id,
      username: 'bruno',
      display_name: null,
      profile_pic: null,
      is_followed: false,
      follow_status: null,
      profile_visibility: 'public',
    },
  ])
  expect(await bruno.callOk('likePost', { post_id: id })).toEqual({
    success: true,
    message: 'Like rimosso',
    user_liked: false,
    likes_count: 0,
  })
  expect((await bruno.callOk('getLikes', { post_id: id })).likes).toEqual([])
})

test('After concurrent likes and comments the counters equal the rows', async () => {
  const { id } = await alice.createPost('Tempesta')
  const people = await Promise.all(['s1', 's2', 's3', 's4'].map((name) => app.createUser(name)))
  const calls = people.flatMap((person) => [
    ...Array.from({ length: 7 }, () => person.callOk('likePost', { post_id: id })),
    ...Array.from({ length: 4 }, async (_, index) => {
      const { comment } = await person.callOk('addComment', { post_id: id, text: `Ciao ${index}` })
      if (index % 2) await person.callOk('deleteComment', { comment_id: comment.id })
      else await person.callOk('likeComment', { comment_id: comment.id })
    }),
  ])
  await Promise.all(calls)
  const post = await sql<{
    likes_count: number
    comments_count: number
  }>`SELECT likes_count, comments_count FROM posts WHERE id = ${id}`.one(app.db)
  const { likes } = await alice.callOk('getLikes', { post_id: id, limit: 50 })
  const { comments } = await alice.callOk('getComments', { post_id: id, limit: 50 })
  expect(post).toEqual({ likes_count: likes.length, comments_count: comments.length })
  expect(likes).toHaveLength(4) // seven presses each
  expect(comments).toHaveLength(8)
  expect(comments.every((comment) => comment.likes_count === 1)).toBe(true)
})

test('Pages of likes have no gap', async () => {
  const { id } = await alice.createPost('Molti like')
  const people = await Promise.all(Array.from({ length: 5 }, (_, index) => app.createUser(`fan${index}`)))
  for (const person of people) await person.callOk('likePost', { post_id: id })
  const first = await alice.callOk('getLikes', { post_id: id, limit: 3 })
  const second = await alice.callOk('getLikes', { post_id: id, limit: 3, cursor: first.next_cursor ?? '' })
  expect([...first.likes, ...second.likes].map(({ username }) => username)).toEqual([
    'fan4',
    'fan3',
    'fan2',
    'fan1',
    'fan0',
  ])
  expect(second.next_cursor).toBeNull()
})

test('Alice deletes her post with its picture, likes and comments', async () => {
  const post = await alice.createPost('Da cancellare', { image: await createPhoto() })
  await bruno.callOk('likePost', { post_id: post.id })
  await bruno.callOk('addComment', { post_id: post.id, text: 'Ciao' })
  const name = post.image_url?.match(/media\/(.{24})-/)?.[1] ?? ''
  expect((await readdir(app.folders.media)).filter((file) => file.startsWith(name))).toHaveLength(3)

  expect(await alice.callOk('deletePost', { post_id: post.id })).toEqual({ success: true, message: 'Post eliminato' })

  expect((await readdir(app.folders.media)).filter((file) => file.startsWith(name))).toEqual([])
  expect(await sql<{ id: number }>`SELECT id FROM media WHERE name = ${name}`.all(app.db)).toEqual([])
  expect((await alice.call('getComments', { post_id: post.id })).status).toBe(404)
  expect((await alice.call('deletePost', { post_id: post.id })).status).toBe(404)
})

test('A deleted post is no longer counted for the confirmed requester and the place', async () => {
  const post = await alice.createPost('Ti ho visto')
  await sql`INSERT INTO spotted_requests (post_id, requester_id, status) VALUES (${post.id}, ${bruno.id}, 'confirmed')`.execute(
    app.db,
  )
  await sql`UPDATE posts SET spotted_count = 1 WHERE id = ${post.id}`.execute(app.db)
  await sql`UPDATE users SET spotted_received = 1 WHERE id = ${bruno.id}`.execute(app.db)
  await sql`UPDATE places SET spotted_confirmed_count = 1 WHERE id = ${post.location_id}`.execute(app.db)
  await expectCountersToMatchRows(app.db)
  await alice.callOk('deletePost', { post_id: post.id })
  await expectCountersToMatchRows(app.db)
})

test('Bruno cannot delete Alice’s post', async () => {
  const { id } = await alice.createPost('Mio')
  expect(await bruno.call('deletePost', { post_id: id })).toMatchObject({
    status: 403,
    body: { success: false, error: 'Puoi eliminare solo i tuoi post.' },
  })
})

test('Bruno opens one of Alice’s posts with its counts; without a session too, unless it is for followers', async () => {
  const shown = await alice.createPost('Per tutti')
  const hidden = await alice.createPost('Per chi mi segue', { privacy: 'followers' })
  await bruno.callOk('likePost', { post_id: shown.id })
  const { post } = await bruno.callOk('getPost', { post_id: shown.id })
  expect(post).toEqual({ ...shown, likes_count: 1, user_liked: true })
  const visitor = app.createVisitor()
  expect((await visitor.callOk('getPost', { post_id: shown.id })).post).toEqual({ ...shown, likes_count: 1 })
  for (const client of [bruno, visitor]) expect((await client.call('getPost', { post_id: hidden.id })).status).toBe(404)
  expect((await alice.callOk('getPost', { post_id: hidden.id })).post).toEqual(hidden)
})
