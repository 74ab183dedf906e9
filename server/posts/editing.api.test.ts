import { beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno, moderator] = useUsers(app, 'alice', 'bruno', 'erminia')
beforeAll(async () => {
  await moderator.makeModerator()
})

const edit = (post_id: number, change: Partial<Input<'editPost'>> = {}) =>
  alice.call('editPost', { post_id, text: 'Dopo', privacy: 'public', ...change })
const findInFeed = async (user: TestUser, id: number) =>
  (await user.callOk('getFeed', { ...duomo, limit: 50 })).posts.find((post) => post.id === id)
const findByTag = async (tag: string) => (await bruno.callOk('getHashtagPosts', { tag })).posts.map(({ text }) => text)
const findReported = async (id: number, state: 'open' | 'closed' = 'open') =>
  (await moderator.callOk('getReports', { state, limit: 50 })).reports.find(({ target_id }) => target_id === id)
    ?.content

test('Alice edits the text of her post: everybody reads it at once, with the time, and all else stays', async () => {
  const before = await alice.createPost('Prima')
  await expect.poll(() => findInFeed(bruno, before.id)).toMatchObject({ text: 'Prima', edited_at: null })
  const { body } = await edit(before.id)
  const edited_at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(body).toMatchObject({ message: 'Post modificato', post: { ...before, text: 'Dopo', edited_at } })
  expect(await findInFeed(bruno, before.id)).toMatchObject({ text: 'Dopo', edited_at })
  expect((await bruno.callOk('getPost', { post_id: before.id })).post).toMatchObject({ text: 'Dopo', edited_at })
})

test('A change that changes nothing leaves no mark', async () => {
  const { id } = await alice.createPost('Uguale')
  expect((await edit(id, { text: ' Uguale ' })).body).toMatchObject({ post: { text: 'Uguale', edited_at: null } })
})

test('Only Alice edits her posts, and a post keeps a text, but for one that never had any', async () => {
  const { id } = await alice.createPost('Mio')
  const hidden = await alice.createPost('Nascosto', { privacy: 'followers' })
  const change = { text: 'Tuo', privacy: 'public' } as const
  expect(await bruno.call('editPost', { post_id: id, ...change })).toMatchObject({
    status: 403,
    body: { error: 'Puoi modificare solo i tuoi post.' },
  })
  expect((await bruno.call('editPost', { post_id: hidden.id, ...change })).status).toBe(404)
  expect((await edit(id, { text: '  ' })).body).toMatchObject({ error: 'Inserisci un testo prima di pubblicare.' })
  expect((await edit(id, { text: 'a'.repeat(2001) })).status).toBe(400)
  const { id: pictured } = await alice.createPost('Con foto', { image: await createPhoto() })
  expect((await edit(pictured, { text: '' })).status).toBe(400)
  await sql`UPDATE posts SET text = '' WHERE id = ${pictured}`.execute(app.db)
  expect((await edit(pictured, { text: '', privacy: 'followers' })).body).toMatchObject({ post: { text: '' } })
})

test('A post that becomes one for followers is gone for others, with its picture, and comes back', async () => {
  const { id, image_url } = await alice.createPost('Foto', { image: await createPhoto() })
  const fetchPicture = async (user: TestUser) => (await user.request(image_url!)).status
  expect(await fetchPicture(bruno)).toBe(200)
  await edit(id, { text: 'Foto', privacy: 'followers' })
  expect(await findInFeed(bruno, id)).toBeUndefined()
  expect((await bruno.call('getPost', { post_id: id })).status).toBe(404)
  await expect.poll(() => fetchPicture(bruno)).toBe(404)
  expect(await fetchPicture(alice)).toBe(200)
  expect(await findInFeed(alice, id)).toMatchObject({ privacy: 'followers' })
  await edit(id, { text: 'Foto', privacy: 'public' })
  expect(await findInFeed(bruno, id)).toMatchObject({ privacy: 'public' })
  await expect.poll(() => fetchPicture(bruno)).toBe(200)
})

test('Hashtags follow the text', async () => {
  const { id } = await alice.createPost('A #merenda')
  await edit(id, { text: 'A #cena e #merènda' })
  expect(await findByTag('cena')).toEqual(['A #cena e #merènda'])
  expect(await findByTag('merenda')).toEqual(['A #cena e #merènda'])
  await edit(id, { text: 'Niente' })
  expect([...(await findByTag('cena')), ...(await findByTag('merenda'))]).toEqual([])
})

test('Moderators read what a reported post said, however often it has been edited since', async () => {
  const { id } = await alice.createPost('Un insulto')
  await bruno.callOk('report', { target_type: 'post', target_id: id, reason: 'hate', text: '' })
  expect(await findReported(id)).toMatchObject({ text: 'Un insulto', text_before: null })
  await edit(id, { text: 'Fiori' })
  await edit(id, { text: 'Altri fiori' })
  // Reporting again does not hide what was reported first.
  await bruno.callOk('report', { target_type: 'post', target_id: id, reason: 'spam', text: '' })
  expect(await findReported(id)).toMatchObject({ text: 'Altri fiori', text_before: 'Un insulto' })
  await moderator.callOk('resolveReport', { target_type: 'post', target_id: id, action: 'dismiss', note: '' })
  expect(await findReported(id, 'closed')).toMatchObject({ text_before: 'Un insulto' })
})

test('Alice describes the photos of her post afterwards; everybody reads it, and moderators what was reported', async () => {
  const image = await createPhoto(40, 30)
  const upload = async (image_alt: string) => (await alice.callOk('uploadPicture', { image, image_alt })).picture_id
  const picture_ids = [await upload('Un insulto'), await upload('')].join(',')
  const { id } = await alice.createPost('Due foto', { picture_ids })
  await expect.poll(async () => (await findInFeed(bruno, id))?.image_alt).toBe('Un insulto')
  await bruno.callOk('report', { target_type: 'post', target_id: id, reason: 'hate', text: '' })
  const describe = (image_alts: string[]) => edit(id, { text: 'Due foto', image_alts })
  expect((await describe(['Un insulto', ' '])).body).toMatchObject({ post: { edited_at: null } })
  const described = { image_alt: null, more_images: [{ alt: 'Il mare' }], edited_at: expect.any(String) }
  expect((await describe(['', ' Il mare '])).body).toMatchObject({ post: described })
  expect(await findInFeed(bruno, id)).toMatchObject(described)
  expect(await findReported(id)).toMatchObject({ text_before: null, alts_before: ['Un insulto', ''] })
  await describe(['Fiori', 'Il mare'])
  await edit(id, { text: 'Altro' })
  expect(await findReported(id)).toMatchObject({ text_before: 'Due foto', alts_before: ['Un insulto', ''] })
  expect((await bruno.callOk('getPost', { post_id: id })).post.image_alt).toBe('Fiori')

  expect(await describe(['Una sola'])).toMatchObject({
    status: 400,
    body: { error: 'Le descrizioni non corrispondono alle foto del post: ricarica la pagina.' },
  })
  expect((await describe(['a'.repeat(1001), ''])).status).toBe(400)
  const change: Input<'editPost'> = { post_id: id, text: 'Altro', privacy: 'public', image_alts: ['Mia', 'Mia'] }
  expect((await bruno.call('editPost', change)).status).toBe(403)
  expect((await bruno.callOk('getPost', { post_id: id })).post.image_alt).toBe('Fiori')
})

test('Of many changes at once one counts, with its own hashtags', async () => {
  const { id } = await alice.createPost('Gara')
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => edit(id, { text: `#gara${n}` })))
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const { text } = (await bruno.callOk('getPost', { post_id: id })).post
  const rows = await sql<{ tag: string }>`SELECT tag FROM post_hashtags WHERE post_id = ${id}`.all(app.db)
  expect(rows.map(({ tag }) => `#${tag}`)).toEqual([text])
  await expect.poll(async () => (await findInFeed(bruno, id))?.text).toBe(text)
})
