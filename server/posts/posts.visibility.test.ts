import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import { type Client, duomo, openWorld, type Person, type World } from '#server/testing/world.ts'

// Design section 6, generated: every kind of viewer × every kind of post × every call that could show it.

const viewers = ['author', 'accepted', 'pending', 'other', 'visitor', 'blocked', 'blocking'] as const
const posts = ['public', 'followers-only', 'private account'] as const
type Viewer = (typeof viewers)[number]
type Kind = (typeof posts)[number]

const seesHidden: Record<Viewer, boolean> = { author: true, accepted: true, pending: false, other: false, visitor: false, blocked: false, blocking: false }
const seesPublic: Record<Viewer, boolean> = { author: true, accepted: true, pending: true, other: true, visitor: true, blocked: false, blocking: false }

let world: World
let clients: Record<Viewer, Client>
const ids = {} as Record<Kind, number>
const commentIds = {} as Record<Kind, number>
let placeId: number

beforeAll(async () => {
  world = await openWorld()
  placeId = await world.place('Piazza del Duomo', 'Milano')
  const open = await world.person('aperta')
  const closed = await world.person('chiusa')
  await closed.goesPrivate()
  const accepted = await world.person('accettata')
  const pending = await world.person('in_attesa')
  const blocked = await world.person('bloccata')
  const blocking = await world.person('che_blocca')
  for (const author of [open, closed]) {
    await accepted.follows(author)
    await pending.follows(author, 'pending')
    await author.blocks(blocked)
    await blocking.blocks(author)
  }
  const publish = async (kind: Kind, author: Person, privacy: 'public' | 'followers') => {
    ids[kind] = (await author.publishes(kind, { location_id: placeId, privacy })).id
    commentIds[kind] = (await author.gets('addComment', { post_id: ids[kind], text: 'Ciao' })).comment.id
    await author.gets('likePost', { post_id: ids[kind] })
  }
  await publish('public', open, 'public')
  await publish('followers-only', open, 'followers')
  await publish('private account', closed, 'public')
  // Each post has its own author to be; the table asks for the author of the post at hand.
  authors = { public: open, 'followers-only': open, 'private account': closed }
  clients = { author: open, accepted, pending, other: await world.person('altra'), visitor: world.visitor(), blocked, blocking }
})
afterAll(() => world.close())

let authors: Record<Kind, Person>

/** Whether a call shows the post to this client: each call that could, in its own way. */
const shows: Partial<Record<CallName, (client: Client, kind: Kind) => Promise<boolean>>> = {
  getFeed: async (client, kind) => (await client.gets('getFeed', { ...duomo, limit: 50 })).posts.some(({ id }) => id === ids[kind]),
  getLocation: async (client, kind) => (await client.gets('getLocation', { location_id: placeId })).location.posts.some(({ id }) => id === ids[kind]),
  getLikes: async (client, kind) => (await client.call('getLikes', { post_id: ids[kind] })).status !== 404,
  getComments: async (client, kind) => (await client.call('getComments', { post_id: ids[kind] })).status !== 404,
  likePost: async (client, kind) => (await client.call('likePost', { post_id: ids[kind] })).status !== 404,
  addComment: async (client, kind) => (await client.call('addComment', { post_id: ids[kind], text: 'Ciao' })).status !== 404,
  likeComment: async (client, kind) => (await client.call('likeComment', { comment_id: commentIds[kind] })).status !== 404,
  deleteComment: async (client, kind) => (await client.call('deleteComment', { comment_id: commentIds[kind] })).status === 403,
  deletePost: async (client, kind) => (await client.call('deletePost', { post_id: ids[kind] })).status === 403,
}
/** Calls that need a session, and those that would destroy what the table asks about when its author makes them. */
const needSession: CallName[] = ['getFeed', 'getLocation', 'likePost', 'addComment', 'likeComment', 'deleteComment', 'deletePost']
const destructive: CallName[] = ['deleteComment', 'deletePost']

describe.each(posts)('A %s post', (kind) => {
  describe.each(viewers)('seen by: %s', (viewer) => {
    const expected = (kind === 'public' ? seesPublic : seesHidden)[viewer]
    const asked = (Object.keys(shows) as CallName[])
      .filter((call) => !(viewer === 'visitor' && needSession.includes(call)))
      .filter((call) => !(viewer === 'author' && destructive.includes(call)))
    test.each(asked)(`%s ${expected ? 'shows' : 'hides'} it`, async (call) => {
      const client = viewer === 'author' ? authors[kind] : clients[viewer]
      expect(await shows[call]?.(client, kind)).toBe(expected)
    })
  })
})

test('A block hides the likes and comments of each from the other', async () => {
  const [carla, dario, elena] = await Promise.all(['carla', 'dario', 'elena'].map((person) => world.person(person)))
  if (!carla || !dario || !elena) throw new Error('three people are needed')
  const { id } = await carla.publishes('Ciao')
  for (const person of [dario, elena]) {
    await person.gets('likePost', { post_id: id })
    await person.gets('addComment', { post_id: id, text: person.username })
  }
  await dario.blocks(elena)
  const seen = async (client: Client) => ({
    likes: (await client.gets('getLikes', { post_id: id })).likes.map(({ username }) => username),
    comments: (await client.gets('getComments', { post_id: id })).comments.map(({ text }) => text),
  })
  expect(await seen(carla)).toEqual({ likes: ['elena', 'dario'], comments: ['elena', 'dario'] })
  expect(await seen(dario)).toEqual({ likes: ['dario'], comments: ['dario'] })
  expect(await seen(elena)).toEqual({ likes: ['elena'], comments: ['elena'] })
})
