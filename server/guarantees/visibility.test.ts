import type { Post } from '#contract/posts.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { insertMessage } from '#server/chat/message-changes.queries.ts'
import { lockOrInsertConversation } from '#server/chat/conversations.queries.ts'
import { countMap } from '#server/map/map.actions.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import { insertView } from '#server/stories/stories.queries.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// Generates the tests of visibility: every kind of viewer × every kind of content × every call. A call without an entry
// does not compile.

const viewers = ['author', 'accepted', 'pending', 'other', 'visitor', 'blocked', 'blocking'] as const
type Viewer = (typeof viewers)[number]

/**
 * The parts of a person that may be visible: that they exist, the page of their profile, its lists and stories, a post, a
 * post as one that is counted, their confirmed Spotted request on a post of another author, an event that they announced, and
 * that they go to one.
 */
const aspects = ['person', 'profile', 'lists', 'post', 'counted post', 'spotted', 'event', 'attendance'] as const
type Aspect = (typeof aspects)[number]
/** Each is one account with one post; other combinations follow from these four. */
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

const isVisible: Record<Aspect, Record<Subject, Record<Viewer, boolean>>> = {
  person: { public: everybody, 'followers-only': everybody, 'private account': everybody, 'suspended author': nobody },
  profile: { public: everybody, 'followers-only': everybody, 'private account': signedIn, 'suspended author': nobody },
  lists: { public: everybody, 'followers-only': everybody, 'private account': followers, 'suspended author': nobody },
  post: { public: everybody, 'followers-only': followers, 'private account': followers, 'suspended author': nobody },
  // Counts are of public posts of public accounts only, whoever asks.
  'counted post': {
    public: signedIn,
    'followers-only': nobody,
    'private account': nobody,
    'suspended author': nobody,
  },
  spotted: {
    public: signedIn,
    'followers-only': signedIn,
    'private account': signedInFollowers,
    'suspended author': nobody,
  },
  event: { public: everybody, 'followers-only': everybody, 'private account': signedIn, 'suspended author': nobody },
  attendance: {
    public: signedIn,
    'followers-only': signedIn,
    'private account': signedInFollowers,
    'suspended author': nobody,
  },
}

/** An author with one of each kind of content; `elsewhere` is on the neutral user's post. */
type Target = {
  author: TestUser
  post: number
  comment: number
  commentElsewhere: number
  story: number
  request: number
  requestElsewhere: number
  /** A post of the neutral user in which only the author is confirmed. */
  postWithFace: number
  /** Announced by the author, and by the neutral user; the author goes to the second. */
  event: number
  eventElsewhere: number
  /** The position of a place where only the author posts; two other people post at another place beside it. */
  corner: { latitude: number; longitude: number }
}

/** Returns whether a call shows the aspect to this client. */
type Probe = (client: Client, target: Target) => Promise<boolean>
type Entry = Partial<Record<Aspect, Probe>> & {
  /** The call may omit what is visible, as suggestions do. */
  atMost?: true
  /** Viewers that are not tested: for example, the author's call would delete the content. */
  notAs?: Viewer[]
}

const ownAddress = 'https://dintorni.example'
const app = useTestApp({ PUBLIC_URL: ownAddress })
let clients: Record<Exclude<Viewer, 'author'>, Client>
let targets: Record<Subject, Target>
/** A user visible to everybody, with a post and a story. */
let neutral: TestUser
let neutralPost: number
let neutralStory: number
let placeId: number
/** In two days, when an event may begin. */
const inTwoDays = `${new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T21:00`

beforeAll(async () => {
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
    const post = (await author.createPost(`${name} #ovunque #solo_${name}`, { location_id: placeId, privacy })).id
    const comment = (await author.callOk('addComment', { post_id: post, text: 'Ciao' })).comment.id
    const commentElsewhere = (await author.callOk('addComment', { post_id: neutralPost, text: 'Ciao' })).comment.id
    await author.callOk('likePost', { post_id: post })
    await author.callOk('likePost', { post_id: neutralPost })
    const story = (await author.callOk('createStory', { image: await createPhoto() })).story.id
    await author.callOk('likeStory', { story_id: neutralStory, action: 'like' })
    await author.callOk('followPlace', { place_id: placeId })
    await author.follow(neutral)
    await neutral.follow(author)
    const request = await createConfirmedSpotted(neutral, author, post)
    const requestElsewhere = await createConfirmedSpotted(author, neutral, neutralPost)
    const postWithFace = (await neutral.createPost(`Con ${name}`, { location_id: placeId })).id
    await createConfirmedSpotted(author, neutral, postWithFace)
    const announce = async (user: TestUser) =>
      (await user.callOk('addEvent', { location_id: placeId, title: name, starts_at: inTwoDays })).event.id
    const event = await announce(author)
    const eventElsewhere = await announce(neutral)
    await author.callOk('attendEvent', { event_id: eventElsewhere, going: 1 })
    await viewer.accepted.follow(author)
    await author.block(viewer.blocked)
    await viewer.blocking.block(author)
    return {
      author,
      post,
      comment,
      commentElsewhere,
      story,
      request,
      requestElsewhere,
      postWithFace,
      event,
      eventElsewhere,
      corner: await createCorner(author, privacy),
    }
  }
  targets = {
    public: await targetOf('aperta', 'public'),
    'followers-only': await targetOf('riservata', 'followers'),
    'private account': await targetOf('chiusa', 'public'),
    'suspended author': await targetOf('sospesa', 'public'),
  }
  await targets['private account'].author.makePrivate()
  for (const { author } of Object.values(targets)) {
    // A public account has no follow requests; if one were left, it must not show anything.
    await sql`INSERT INTO follows (follower_id, followee_id, status) VALUES (${viewer.pending.id}, ${author.id}, 'pending')`.execute(
      app.db,
    )
  }
  await suspendAccount(app.db, { actorId: null, userId: targets['suspended author'].author.id, note: '' })
  await countMap(app.db)
  clients = { ...viewer, visitor: app.createVisitor() }
})

let corners = 0
/** Lets the author post at a place of their own, and two other people beside it. */
async function createCorner(author: TestUser, privacy: 'public' | 'followers') {
  const corner = { latitude: 38 + ++corners, longitude: 15 }
  const beside = { latitude: corner.latitude + 0.0005, longitude: corner.longitude }
  const addPlace = async (name: string, point: typeof corner) =>
    (await author.callOk('addPlace', { name, kind: 'bar', ...point, is_new: 1 })).place!.id
  await author.createPost('Qui', { location_id: await addPlace(`Angolo di ${author.username}`, corner), privacy })
  const location_id = await addPlace(`Accanto a ${author.username}`, beside)
  for (const filler of ['una', 'due'])
    await (await app.createUser(`${filler}_${author.username}`)).createPost('Anche qui', { location_id })
  return corner
}

/** Creates a confirmed Spotted request. @returns its id. */
async function createConfirmedSpotted(requester: TestUser, author: TestUser, post_id: number): Promise<number> {
  await requester.callOk('requestSpotted', { post_id, action: 'request' })
  const { requests } = await author.callOk('getSpottedRequests', { post_id, limit: 50 })
  const request_id = requests.find(({ id }) => id === requester.id)!.request_id
  await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
  return request_id
}

const isFound = <Name extends CallName>(name: Name, client: Client, input: Parameters<typeof client.call<Name>>[1]) =>
  client.call(name, input).then(({ status }) => status !== 404)
const containsId = (rows: { id: number }[], id: number) => rows.some((row) => row.id === id)

/** Runs `act` and restores the follows of the target, because many probes use the same accounts. */
async function restoringFollows<Result>(target: Target, act: () => Promise<Result>): Promise<Result> {
  const before = await sql`SELECT * FROM follows WHERE followee_id = ${target.author.id}`.all(app.db)
  const result = await act()
  await sql`DELETE FROM follows WHERE followee_id = ${target.author.id}`.execute(app.db)
  await sql`
    INSERT INTO follows OVERRIDING SYSTEM VALUE
    SELECT * FROM json_populate_recordset(NULL::follows, ${JSON.stringify(before)}::json)`.execute(app.db)
  return result
}

/** Inserts a notification about the post, visible or not. @returns the viewer's notifications. */
async function notificationsAbout(client: Client, kind: 'comment' | 'nearby_post', post_id: number) {
  const viewer = viewerOf(client)
  if (viewer)
    await sql`INSERT INTO notifications (user_id, kind, post_id) VALUES (${viewer.id}, ${kind}, ${post_id}) ON CONFLICT DO NOTHING`.execute(
      app.db,
    )
  return (await client.callOk('getNotifications', { limit: 50 })).notifications
}

const viewerOf = (client: Client) => Object.values(clients).find((one): one is TestUser => one === client)

/** Mutes a user for the viewer, visible or not. */
async function insertMute(client: Client, person_id: number) {
  const viewer = viewerOf(client)
  if (viewer) await sql`INSERT INTO mutes (user_id, person_id) VALUES (${viewer.id}, ${person_id})`.execute(app.db)
}

/** Saves a post for the viewer, visible or not. */
async function insertBookmark(client: Client, post_id: number) {
  const viewer = viewerOf(client)
  if (!viewer) return
  await sql`
    INSERT INTO bookmarks (user_id, post_id) VALUES (${viewer.id}, ${post_id}) ON CONFLICT DO NOTHING`.execute(app.db)
}

/** Inserts a message from the viewer to another user, whether or not the viewer could send one. */
async function insertMessageTo(client: Client, otherId: number) {
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
    replyTo: null,
  })
}

/** Inserts a message to the viewer with a post, visible or not. */
async function insertMessageWithPost(client: Client, postId: number) {
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
    replyTo: null,
  })
}

/**
 * Whether the map shows to a client that the author posted at the place that is theirs alone, and in its cell, where two
 * other people did so as well: three authors show a cell.
 */
async function showsTargetsAlone(client: Client, { author, corner }: Target) {
  const box = {
    west: corner.longitude - 0.001,
    south: corner.latitude - 0.001,
    east: corner.longitude + 0.001,
    north: corner.latitude + 0.001,
  }
  const { places } = await client.callOk('getMapPlaces', { ...box, period: 'day' })
  const { cells } = await client.callOk('getMapCells', { ...box, zoom: 22, period: 'day' })
  return {
    places: places.some(({ name, posts }) => name === `Angolo di ${author.username}` && posts > 0),
    cells: cells.some(({ posts }) => posts === 3),
  }
}

/** Whether the card of a post names the author among those who are confirmed in it. */
const showsFace = (posts: Post[], { author, postWithFace }: Target) =>
  containsId(posts.find(({ id }) => id === postWithFace)?.spotted_people ?? [], author.id)

const ownData = 'returns only data of the viewer'
const noData = 'returns no data of any user'

const table: Record<CallName, Entry | typeof ownData | typeof noData> = {
  register: ownData,
  login: ownData,
  enterDemo: noData,
  logout: ownData,
  checkUsername: noData,
  checkEmail: noData,
  forgotPassword: noData,
  resetPassword: ownData,
  exportAccount: ownData,
  deleteAccount: ownData,
  loginWithPasskey: ownData,
  loginWithRecoveryCode: ownData,
  getAccount: ownData,
  getSessions: ownData,
  endSession: ownData,
  endAllSessions: ownData,
  changePassword: ownData,
  changeUsername: ownData,
  changeEmail: noData,
  confirmEmail: ownData,
  sendEmailConfirmation: ownData,
  getAccessTokens: ownData,
  createAccessToken: ownData,
  deleteAccessToken: ownData,
  getPasskeys: ownData,
  beginPasskey: ownData,
  addPasskey: ownData,
  deletePasskey: ownData,
  renewRecoveryCodes: ownData,
  completeOnboarding: ownData,
  getOnboardingSuggestions: {
    atMost: true,
    post: async (client, { author }) =>
      containsId((await client.callOk('getOnboardingSuggestions', duomo)).users, author.id),
  },
  getProfile: {
    profile: (client, { author }) => isFound('getProfile', client, { user_id: author.id }),
    post: async (client, { author, post }) => {
      const { body } = await client.call('getProfile', { user_id: author.id })
      return containsId(body.posts ?? [], post)
    },
    spotted: async (client, target) =>
      showsFace((await client.callOk('getProfile', { user_id: neutral.id, limit: 50 })).posts, target),
  },
  findUserNamed: {
    person: (client, { author }) => isFound('findUserNamed', client, { username: author.username }),
  },
  updateProfile: ownData,
  requestFollow: {
    notAs: ['author'],
    person: (client, target) =>
      restoringFollows(target, () => isFound('requestFollow', client, { followed_id: target.author.id })),
  },
  unfollow: {
    notAs: ['author'],
    person: (client, target) =>
      restoringFollows(target, () => isFound('unfollow', client, { followed_id: target.author.id })),
  },
  getFollowRequests: ownData,
  respondFollowRequest: ownData,
  getFollowers: {
    person: async (client, { author }) =>
      containsId((await client.callOk('getFollowers', { user_id: neutral.id, limit: 50 })).followers, author.id),
    lists: (client, { author }) => isFound('getFollowers', client, { user_id: author.id }),
  },
  getFollowing: {
    person: async (client, { author }) =>
      containsId((await client.callOk('getFollowing', { user_id: neutral.id, limit: 50 })).following, author.id),
    lists: (client, { author }) => isFound('getFollowing', client, { user_id: author.id }),
  },
  getUserSettings: ownData,
  updateUserSettings: ownData,
  recordNearbyCell: noData,
  blockUser: noData,
  unblockUser: noData,
  getBlockedUsers: ownData,
  report: {
    notAs: ['author'],
    person: async (client, { author, commentElsewhere, event }) =>
      (await isFound('report', client, { target_type: 'user', target_id: author.id, reason: 'spam' })) &&
      (await isFound('report', client, { target_type: 'comment', target_id: commentElsewhere, reason: 'spam' })) &&
      (await isFound('report', client, { target_type: 'event', target_id: event, reason: 'spam' })),
    post: async (client, { post, comment }) =>
      (await isFound('report', client, { target_type: 'post', target_id: post, reason: 'spam' })) ||
      (await isFound('report', client, { target_type: 'comment', target_id: comment, reason: 'spam' })),
    lists: (client, { story }) => isFound('report', client, { target_type: 'story', target_id: story, reason: 'spam' }),
  },
  mute: {
    notAs: ['author'],
    person: async (client, { author }) => {
      const isShown = await isFound('mute', client, { target_type: 'user', target_id: author.id })
      await sql`DELETE FROM mutes`.execute(app.db)
      return isShown
    },
  },
  unmute: {
    person: (client, { author }) => isFound('unmute', client, { target_type: 'user', target_id: author.id }),
  },
  getMuted: {
    notAs: ['author'],
    person: async (client, { author }) => {
      await insertMute(client, author.id)
      const { muted } = await client.callOk('getMuted', { limit: 50 })
      await sql`DELETE FROM mutes`.execute(app.db)
      return muted.some(({ user }) => user?.id === author.id)
    },
  },
  getReports: noData,
  getReportedContext: noData,
  resolveReport: noData,
  mergePlaces: noData,
  getSuspended: noData,
  liftSuspension: noData,
  getModerationLog: noData,
  getPeople: noData,
  suspendUser: noData,
  changeRole: noData,
  showAccount: noData,
  mailResetLink: noData,
  removeSecondFactor: noData,
  deleteUser: noData,
  getOverview: noData,
  requestBackup: noData,
  getMapStreets: noData,
  planMapStreets: noData,
  fetchMapStreets: noData,
  stopMapStreets: noData,
  getAnnouncements: noData,
  getAllAnnouncements: noData,
  createAnnouncement: noData,
  withdrawAnnouncement: noData,
  getRegistrationMode: noData,
  changeRegistrationMode: noData,
  getInvitations: noData,
  createInvitation: noData,
  withdrawInvitation: noData,
  getBlockedAddresses: noData,
  blockAddress: noData,
  unblockAddress: noData,
  getLegalText: noData,
  getLegalTextVersions: noData,
  getLegalTextSource: noData,
  previewLegalText: noData,
  publishLegalText: noData,
  getFeed: {
    post: async (client, { post }) => containsId((await client.callOk('getFeed', { ...duomo, limit: 50 })).posts, post),
    spotted: async (client, target) =>
      showsFace((await client.callOk('getFeed', { ...duomo, limit: 50 })).posts, target),
  },
  getFollowingFeed: {
    // Those who do not follow the author do not see the posts here.
    notAs: ['author', 'pending', 'other'],
    post: async (client, { post }) => containsId((await client.callOk('getFollowingFeed', { limit: 50 })).posts, post),
  },
  getHashtagPosts: {
    post: async (client, { post }) =>
      containsId((await client.callOk('getHashtagPosts', { ...duomo, tag: 'Ovunque', limit: 50 })).posts, post),
  },
  createSpot: ownData,
  uploadPicture: noData,
  uploadVideo: noData,
  // Shows everybody the same: what a visitor may see.
  getOembed: {
    notAs: ['author', 'accepted', 'blocked', 'blocking', 'pending', 'other'],
    post: (client, { post }) => isFound('getOembed', client, { url: `${ownAddress}/post/${post}` }),
    profile: (client, { author }) => isFound('getOembed', client, { url: `${ownAddress}/profile/${author.id}` }),
  },
  getPost: {
    post: (client, { post }) => isFound('getPost', client, { post_id: post }),
    spotted: async (client, target) =>
      showsFace([(await client.callOk('getPost', { post_id: target.postWithFace })).post], target),
  },
  editPost: {
    notAs: ['author'],
    post: (client, { post }) => isFound('editPost', client, { post_id: post, text: 'Altro', privacy: 'public' }),
  },
  deletePost: { notAs: ['author'], post: (client, { post }) => isFound('deletePost', client, { post_id: post }) },
  likePost: { post: (client, { post }) => isFound('likePost', client, { post_id: post }) },
  getLikes: {
    person: async (client, { author }) =>
      containsId((await client.callOk('getLikes', { post_id: neutralPost })).likes, author.id),
    post: (client, { post }) => isFound('getLikes', client, { post_id: post }),
  },
  bookmarkPost: { post: (client, { post }) => isFound('bookmarkPost', client, { post_id: post }) },
  unbookmarkPost: { post: (client, { post }) => isFound('unbookmarkPost', client, { post_id: post }) },
  getBookmarks: {
    notAs: ['author'],
    post: async (client, { post }) => {
      await insertBookmark(client, post)
      return containsId((await client.callOk('getBookmarks', { limit: 50 })).posts, post)
    },
  },
  getComments: {
    person: async (client, { commentElsewhere }) =>
      containsId((await client.callOk('getComments', { post_id: neutralPost })).comments, commentElsewhere),
    post: (client, { post }) => isFound('getComments', client, { post_id: post }),
  },
  getReplies: {
    person: (client, { commentElsewhere }) => isFound('getReplies', client, { comment_id: commentElsewhere }),
    post: (client, { comment }) => isFound('getReplies', client, { comment_id: comment }),
  },
  addComment: { post: (client, { post }) => isFound('addComment', client, { post_id: post, text: 'Ciao' }) },
  likeComment: {
    person: (client, { commentElsewhere }) => isFound('likeComment', client, { comment_id: commentElsewhere }),
    post: (client, { comment }) => isFound('likeComment', client, { comment_id: comment }),
  },
  deleteComment: {
    notAs: ['author'],
    person: (client, { commentElsewhere }) => isFound('deleteComment', client, { comment_id: commentElsewhere }),
    post: (client, { comment }) => isFound('deleteComment', client, { comment_id: comment }),
  },
  getNearbyLocations: noData,
  searchPlaces: noData,
  addPlace: noData,
  findTowns: noData,
  getLocation: {
    post: async (client, { post }) =>
      containsId((await client.callOk('getLocation', { location_id: placeId, limit: 50 })).location.posts, post),
    spotted: async (client, target) =>
      showsFace((await client.callOk('getLocation', { location_id: placeId, limit: 50 })).location.posts, target),
  },
  getMapCells: {
    'counted post': async (client, target) => (await showsTargetsAlone(client, target)).cells,
  },
  getMapPlaces: {
    'counted post': async (client, target) => (await showsTargetsAlone(client, target)).places,
  },
  getPlaceEvents: {
    event: async (client, { event }) =>
      containsId((await client.callOk('getPlaceEvents', { location_id: placeId, limit: 50 })).events, event),
    attendance: async (client, { author, eventElsewhere }) => {
      const { events } = await client.callOk('getPlaceEvents', { location_id: placeId, limit: 50 })
      const found = events.find(({ id }) => id === eventElsewhere)
      return containsId(found?.going_people ?? [], author.id)
    },
  },
  getFollowedEvents: {
    // Others follow no place.
    notAs: ['visitor'],
    event: async (client, { event }) => {
      await client.callOk('followPlace', { place_id: placeId })
      return containsId((await client.callOk('getFollowedEvents', {})).events, event)
    },
  },
  getAreaEvents: {
    event: async (client, { event }) =>
      containsId((await client.callOk('getAreaEvents', { west: 9, south: 45, east: 10, north: 46 })).events, event),
  },
  searchEvents: {
    event: async (client, { author, event }) =>
      containsId((await client.callOk('searchEvents', { q: author.username })).events, event),
  },
  addEvent: noData,
  attendEvent: {
    notAs: ['author'],
    event: (client, { event }) => isFound('attendEvent', client, { event_id: event, going: 0 }),
    attendance: async (client, { author, eventElsewhere }) =>
      containsId(
        (await client.callOk('attendEvent', { event_id: eventElsewhere, going: 0 })).event.going_people,
        author.id,
      ),
  },
  deleteEvent: noData,
  followLocation: noData,
  followPlace: noData,
  unfollowPlace: noData,
  getLocationFollowers: {
    lists: async (client, { author }) =>
      containsId(
        (await client.callOk('getLocationFollowers', { location_id: placeId, limit: 50 })).followers,
        author.id,
      ),
  },
  getFollowedLocations: {
    lists: (client, { author }) => isFound('getFollowedLocations', client, { user_id: author.id }),
  },
  requireLocationProperty: noData,
  getSpottedPosts: {
    lists: (client, { author }) => isFound('getSpottedPosts', client, { user_id: author.id }),
    post: async (client, { post }) =>
      containsId((await client.callOk('getSpottedPosts', { user_id: neutral.id })).spotted_posts, post),
  },
  getLocationSpottedPosts: {
    post: async (client, { post }) =>
      containsId((await client.callOk('getLocationSpottedPosts', { location_id: placeId })).spotted_posts, post),
    spotted: async (client, target) =>
      showsFace((await client.callOk('getLocationSpottedPosts', { location_id: placeId })).spotted_posts, target),
  },
  createStory: ownData,
  getUserStories: { lists: (client, { author }) => isFound('getUserStories', client, { user_id: author.id }) },
  markStoryViewed: { lists: (client, { story }) => isFound('markStoryViewed', client, { story_id: story }) },
  getStoryLikes: { lists: (client, { story }) => isFound('getStoryLikes', client, { story_id: story }) },
  getStoryLikesList: {
    person: async (client, { author }) =>
      containsId((await client.callOk('getStoryLikesList', { story_id: neutralStory })).likes, author.id),
    lists: (client, { story }) => isFound('getStoryLikesList', client, { story_id: story }),
  },
  getStoryViews: {
    notAs: ['author'],
    person: async (client, { author }) => {
      const { story } = await client.callOk('createStory', { image: await createPhoto(40, 30) })
      await insertView(app.db, author.id, story.id)
      return containsId((await client.callOk('getStoryViews', { story_id: story.id })).viewers, author.id)
    },
  },
  likeStory: { lists: (client, { story }) => isFound('likeStory', client, { story_id: story, action: 'like' }) },
  deleteStory: { notAs: ['author'], lists: (client, { story }) => isFound('deleteStory', client, { story_id: story }) },
  getStoryRings: {
    lists: async (client, { author }) =>
      (await client.callOk('getStoryRings', { user_ids: String(author.id) })).rings.some(
        ({ user_id }) => user_id === author.id,
      ),
  },
  getFollowedStories: {
    // The call lists followed people only.
    notAs: ['other', 'pending'],
    lists: async (client, { author }) => containsId((await client.callOk('getFollowedStories', {})).users, author.id),
  },
  requestSpotted: {
    notAs: ['author'],
    post: (client, { post }) => isFound('requestSpotted', client, { post_id: post, action: 'withdraw' }),
  },
  updateSpottedRequestStatus: {
    post: (client, { request }) =>
      isFound('updateSpottedRequestStatus', client, { request_id: request, status: 'confirmed' }),
    spotted: (client, { requestElsewhere }) =>
      isFound('updateSpottedRequestStatus', client, { request_id: requestElsewhere, status: 'confirmed' }),
  },
  getSpottedRequests: {
    post: (client, { post }) => isFound('getSpottedRequests', client, { post_id: post }),
    spotted: async (client, { author }) =>
      containsId((await client.callOk('getSpottedRequests', { post_id: neutralPost, limit: 50 })).requests, author.id),
  },
  getOwnSpotted: {
    notAs: ['author'],
    post: async (client, { post }) => {
      await client.call('requestSpotted', { post_id: post, action: 'request' })
      const { requests } = await client.callOk('getOwnSpotted', { list: 'sent' })
      await client.call('requestSpotted', { post_id: post, action: 'withdraw' })
      return requests.some((request) => request.post.id === post)
    },
  },
  search: {
    notAs: [],
    person: async (client, { author }) =>
      containsId(
        (await client.callOk('search', { q: author.username })).results.filter(({ type }) => type === 'user'),
        author.id,
      ),
  },
  suggestMentions: {
    notAs: ['author'],
    person: async (client, { author }) =>
      containsId((await client.callOk('suggestMentions', { beginning: author.username })).users, author.id),
  },
  searchPosts: {
    post: async (client, { author, post }) =>
      containsId((await client.callOk('searchPosts', { q: author.username, limit: 50 })).posts, post),
    spotted: async (client, target) =>
      showsFace((await client.callOk('searchPosts', { q: `con ${target.author.username}` })).posts, target),
  },
  searchHashtags: {
    'counted post': async (client, { author }) =>
      (await client.callOk('searchHashtags', { q: `#solo_${author.username}` })).hashtags.length > 0,
  },
  getConversations: {
    notAs: ['author'],
    person: async (client, { author }) => {
      await insertMessageTo(client, author.id)
      return (await client.callOk('getConversations', { limit: 50 })).conversations.some(
        ({ user }) => user.id === author.id,
      )
    },
  },
  getMessages: {
    notAs: ['author'],
    person: (client, { author }) => isFound('getMessages', client, { other_id: author.id }),
    post: async (client, { post }) => {
      await insertMessageWithPost(client, post)
      const { messages } = await client.callOk('getMessages', { other_id: neutral.id, limit: 50 })
      return messages.some((message) => message.post?.id === post)
    },
  },
  sendMessage: {
    notAs: ['author'],
    person: (client, { author }) =>
      isFound('sendMessage', client, { other_id: author.id, client_id: randomUUID(), text: 'Ciao' }),
    post: (client, { post }) =>
      isFound('sendMessage', client, { other_id: neutral.id, client_id: randomUUID(), post_id: post }),
  },
  // Only the two members of a conversation can reach it.
  reactToMessage: ownData,
  deleteMessage: ownData,
  deleteConversation: ownData,
  answerMessageRequest: {
    notAs: ['author'],
    person: async (client, { author }) => {
      await insertMessageTo(client, author.id)
      return isFound('answerMessageRequest', client, { other_id: author.id, action: 'accept' })
    },
  },
  markMessagesReceived: ownData,
  markMessagesRead: {
    notAs: ['author'],
    person: (client, { author }) => isFound('markMessagesRead', client, { other_id: author.id, up_to: 1 }),
  },
  sendTyping: {
    notAs: ['author'],
    person: (client, { author }) => isFound('sendTyping', client, { other_id: author.id }),
  },
  getNotifications: {
    notAs: ['author'],
    person: async (client, { author }) =>
      (await notificationsAbout(client, 'comment', neutralPost)).some(({ actors }) => containsId(actors, author.id)),
    post: async (client, { post }) =>
      (await notificationsAbout(client, 'nearby_post', post)).some(({ post_id }) => post_id === post),
  },
  markNotificationsRead: ownData,
  getPushKey: noData,
  subscribePush: ownData,
  renewPush: ownData,
  unsubscribePush: ownData,
  getPushDevices: ownData,
  stopPushOnDevice: ownData,
  getSearchSuggestions: {
    atMost: true,
    post: async (client, { author }) =>
      containsId(
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
const canTest = (name: CallName, entry: Entry, viewer: Viewer) =>
  !entry.notAs?.includes(viewer) && !(viewer === 'visitor' && calls[name].access === 'viewer')

describe.each(subjects)('The content of this account: %s', (subject) => {
  // A suspended author has no session.
  describe.each(viewers.filter((viewer) => !(subject === 'suspended author' && viewer === 'author')))(
    'as visible to this viewer: %s',
    (viewer) => {
      const probes = entries
        .filter(({ name, entry }) => canTest(name, entry, viewer))
        .flatMap(({ name, entry }) =>
          aspects.flatMap((aspect) => {
            const probe = entry[aspect]
            return probe
              ? [{ name, aspect, probe, atMost: entry.atMost ?? false, expected: isVisible[aspect][subject][viewer] }]
              : []
          }),
        )
      test.each(probes)('$name, $aspect: $expected', async ({ probe, atMost, expected }) => {
        const target = targets[subject]
        const isShown = await probe(viewer === 'author' ? target.author : clients[viewer], target)
        if (atMost) expect(isShown && !expected).toBe(false)
        else expect(isShown).toBe(expected)
      })
    },
  )
})

test('Suggestions do contain a visible person, so their entries in the table can fail', async () => {
  const { users } = await clients.other.callOk('getOnboardingSuggestions', duomo)
  expect(users.map(({ username }) => username)).toContain('aperta')
})
