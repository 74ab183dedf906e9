import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createViewerLookup } from '#server/auth/viewer-lookup.actions.ts'
import { createPictureAccess } from '#server/media/picture-access.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { PublishedPosts } from './published-posts.ts'

const app = useTestApp()
const [anna] = useNewUsers(app, 'anna')
let image: string
beforeAll(async () => {
  image = await createPhoto(400, 300)
})

const nameOf = (url: string | null) => url?.match(/^\/media\/([\w-]{24})-/)?.[1] ?? ''
const publish = async () => nameOf((await anna.createPost('Foto', { image })).image_url)

test('Public pictures of new posts are known, and forgotten when they are public no more', async () => {
  const portrait = nameOf((await anna.callOk('updateProfile', { profile_pic: image })).user.profile_pic)
  const published = new PublishedPosts(app.db)
  await published.refresh()
  const name = await publish()
  const areKnown = () => [name, portrait].map(published.isPublicPicture)
  expect(areKnown()).toEqual([false, false])
  await published.refresh()
  expect(areKnown()).toEqual([true, true])
  await anna.makePrivate()
  await published.refresh()
  expect(areKnown()).toEqual([false, true])
  await app.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', anna.id).execute()
  await published.refresh()
  expect(areKnown()).toEqual([false, false])
})

test('A picture is not known any more when its post is deleted, although its file may still be there', async () => {
  const published = new PublishedPosts(app.db)
  const post = await anna.createPost('Foto', { image })
  const name = nameOf(post.image_url)
  await published.refresh()
  expect(published.isPublicPicture(name)).toBe(true)
  await anna.callOk('deletePost', { post_id: post.id })
  await published.refresh()
  expect(published.isPublicPicture(name)).toBe(false)
})

test('A known picture needs no look-up, and fetching one makes it no better known', async () => {
  const published = new PublishedPosts(app.db)
  const findAudience = createPictureAccess(app.db, createViewerLookup(app.db), published.isPublicPicture)
  const name = await publish()
  const visit = () => findAudience(name, { cookies: {}, headers: {} })
  expect(await visit()).toBe('everybody')
  await anna.makePrivate()
  expect(await visit()).toBe('nobody')
  await anna.makePublic()
  await published.refresh()
  await anna.makePrivate()
  // A look-up would say otherwise.
  expect(await visit()).toBe('everybody')
})

test('A picture is not known any more when nothing was refreshed for a minute', async () => {
  const published = new PublishedPosts(app.db)
  const name = await publish()
  await published.refresh()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(published.isPublicPicture(name)).toBe(true)
  vi.setSystemTime(Date.now() + 11_000)
  expect(published.isPublicPicture(name)).toBe(false)
})
