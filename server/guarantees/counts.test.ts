import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

// People choose what they see: to block somebody hides what that person did. A number that shrinks then would tell a
// stranger what a private person did, one block after the other. So each number has one of these answers.

/**
 * `alike`: the same for everybody who may ask. `listed`: of what a list names to the same viewer. `own`: of what people
 * did to the viewer's own things, or of the viewer's. `public`: of public posts of public accounts.
 */
const counts: Record<string, 'alike' | 'listed' | 'own' | 'public'> = {
  likes_count: 'alike',
  total_likes: 'alike',
  comments_count: 'alike',
  spotted_count: 'alike',
  followers_count: 'alike',
  following_count: 'alike',
  replies_count: 'listed',
  going_count: 'listed',
  events_count: 'listed',
  spotted_received: 'listed',
  spotted_confirmed_count: 'listed',
  actors_count: 'own',
  views_count: 'own',
  total: 'own',
  unread_count: 'own',
  unread_conversations: 'own',
  requests_count: 'own',
  posts: 'public',
  posts_count: 'public',
}

/** Numbers that count nothing people did, by their names. */
const otherNumbers =
  /(^|_)(id|ids|width|height|latitude|longitude|distance|km|s|version|start|index|alg|timeout|radius|left|uses|to|number|position)$|^(notify_|show_|onboarding_completed$)/
/** Calls for those who run the server. */
const isForPeople = (access: string) => access === 'public' || access === 'viewer'

function findNumbers(schema: unknown, found: Set<string>, name = ''): void {
  if (typeof schema !== 'object' || schema === null) return
  const { type, properties = {}, items, anyOf = [] } = schema as Record<string, never>
  if ((type === 'integer' || type === 'number') && !otherNumbers.test(name)) found.add(name)
  for (const [key, value] of Object.entries(properties)) findNumbers(value, found, key)
  for (const inner of [items, ...(anyOf as unknown[])]) findNumbers(inner, found, name)
}

test('Every number that somebody reads has an answer to who counts', () => {
  const found = new Set<string>()
  for (const { access, output } of Object.values(calls))
    if (isForPeople(access)) findNumbers(z.toJSONSchema(output, { unrepresentable: 'any' }), found)
  // Of moderators, among the settings.
  found.delete('open_reports')
  expect([...found].toSorted()).toEqual(Object.keys(counts).toSorted())
})

const app = useTestApp()
const [anna, bruno, chiara, stranger, other] = useUsers(app, 'anna', 'bruno', 'chiara', 'estranea', 'altra')
let placeId: number
let storyId: number
const postIds: number[] = []

async function confirm(requester: typeof anna, author: typeof anna, post_id: number) {
  await requester.callOk('requestSpotted', { post_id, action: 'request' })
  const { requests } = await author.callOk('getSpottedRequests', { post_id })
  const { request_id } = requests.find(({ id }) => id === requester.id)!
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
}

// Chiara, who is private, does everything that is counted, beside somebody who is not.
beforeAll(async () => {
  placeId = await app.findPlaceId('Piazza del Duomo', 'Milano')
  for (const author of [anna, bruno]) postIds.push((await author.createPost('Chi c’era? #duomo')).id)
  storyId = (await anna.callOk('createStory', { image: await createPhoto(40, 30) })).story.id
  const starts_at = `${new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T21:00`
  const { event } = await anna.callOk('addEvent', { location_id: placeId, title: 'Concerto', starts_at })
  const { comment } = await bruno.callOk('addComment', { post_id: postIds[0]!, text: 'Io' })
  await chiara.makePrivate()
  for (const person of [chiara, bruno]) {
    await confirm(person, anna, postIds[0]!)
    await person.callOk('likePost', { post_id: postIds[0]! })
    await person.callOk('addComment', { post_id: postIds[0]!, text: 'Anch’io', reply_to: comment.id })
    await person.callOk('likeComment', { comment_id: comment.id })
    await person.callOk('likeStory', { story_id: storyId, action: 'like' })
    await person.callOk('attendEvent', { event_id: event.id, going: 1 })
    await person.callOk('followPlace', { place_id: placeId })
    await person.follow(anna)
  }
  await confirm(chiara, bruno, postIds[1]!)
  await anna.follow(chiara)
})

type Answers = Record<string, unknown>

/** Reads everything that has a number; what the viewer may not see is null. */
async function readAll(client: Client): Promise<Answers> {
  const answers: Answers = {}
  const read = async (name: string, reading: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reading
    answers[name] = status === 200 ? body : null
  }
  for (const person of [anna, bruno, chiara])
    await read(`profile of ${person.username}`, client.call('getProfile', { user_id: person.id }))
  for (const post_id of postIds) {
    await read(`post ${post_id}`, client.call('getPost', { post_id }))
    await read(`comments ${post_id}`, client.call('getComments', { post_id }))
  }
  await read('place', client.call('getLocation', { location_id: placeId }))
  await read('spotted at the place', client.call('getLocationSpottedPosts', { location_id: placeId }))
  await read('events', client.call('getPlaceEvents', { location_id: placeId }))
  await read('likes of a story', client.call('getStoryLikes', { story_id: storyId }))
  await read('stories', client.call('getUserStories', { user_id: anna.id }))
  return answers
}

/** The numbers of an answer, by the ids of what they are about. */
function numbersOf(answer: unknown, kind: string, path = ''): [path: string, value: unknown][] {
  if (typeof answer !== 'object' || answer === null) return []
  const own = 'id' in answer ? `${path}/${String(answer.id)}` : path
  return Object.entries(answer).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'object' && value !== null)
      return numbersOf(value, kind, Array.isArray(answer) ? own : `${own}/${name}`)
    return counts[name] === kind ? [[`${own}/${name}`, value]] : []
  })
}

test('Whomever a stranger blocks, what they still see has the numbers that everybody reads', async () => {
  const everybody = new Map(numbersOf(await readAll(other), 'alike'))
  expect(everybody.size).toBeGreaterThan(12)
  const profile = numbersOf((await readAll(stranger))[`profile of ${chiara.username}`], 'listed')
  for (const hidden of [anna, bruno, chiara]) {
    await stranger.callOk('blockUser', { blocked_id: hidden.id })
    const answers = await readAll(stranger)
    for (const [path, value] of numbersOf(answers, 'alike')) expect(value, path).toBe(everybody.get(path))
    if (hidden !== chiara) expect(numbersOf(answers[`profile of ${chiara.username}`], 'listed')).toEqual(profile)
    await stranger.callOk('unblockUser', { blocked_id: hidden.id })
  }
})

test('What is counted by what a list names is what the list names', async () => {
  for (const viewer of [stranger, anna, chiara]) {
    const profiles = await Promise.all(
      [anna, bruno, chiara].map(async ({ id }) => (await viewer.callOk('getProfile', { user_id: id })).user),
    )
    for (const { id, spotted_received } of profiles) {
      const { status, body } = await viewer.call('getSpottedPosts', { user_id: id })
      expect(spotted_received).toBe(status === 404 ? null : body.spotted_posts.length)
    }
    const { location } = await viewer.callOk('getLocation', { location_id: placeId })
    const spotted = await viewer.callOk('getLocationSpottedPosts', { location_id: placeId })
    expect(location.spotted_confirmed_count).toBe(spotted.spotted_posts.length)
    const { events } = await viewer.callOk('getPlaceEvents', { location_id: placeId })
    expect(location.events_count).toBe(events.length)
    const [event] = (await viewer.callOk('getPlaceEvents', { location_id: placeId })).events
    expect(event!.going_count).toBe(event!.going_people.length)
    expect(event!.going_count).toBe(viewer === stranger ? 1 : 2)
    const { comments } = await viewer.callOk('getComments', { post_id: postIds[0]! })
    expect(comments[0]!.replies_count).toBe(comments[0]!.replies.length)
  }
})
