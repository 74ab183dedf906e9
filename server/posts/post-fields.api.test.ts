import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { calls, type Input } from '#contract/calls.ts'
import { exportText } from '#server/auth/export.text.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [anna, bruno] = useUsers(app, 'anna', 'bruno')

/** Fields that are not part of a post: who sends it, where the device is, and how it is repeated. */
const about = ['user_id', 'post_id', 'latitude', 'longitude', 'client_id']
const fieldsOf = (name: 'createSpot' | 'editPost') =>
  Object.keys(calls[name].input.shape).filter((field) => !about.includes(field))

async function exportedPost(person: TestUser): Promise<unknown> {
  const { url } = await person.callOk('exportAccount', { password })
  const files = unzipSync(new Uint8Array(await (await person.request(url)).arrayBuffer()))
  const posts = JSON.parse(strFromU8(files[exportText.files.posts]!)) as unknown[]
  return posts[0]
}

// A new field of a post has its value here, and is then missed wherever it is forgotten.
test('Every field of a post is shown to others, changed by its author, and in the export', async () => {
  const image = await createPhoto()
  const published = {
    text: 'Ciao',
    privacy: 'followers',
    looks_for_someone: 0,
    image,
    image_alt: 'Un gatto',
  } as const
  expect([...Object.keys(published), 'location_id', 'picture_ids'].toSorted()).toEqual(
    fieldsOf('createSpot').toSorted(),
  )
  const { id, location_id } = await anna.createPost(published.text, published)
  await bruno.follow(anna)
  const shown = {
    id,
    location_id,
    text: 'Ciao',
    privacy: 'followers',
    looks_for_someone: false,
    image_alt: 'Un gatto',
    more_images: [],
    video_url: null,
    video_is_silent: false,
  }
  expect((await bruno.callOk('getPost', { post_id: id })).post).toMatchObject(shown)
  const exported = {
    id,
    place: 'Piazza del Duomo',
    text: 'Ciao',
    followers_only: true,
    looks_for_someone: false,
    picture_alt: 'Un gatto',
  }
  expect(await exportedPost(anna)).toMatchObject(exported)

  const change = {
    text: 'Addio',
    privacy: 'public',
    looks_for_someone: 1,
    image_alts: ['Due gatti'],
  } satisfies Partial<Input<'editPost'>>
  expect(Object.keys(change).toSorted()).toEqual(fieldsOf('editPost').toSorted())
  await anna.callOk('editPost', { post_id: id, ...change })
  const changed = { ...shown, text: 'Addio', privacy: 'public', looks_for_someone: true, image_alt: 'Due gatti' }
  expect((await bruno.callOk('getPost', { post_id: id })).post).toMatchObject(changed)
  expect(await exportedPost(anna)).toMatchObject({
    text: 'Addio',
    followers_only: false,
    looks_for_someone: true,
    picture_alt: 'Due gatti',
  })
})
