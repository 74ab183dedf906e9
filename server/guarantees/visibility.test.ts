import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { insertMessage } from '#server/chat/message-changes.queries.ts'
import { lockOrInsertConversation } from '#server/chat/conversations.queries.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// Who sees what, generated: every kind of viewer × everything that can be seen × every call. A call without an entry
// does not compile.

const viewers = ['author', 'accepted', 'pending', 'other', 'visitor', 'blocked', 'blocking'] as const
type Viewer = (typeof viewers)[number]

/**
 * What of somebody there is to see: that they are there, what hangs on their profile, a post, and that they are
 * confirmed in a post of another.
 */
const things = ['person', 'lists', 'post', 'spotted'] as const
type Thing = (typeof things)[number]
/** One account with one post: what is true of the others follows from these four. */
const subjects = ['public', 'followers-only', 'private account', 'suspended author'] as const
type Subject = (typeof subjects)[number]

const everybody: Record<Viewer, boolean> = {
  author: true,
  accepted: true,
  pending: true,
  other: true,
  visitor: true,
  blocked: false,
  blocking: false,
}
const followers: Record<Viewer, boolean> = {
  author: true,
  accepted: true,
  pending: false,
  other: false,
  visitor: false,
  blocked: false,
  blocking: false,
}

const nobody: Record<Viewer, boolean> = {
  author: false,
  accepted: false,
  pending: false,
  other: false,
  visitor: false,
  blocked: false,
  blocking: false,
}

const signedIn: Record<Viewer, boolean> = { ...everybody, visitor: false }
const signedInFollowers: Record<Viewer, boolean> = { ...followers, visitor: false }

const sees: Record<Thing, Record<Subject, Record<Viewer, boolean>>> = {
  person: { public: everybody, 'followers-only': everybody, 'private account': everybody, 'suspended author': nobody },
  lists: { public: everybody, 'followers-only': everybody, 'private account': followers, 'suspended author': nobody },
  post: { public: everybody, 'followers-only': followers, 'private account': followers, 'suspended author': nobody },
  spotted: {
    public: signedIn,
    'followers-only': signedIn,
    'private account': signedInFollowers,
    'suspended author': nobody,
  },
}

/** Somebody to look for, and what they left behind. */
type Target = {
  author: TestUser
  post: number
  comment: number
  commentElsewhere: number
  story: number
  request: number
  requestElsewhere: number
}

/** Whether a call shows the thing to this client. */
type Probe = (client: Client, target: Target) => Promise<boolean>
type Entry = Partial<Record<Thing, Probe>> & {
  /** A suggestion need not show what it may. */
  atMost?: true
  /** The author would destroy what the table asks about. */
  notAs?: Viewer[]
}

let app: TestApp
let clients: Record<Exclude<Viewer, 'author'>, Client>
let targets: Record<Subject, Target>
/** Somebody whom everybody sees, and a post of theirs. */
let neutral: TestUser
let neutralPost: number
let neutralStory: number
let placeId: number

beforeAll(async () => {
  app = await createTestApp()
  placeId = await app.findPlaceId('Piazza del Duomo', 'Milano')
  const named = async (name: string) => app.createUser(name)
  neutral = await named('neutrale')
  neutralPost = (await neutral.createPost('Di tutti')).id
  neutralStory = (await neutral.callOk('createStory', { image: await createPhoto() })).story.id
  const viewer = {
    accepted: await named('accettata'),
    pending: await named('in_attesa'),
    other: await named('altra'),
    blocked: await named('bloccata'),
    blocking: await named('che_blocca'),
  }
  const targetOf = async (name: string, privacy: 'public' | 'followers'): Promise<Target> => {
    const author = await named(name)
    const post = (await author.createPost(name, { location_id: placeId, privacy })).id
    const comment = (await author.callOk('addComment', { post_id: post, text: 'Ciao' })).comment.id
    const commentElsewhere = (await author.callOk('addComment', { post_id: neutralPost, text: 'Ciao' })).comment.id
    await author.callOk('likePost', { post_id: post })
    await author.callOk('likePost', { post_id: neutralPost })
    const story = (await author.callOk('createStory', { image: await createPhoto() })).story.id
    await author.callOk('likeStory', { story_id: neutralStory, action: 'like' })
    await author.callOk('followPlace', { place_id: placeId })
    await author.follow(neutral)
    await neutral.follow(author)
    const request = await confirmed(neutral, author, post)
    const requestElsewhere = await confirmed(author, neutral, neutralPost)
    await viewer.accepted.follow(author)
    await author.block(viewer.blocked)
    await viewer.blocking.block(author)
    return { author, post, comment, commentElsewhere, story, request, requestElsewhere }
  }
  targets = {
    public: await targetOf('aperta', 'public'),
    'followers-only': await targetOf('riservata', 'followers'),
    'private account': await targetOf('chiusa', 'public'),
    'suspended author': await targetOf('sospesa', 'public'),
  }
  await targets['private account'].author.makePrivate()
  for (const { author } of Object.values(targets)) {
    // Of a public account nobody can ask: if a request were left there all the same, it would show nothing.
    await app.db
      .insertInto('follows')
      .values({ follower_id: viewer.pending.id, followee_id: author.id, status: 'pending' })
      .execute()
  }
  await suspendAccount(app.db, targets['suspended author'].author.id, '')
  clients = { ...viewer, visitor: app.createVisitor() }
})
afterAll(() => app.close())

/** Somebody recognises themselves, and is right. @returns the request's id. */
async function confirmed(requester: TestUser, author: TestUser, post_id: number): Promise<number> {
  await requester.callOk('requestSpotted', { post_id, action: 'request' })
  const { requests } = await author.callOk('getSpottedRequests', { post_id, limit: 50 })
  const request_id = requests.find(({ id }) => id === requester.id)!.request_id
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
  return request_id
}

const found = <Name extends CallName>(name: Name, client: Client, input: Parameters<typeof client.call<Name>>[1]) =>
  client.call(name, input).then(({ status }) => status !== 404)
const holds = (rows: { id: number }[], id: number) => rows.some((row) => row.id === id)

/** Follows are put back as they were: the table asks many times. */
async function leavingFollows<Result>(target: Target, act: () => Promise<Result>): Promise<Result> {
  const before = await app.db.selectFrom('follows').selectAll().where('followee_id', '=', target.author.id).execute()
  const result = await act()
  await app.db.deleteFrom('follows').where('followee_id', '=', target.author.id).execute()
  await app.db.insertInto('follows').values(before).execute()
  return result
}

/** What the viewer is told after being told of that post, whether or not they should have been. */
async function notified(client: Client, kind: 'comment' | 'nearby_post', post_id: number) {
  const viewer = viewerOf(client)
  if (viewer)
    await app.db
      .insertInto('notifications')
      .values({ user_id: viewer.id, kind, post_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return (await client.callOk('getNotifications', { limit: 50 })).notifications
}

const viewerOf = (client: Client) => Object.values(clients).find((one): one is TestUser => one === client)

/** There are words between the viewer and somebody, whether or not there could be. */
async function spoken(client: Client, otherId: number) {
  const viewer = viewerOf(client)
  if (!viewer) return
  const conversation = await lockOrInsertConversation(app.db, viewer.id, otherId)
  await insertMessage(app.db, conversation, {
    senderId: viewer.id,
    otherId,
    requestStatus: 'accepted',
    clientId: randomUUID(),
    text: 'Ciao',
    mediaId: null,
    postId: null,
  })
}

/** A post was sent to the viewer, whether or not they may see it. */
async function shown(client: Client, postId: number) {
  const viewer = viewerOf(client)
  if (!viewer) return
  const conversation = await lockOrInsertConversation(app.db, viewer.id, neutral.id)
  await insertMessage(app.db, conversation, {
    senderId: neutral.id,
    otherId: viewer.id,
    requestStatus: 'accepted',
    clientId: randomUUID(),
    text: '',
    mediaId: null,
    postId,
  })
}

const own = 'tells the viewer about the viewer only'
const nothing = 'shows nothing of anybody'

const table: Record<CallName, Entry | typeof own | typeof nothing> = {
  register: own,
  login: own,
  logout: own,
  checkUsername: nothing,
  checkEmail: nothing,
  forgotPassword: nothing,
  resetPassword: own,
  exportAccount: own,
  deleteAccount: own,
  loginWithPasskey: own,
  loginWithRecoveryCode: own,
  getAccount: own,
  getSessions: own,
  endSession: own,
  endAllSessions: own,
  changePassword: own,
  changeEmail: nothing,
  confirmEmail: own,
  getPasskeys: own,
  beginPasskey: own,
  addPasskey: own,
  deletePasskey: own,
  renewRecoveryCodes: own,
  completeOnboarding: own,
  getOnboardingSuggestions: {
    atMost: true,
    post: async (client, { author }) =>
      holds((await client.callOk('getOnboardingSuggestions', duomo)).users, author.id),
  },
  getProfile: {
    person: (client, { author }) => found('getProfile', client, { user_id: author.id }),
    post: async (client, { author, post }) => {
      const { body } = await client.call('getProfile', { user_id: author.id })
      return holds(body.posts ?? [], post)
    },
  },
  updateProfile: own,
  requestFollow: {
    notAs: ['author'],
    person: (client, target) =>
      leavingFollows(target, () => found('requestFollow', client, { followed_id: target.author.id })),
  },
  unfollow: {
    notAs: ['author'],
    person: (client, target) =>
      leavingFollows(target, () => found('unfollow', client, { followed_id: target.author.id })),
  },
  getFollowRequests: own,
  respondFollowRequest: own,
  getFollowers: {
    person: async (client, { author }) =>
      holds((await client.callOk('getFollowers', { user_id: neutral.id, limit: 50 })).followers, author.id),
    lists: (client, { author }) => found('getFollowers', client, { user_id: author.id }),
  },
  getFollowing: {
    person: async (client, { author }) =>
      holds((await client.callOk('getFollowing', { user_id: neutral.id, limit: 50 })).following, author.id),
    lists: (client, { author }) => found('getFollowing', client, { user_id: author.id }),
  },
  getUserSettings: own,
  updateUserSettings: own,
  blockUser: nothing,
  unblockUser: nothing,
  getBlockedUsers: own,
  report: {
    notAs: ['author'],
    person: async (client, { author, commentElsewhere }) =>
      (await found('report', client, { target_type: 'user', target_id: author.id, reason: 'spam' })) &&
      (await found('report', client, { target_type: 'comment', target_id: commentElsewhere, reason: 'spam' })),
    post: async (client, { post, comment }) =>
      (await found('report', client, { target_type: 'post', target_id: post, reason: 'spam' })) ||
      (await found('report', client, { target_type: 'comment', target_id: comment, reason: 'spam' })),
    lists: (client, { story }) => found('report', client, { target_type: 'story', target_id: story, reason: 'spam' }),
  },
  getReports: nothing,
  resolveReport: nothing,
  getSuspended: nothing,
  liftSuspension: nothing,
  getModerationLog: nothing,
  getFeed: {
    post: async (client, { post }) => holds((await client.callOk('getFeed', { ...duomo, limit: 50 })).posts, post),
  },
  createSpot: own,
  deletePost: { notAs: ['author'], post: (client, { post }) => found('deletePost', client, { post_id: post }) },
  likePost: { post: (client, { post }) => found('likePost', client, { post_id: post }) },
  getLikes: {
    person: async (client, { author }) =>
      holds((await client.callOk('getLikes', { post_id: neutralPost })).likes, author.id),
    post: (client, { post }) => found('getLikes', client, { post_id: post }),
  },
  getComments: {
    person: async (client, { commentElsewhere }) =>
      holds((await client.callOk('getComments', { post_id: neutralPost })).comments, commentElsewhere),
    post: (client, { post }) => found('getComments', client, { post_id: post }),
  },
  addComment: { post: (client, { post }) => found('addComment', client, { post_id: post, text: 'Ciao' }) },
  likeComment: {
    person: (client, { commentElsewhere }) => found('likeComment', client, { comment_id: commentElsewhere }),
    post: (client, { comment }) => found('likeComment', client, { comment_id: comment }),
  },
  deleteComment: {
    notAs: ['author'],
    person: (client, { commentElsewhere }) => found('deleteComment', client, { comment_id: commentElsewhere }),
    post: (client, { comment }) => found('deleteComment', client, { comment_id: comment }),
  },
  getNearbyLocations: nothing,
  findTowns: nothing,
  getLocation: {
    post: async (client, { post }) =>
      holds((await client.callOk('getLocation', { location_id: placeId, limit: 50 })).location.posts, post),
  },
  followLocation: nothing,
  followPlace: nothing,
  unfollowPlace: nothing,
  getLocationFollowers: {
    lists: async (client, { author }) =>
      holds((await client.callOk('getLocationFollowers', { location_id: placeId, limit: 50 })).followers, author.id),
  },
  getFollowedLocations: {
    lists: (client, { author }) => found('getFollowedLocations', client, { user_id: author.id }),
  },
  requireLocationProperty: nothing,
  getSpottedPosts: {
    lists: (client, { author }) => found('getSpottedPosts', client, { user_id: author.id }),
    post: async (client, { post }) =>
      holds((await client.callOk('getSpottedPosts', { user_id: neutral.id })).spotted_posts, post),
  },
  getLocationSpottedPosts: {
    post: async (client, { post }) =>
      holds((await client.callOk('getLocationSpottedPosts', { location_id: placeId })).spotted_posts, post),
  },
  createStory: own,
  getUserStories: { lists: (client, { author }) => found('getUserStories', client, { user_id: author.id }) },
  markStoryViewed: { lists: (client, { story }) => found('markStoryViewed', client, { story_id: story }) },
  getStoryLikes: { lists: (client, { story }) => found('getStoryLikes', client, { story_id: story }) },
  getStoryLikesList: {
    person: async (client, { author }) =>
      holds((await client.callOk('getStoryLikesList', { story_id: neutralStory })).likes, author.id),
    lists: (client, { story }) => found('getStoryLikesList', client, { story_id: story }),
  },
  likeStory: { lists: (client, { story }) => found('likeStory', client, { story_id: story, action: 'like' }) },
  deleteStory: { notAs: ['author'], lists: (client, { story }) => found('deleteStory', client, { story_id: story }) },
  getStoryRings: {
    lists: async (client, { author }) =>
      (await client.callOk('getStoryRings', { user_ids: String(author.id) })).rings.some(
        ({ user_id }) => user_id === author.id,
      ),
  },
  getFollowedStories: {
    // Who may see them, and does not follow, has not asked for them.
    notAs: ['other', 'pending'],
    lists: async (client, { author }) => holds((await client.callOk('getFollowedStories', {})).users, author.id),
  },
  requestSpotted: {
    notAs: ['author'],
    post: (client, { post }) => found('requestSpotted', client, { post_id: post, action: 'withdraw' }),
  },
  updateSpottedRequestStatus: {
    post: (client, { request }) =>
      found('updateSpottedRequestStatus', client, { request_id: request, status: 'confirmed' }),
    spotted: (client, { requestElsewhere }) =>
      found('updateSpottedRequestStatus', client, { request_id: requestElsewhere, status: 'confirmed' }),
  },
  getSpottedRequests: {
    post: (client, { post }) => found('getSpottedRequests', client, { post_id: post }),
    spotted: async (client, { author }) =>
      holds((await client.callOk('getSpottedRequests', { post_id: neutralPost, limit: 50 })).requests, author.id),
  },
  search: {
    notAs: [],
    person: async (client, { author }) =>
      holds(
        (await client.callOk('search', { q: author.username })).results.filter(({ type }) => type === 'user'),
        author.id,
      ),
  },
  getConversations: {
    notAs: ['author'],
    person: async (client, { author }) => {
      await spoken(client, author.id)
      return (await client.callOk('getConversations', { limit: 50 })).conversations.some(
        ({ user }) => user.id === author.id,
      )
    },
  },
  getMessages: {
    notAs: ['author'],
    person: (client, { author }) => found('getMessages', client, { other_id: author.id }),
    post: async (client, { post }) => {
      await shown(client, post)
      const { messages } = await client.callOk('getMessages', { other_id: neutral.id, limit: 50 })
      return messages.some((message) => message.post?.id === post)
    },
  },
  sendMessage: {
    notAs: ['author'],
    person: (client, { author }) =>
      found('sendMessage', client, { other_id: author.id, client_id: randomUUID(), text: 'Ciao' }),
    post: (client, { post }) =>
      found('sendMessage', client, { other_id: neutral.id, client_id: randomUUID(), post_id: post }),
  },
  // Who is not one of the two has nothing there.
  deleteMessage: own,
  deleteConversation: own,
  answerMessageRequest: {
    notAs: ['author'],
    person: async (client, { author }) => {
      await spoken(client, author.id)
      return found('answerMessageRequest', client, { other_id: author.id, action: 'accept' })
    },
  },
  markMessagesReceived: own,
  markMessagesRead: {
    notAs: ['author'],
    person: (client, { author }) => found('markMessagesRead', client, { other_id: author.id, up_to: 1 }),
  },
  sendTyping: {
    notAs: ['author'],
    person: (client, { author }) => found('sendTyping', client, { other_id: author.id }),
  },
  getNotifications: {
    notAs: ['author'],
    person: async (client, { author }) =>
      (await notified(client, 'comment', neutralPost)).some(({ actors }) => holds(actors, author.id)),
    post: async (client, { post }) =>
      (await notified(client, 'nearby_post', post)).some(({ post_id }) => post_id === post),
  },
  markNotificationsRead: own,
  getPushKey: nothing,
  subscribePush: own,
  unsubscribePush: own,
  getSearchSuggestions: {
    atMost: true,
    post: async (client, { author }) =>
      holds(
        (await client.callOk('getSearchSuggestions', { ...duomo, limit: 20 })).suggestions.filter(
          ({ type }) => type === 'user',
        ),
        author.id,
      ),
  },
}

const entries = Object.entries(table).flatMap(([name, entry]) =>
  typeof entry === 'string' ? [] : [{ name: name as CallName, entry }],
)
const may = (name: CallName, entry: Entry, viewer: Viewer) =>
  !entry.notAs?.includes(viewer) && !(viewer === 'visitor' && calls[name].access === 'viewer')

describe.each(subjects)('Of somebody with a post that is: %s', (subject) => {
  // Who is suspended has no session to ask with.
  describe.each(viewers.filter((viewer) => !(subject === 'suspended author' && viewer === 'author')))(
    'seen by: %s',
    (viewer) => {
      const questions = entries
        .filter(({ name, entry }) => may(name, entry, viewer))
        .flatMap(({ name, entry }) =>
          things.flatMap((thing) => {
            const probe = entry[thing]
            return probe
              ? [{ name, thing, probe, atMost: entry.atMost ?? false, expected: sees[thing][subject][viewer] }]
              : []
          }),
        )
      test.each(questions)('$name, $thing: $expected', async ({ probe, atMost, expected }) => {
        const target = targets[subject]
        const shown = await probe(viewer === 'author' ? target.author : clients[viewer], target)
        if (atMost) expect(shown && !expected).toBe(false)
        else expect(shown).toBe(expected)
      })
    },
  )
})

test('The suggestions do show somebody: the table asks a question that can be answered with yes', async () => {
  const { users } = await clients.other.callOk('getOnboardingSuggestions', duomo)
  expect(users.map(({ username }) => username)).toContain('aperta')
})
