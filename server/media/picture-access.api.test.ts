import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers, useNewUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [stranger, marta] = useUsers(app, 'sara', 'marta')
const [anna, follower] = useNewUsers(app, 'anna', 'fabio')
let image: string
beforeAll(async () => {
  image = await createPhoto(400, 300)
  await marta.makeModerator()
})

/** Creates Anna and a follower of hers, for each test anew. */
async function createPair(): Promise<void> {
  await follower.follow(anna)
}

const urlOf = (url: string | null) => {
  if (url === null) throw new Error('has no picture')
  return url
}
const widthsOf = (url: string) => [320, 640, 1280].map((width) => url.replace('-1280.', `-${width}.`))
const uploadProfilePicture = async (user: TestUser) =>
  urlOf((await user.callOk('updateProfile', { profile_pic: image })).user.profile_pic)

/** The people, among all who might want it, that get a picture in all its widths. */
async function whoSees(url: string): Promise<string[]> {
  const people = { anna, follower, stranger, moderator: marta, visitor: app.createVisitor() }
  const seeing: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const replies = await Promise.all(widthsOf(url).map((one) => person.request(one)))
    const statuses = new Set(replies.map(({ status }) => status))
    expect(statuses.size).toBe(1)
    if (statuses.has(200)) seeing.push(name)
    else expect(statuses).toEqual(new Set([404]))
  }
  return seeing
}
const everybody = ['anna', 'follower', 'stranger', 'moderator', 'visitor']
const friends = ['anna', 'follower']

describe('A picture is served to people who may see what it belongs to:', () => {
  test('a public post and a public person’s story, to everybody', async () => {
    await createPair()
    expect(await whoSees(urlOf((await anna.createPost('Foto', { image })).image_url))).toEqual(everybody)
    expect(await whoSees((await anna.callOk('createStory', { image })).story.media_url)).toEqual(everybody)
  })

  test('a post for followers, to them', async () => {
    await createPair()
    const { image_url } = await anna.createPost('Foto', { image, privacy: 'followers' })
    expect(await whoSees(urlOf(image_url))).toEqual(friends)
    await follower.callOk('unfollow', { followed_id: anna.id })
    expect(await whoSees(urlOf(image_url))).toEqual(['anna'])
  })

  test('posts and stories of a person who has become private, to the followers; the profile picture, to everybody', async () => {
    await createPair()
    const post = urlOf((await anna.createPost('Foto', { image })).image_url)
    const story = (await anna.callOk('createStory', { image })).story.media_url
    const portrait = await uploadProfilePicture(anna)
    await anna.makePrivate()
    expect(await whoSees(post)).toEqual(friends)
    expect(await whoSees(story)).toEqual(friends)
    expect(await whoSees(portrait)).toEqual(everybody)
    await anna.makePublic()
    expect(await whoSees(post)).toEqual(everybody)
  })

  test('a picture in a conversation, to the two', async () => {
    await createPair()
    await anna.follow(follower)
    const input = { other_id: follower.id, client_id: randomUUID(), text: '', image }
    const { message } = await anna.callOk('sendMessage', input)
    const url = urlOf(message.image_url)
    expect(await whoSees(url)).toEqual(friends)
    await follower.callOk('report', { target_type: 'message', target_id: message.id, reason: 'spam' })
    expect(await whoSees(url)).toEqual([...friends, 'moderator'])
    await follower.callOk('deleteMessage', { message_id: message.id, scope: 'me' })
    expect(await whoSees(url)).toEqual(['anna', 'moderator'])
    await follower.block(anna)
    expect(await whoSees(url)).toEqual(['moderator'])
  })

  test('what a suspended person had published, to moderators who are to judge it', async () => {
    await createPair()
    const post = await anna.createPost('Foto', { image })
    const other = urlOf((await anna.createPost('Altra', { image })).image_url)
    const portrait = await uploadProfilePicture(anna)
    await follower.callOk('report', { target_type: 'post', target_id: post.id, reason: 'spam' })
    await sql`UPDATE users SET suspended_at = ${new Date()} WHERE id = ${anna.id}`.execute(app.db)
    await expect.poll(() => whoSees(urlOf(post.image_url))).toEqual(['moderator'])
    expect(await whoSees(other)).toEqual([])
    expect(await whoSees(portrait)).toEqual(['moderator'])
  })

  test('a story that has expired, to nobody', async () => {
    await createPair()
    const { story } = await anna.callOk('createStory', { image })
    await sql`UPDATE stories SET expires_at = ${new Date(0)} WHERE id = ${story.id}`.execute(app.db)
    expect(await whoSees(story.media_url)).toEqual([])
  })

  test('what is deleted, to nobody, at once', async () => {
    await createPair()
    const post = await anna.createPost('Foto', { image })
    expect(await whoSees(urlOf(post.image_url))).toEqual(everybody)
    await anna.callOk('deletePost', { post_id: post.id })
    expect(await whoSees(urlOf(post.image_url))).toEqual([])
  })
})

describe('Caches', () => {
  const cacheControl = async (url: string, person: Pick<TestUser, 'request'>) =>
    (await person.request(url)).headers.get('cache-control')

  /** Asks as a browser does; `fetch` would ask for the whole file. @returns the status. */
  const revalidate = async (url: string, etag: string, cookie: string) => {
    const request = get(new URL(url, app.url), { headers: { cookie, 'if-none-match': etag } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }

  test('keep a public picture for two minutes, and then learn in a few bytes that it is the same', async () => {
    await createPair()
    const url = urlOf((await anna.createPost('Foto', { image })).image_url)
    expect(await cacheControl(url, app.createVisitor())).toBe('public, max-age=120')
    const etag = (await anna.request(url)).headers.get('etag') ?? ''
    expect(await revalidate(url, etag, '')).toBe(304)
  })

  test('do not share what only some may see, and ask each time', async () => {
    await createPair()
    const url = urlOf((await anna.createPost('Foto', { image, privacy: 'followers' })).image_url)
    expect(await cacheControl(url, follower)).toBe('no-store')
    const etag = (await follower.request(url)).headers.get('etag') ?? ''
    expect(await revalidate(url, etag, follower.cookie())).toBe(304)
    expect(await revalidate(url, etag, stranger.cookie())).toBe(404)
    expect(await revalidate(url, etag, '')).toBe(404)
  })

  test('learn nothing from a refusal: it is the same for a hidden and for an unknown picture', async () => {
    await createPair()
    const hidden = urlOf((await anna.createPost('Foto', { image, privacy: 'followers' })).image_url)
    const unknown = `/media/${'x'.repeat(24)}-1280.webp`
    const describeReply = async (url: string, person: Pick<TestUser, 'request'>) => {
      const reply = await person.request(url)
      const headers = Object.fromEntries([...reply.headers].filter(([header]) => header !== 'date'))
      return { status: reply.status, headers, body: await reply.text() }
    }
    for (const person of [stranger, app.createVisitor()])
      expect(await describeReply(hidden, person)).toEqual(await describeReply(unknown, person))
  })
})
