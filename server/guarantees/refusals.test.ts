import { beforeAll, expect, test } from 'vitest'
import { type Input, calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { fieldsText } from '#contract/fields.text.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import {
  anyId,
  credential,
  email,
  type FieldRule,
  flag,
  id,
  idOr,
  newPassword,
  oneNumberOf,
  oneOf,
  optional,
  optionalId,
  optionalPicture,
  page,
  picture,
  position,
  pushEndpoint,
  pushKey,
  range,
  sentText,
  text,
  newUsername,
  displayName,
  username,
  uuid,
  whole,
  written,
} from '#server/testing/fixtures/field-rules.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { exampleInput, type Fields, toForm } from '#server/testing/fuzz/arbitrary-inputs.ts'

// Generates the tests of refusals: who may make each call, and which values each of its fields accepts. A call or field
// without an entry does not compile. Who sees what is in visibility.test.ts.

type ActingField<Name extends CallName> = (typeof calls)[Name] extends { actingAs: infer Field } ? Field : never
type Entry<Name extends CallName> = readonly [
  access: 'public' | 'viewer' | 'moderator' | 'administrator',
  fields: Record<Exclude<keyof Input<Name>, ActingField<Name>>, FieldRule>,
]

const time: FieldRule = {
  accepted: ['2030-05-01T10:00:00Z'],
  refused: ['', 'domani', '2030-02-30T10:00:00Z', '2030-13-45T99:00:00Z', { a: 1 }].map(
    (value) => [value, fieldsText.announcementTime] as const,
  ),
}
const wallTime = (sentence: string): FieldRule => ({
  accepted: ['2030-05-01T21:00'],
  refused: [
    undefined,
    '',
    "now() - '1 day'",
    '2030-02-30T21:00',
    '2030-05-01T24:00',
    '2030-05-01T21:00Z',
    { a: 1 },
  ].map((value) => [value, sentence] as const),
})
const invitationToken: FieldRule = {
  accepted: [undefined, '', 'a'.repeat(100)],
  refused: [['a'.repeat(101), fieldsText.invitation], [{ a: 1 }]],
}
const pageAddress: FieldRule = {
  accepted: ['', 'a'.repeat(300)],
  refused: [[undefined], ['a'.repeat(301)], [{ a: 1 }]],
}
const searchedWords: FieldRule = {
  accepted: ['abc', 'a'.repeat(100)],
  refused: [[undefined], ['ab', fieldsText.searchedWords], ['a'.repeat(101)], [{ a: 1 }]],
}
/** What else a part of the map may be depends on all four edges: map.api.test.ts. */
const edge = (limit: number): FieldRule => ({ accepted: [], refused: range(-limit, limit, fieldsText.mapBox).refused })
/** What they may be is in streets.api.test.ts. */
const streetsWords = (max: number, sentence: string): FieldRule => ({
  accepted: [undefined, '', 'a'.repeat(max)],
  refused: [['a'.repeat(max + 1), sentence], ['a\0b'], [{ a: 1 }]],
})
const tokenScopes: FieldRule = { accepted: [['read'], ['read', 'write', 'chat']], refused: [] }
const passkeyResponse: FieldRule = { accepted: [], refused: [[undefined], ['x']] }
const receivedMessages: FieldRule = { accepted: [], refused: [[undefined], ['x'], [{ a: 1 }]] }
const pictureIds: FieldRule = { accepted: [undefined, '', '1', '1,2'], refused: [['x'], ['1,'], [{ a: 1 }]] }
const pictureAlts: FieldRule = {
  accepted: [undefined, ['a'.repeat(1000)]],
  refused: [[['a'.repeat(1001)], fieldsText.altLength]],
}
const userIds: FieldRule = {
  accepted: ['1', Array.from({ length: 50 }, (_, index) => index).join()],
  refused: [[undefined], [''], ['a,b'], ['1,,2'], [Array.from({ length: 51 }, (_, index) => index).join()]],
}

const table: { [Name in CallName]: Entry<Name> } = {
  getAccessTokens: ['viewer', {}],
  createAccessToken: [
    'viewer',
    {
      name: written(60, fieldsText.tokenNameRequired, fieldsText.tokenNameLength),
      scopes: tokenScopes,
      days: oneNumberOf([30, 90, 365]),
      password: credential(200, fieldsText.passwordRequired),
    },
  ],
  deleteAccessToken: ['viewer', { token_id: id }],
  getOverview: ['administrator', {}],
  requestBackup: ['administrator', {}],
  getMapStreets: ['administrator', {}],
  planMapStreets: [
    'administrator',
    {
      town_id: optional(id),
      km: optional(range(1, 200, fieldsText.streetsKm)),
      bounds: streetsWords(100, fieldsText.streetsBounds),
      address: streetsWords(500, fieldsText.streetsAddress),
    },
  ],
  fetchMapStreets: ['administrator', {}],
  stopMapStreets: ['administrator', {}],
  getAnnouncements: ['public', {}],
  getAllAnnouncements: ['administrator', { ...page }],
  createAnnouncement: [
    'administrator',
    {
      text: written(500, fieldsText.announcementRequired, fieldsText.announcementLength),
      starts_at: optional(time),
      ends_at: optional(time),
    },
  ],
  withdrawAnnouncement: ['administrator', { announcement_id: id }],
  register: ['public', { username: newUsername, email: email, password: newPassword, invitation: invitationToken }],
  login: [
    'public',
    { email: credential(254, fieldsText.emailRequired), password: credential(200, fieldsText.passwordRequired) },
  ],
  enterDemo: ['public', {}],
  loginWithPasskey: ['public', { ticket: credential(100, fieldsText.ticket), response: passkeyResponse }],
  loginWithRecoveryCode: [
    'public',
    { ticket: credential(100, fieldsText.ticket), code: credential(100, fieldsText.recoveryCodeRequired) },
  ],
  logout: ['public', {}],
  checkUsername: ['public', { username: sentText(254) }],
  checkEmail: ['public', { email: sentText(254) }],
  forgotPassword: ['public', { email: email }],
  resetPassword: ['public', { token: credential(100, fieldsText.resetToken), password: newPassword }],
  exportAccount: ['viewer', { password: credential(200, fieldsText.passwordRequired) }],
  deleteAccount: ['viewer', { password: credential(200, fieldsText.passwordRequired) }],
  getAccount: ['viewer', {}],
  getSessions: ['viewer', {}],
  endSession: ['viewer', { session_id: id }],
  endAllSessions: ['viewer', {}],
  changePassword: [
    'viewer',
    { current_password: credential(200, fieldsText.passwordRequired), new_password: newPassword },
  ],
  changeUsername: ['viewer', { username: newUsername, password: credential(200, fieldsText.passwordRequired) }],
  changeEmail: ['viewer', { email: email, password: credential(200, fieldsText.passwordRequired) }],
  confirmEmail: ['public', { token: credential(100, fieldsText.resetToken) }],
  sendEmailConfirmation: ['viewer', {}],
  getConversations: ['viewer', { folder: optional(oneOf(['chats', 'requests'])), ...page }],
  getMessages: ['viewer', { other_id: id, ...page }],
  sendMessage: [
    'viewer',
    {
      other_id: id,
      client_id: uuid(fieldsText.clientId),
      text: text(2000, fieldsText.messageLength),
      image: optionalPicture,
      image_alt: text(1000, fieldsText.altLength),
      picture_id: optionalId,
      post_id: optionalId,
      reply_to: optional(range(0, 2147483647)),
    },
  ],
  reactToMessage: [
    'viewer',
    { message_id: id, reaction: optional(oneOf(['', 'heart', 'laugh', 'wow', 'sad', 'thanks', 'thumbs_up'])) },
  ],
  deleteMessage: ['viewer', { message_id: id, scope: oneOf(['me', 'both'], fieldsText.deletionScope) }],
  deleteConversation: ['viewer', { other_id: id }],
  answerMessageRequest: [
    'viewer',
    { other_id: id, action: oneOf(['accept', 'decline'], fieldsText.messageRequestAnswer) },
  ],
  markMessagesReceived: ['viewer', { received: receivedMessages }],
  markMessagesRead: ['viewer', { other_id: id, up_to: id }],
  sendTyping: ['viewer', { other_id: id }],
  getComments: ['public', { post_id: id, ...page }],
  getReplies: ['public', { comment_id: id, ...page }],
  addComment: [
    'viewer',
    { post_id: id, text: written(1000, fieldsText.commentRequired, fieldsText.commentLength), reply_to: optional(id) },
  ],
  likeComment: ['viewer', { comment_id: id }],
  deleteComment: ['viewer', { comment_id: id }],
  getPlaceEvents: ['public', { location_id: id, ...page }],
  getFollowedEvents: ['viewer', {}],
  getAreaEvents: ['viewer', { west: edge(180), south: edge(90), east: edge(180), north: edge(90) }],
  searchEvents: ['viewer', { q: searchedWords }],
  addEvent: [
    'viewer',
    {
      location_id: id,
      title: written(80, fieldsText.eventTitleRequired, fieldsText.eventTitleLength),
      description: text(500, fieldsText.eventDescriptionLength),
      starts_at: wallTime(fieldsText.eventStart),
      ends_at: optional(wallTime(fieldsText.eventEnd)),
    },
  ],
  attendEvent: ['viewer', { event_id: id, going: flag }],
  deleteEvent: ['viewer', { event_id: id }],
  getFeed: ['viewer', { ...position, radius: optional(oneOf(['1', '5', '25', '100', 'auto', 'everywhere'])), ...page }],
  getFollowingFeed: ['viewer', { ...page }],
  getHashtagPosts: ['viewer', { tag: written(50), order: optional(oneOf(['near', 'newest'])), ...position, ...page }],
  getLegalText: ['public', { kind: oneOf(['terms', 'privacy']), version: optional(range(1, 2147483647)) }],
  getLegalTextVersions: ['public', { kind: oneOf(['terms', 'privacy']), ...page }],
  getLegalTextSource: ['administrator', { kind: oneOf(['terms', 'privacy']) }],
  previewLegalText: [
    'administrator',
    { body: written(30000, fieldsText.legalTextRequired, fieldsText.legalTextLength) },
  ],
  publishLegalText: [
    'administrator',
    {
      kind: oneOf(['terms', 'privacy']),
      body: written(30000, fieldsText.legalTextRequired, fieldsText.legalTextLength),
      expected_version: range(0, 2147483647),
    },
  ],
  getMapCells: [
    'viewer',
    {
      west: edge(180),
      south: edge(90),
      east: edge(180),
      north: edge(90),
      zoom: range(0, 22, fieldsText.mapZoom),
      period: oneOf(['day', 'week', 'month'], fieldsText.mapPeriod),
    },
  ],
  getMapPlaces: [
    'viewer',
    {
      west: edge(180),
      south: edge(90),
      east: edge(180),
      north: edge(90),
      period: oneOf(['day', 'week', 'month'], fieldsText.mapPeriod),
    },
  ],
  uploadPicture: ['viewer', { image: picture(fieldsText.imageRequired), image_alt: text(1000, fieldsText.altLength) }],
  uploadVideo: [
    'viewer',
    {
      video: picture(fieldsText.videoRequired),
      image: picture(fieldsText.imageRequired),
      image_alt: text(1000, fieldsText.altLength),
    },
  ],
  blockUser: ['viewer', { blocked_id: id }],
  unblockUser: ['viewer', { blocked_id: anyId }],
  getBlockedUsers: ['viewer', { ...page }],
  mute: ['viewer', { target_type: oneOf(['user', 'place']), target_id: id }],
  unmute: ['viewer', { target_type: oneOf(['user', 'place']), target_id: id }],
  getMuted: ['viewer', { ...page }],
  report: [
    'viewer',
    {
      target_type: oneOf(['post', 'comment', 'story', 'message', 'place', 'event', 'user']),
      target_id: id,
      reason: oneOf(
        ['spam', 'harassment', 'hate', 'nudity', 'violence', 'privacy', 'impersonation', 'other'],
        fieldsText.reportReason,
      ),
      text: text(500, fieldsText.reportLength),
    },
  ],
  getReports: ['moderator', { state: optional(oneOf(['open', 'closed'])), ...page }],
  getReportedContext: [
    'moderator',
    { target_type: oneOf(['post', 'comment', 'user'], fieldsText.contextTarget), target_id: id },
  ],
  resolveReport: [
    'moderator',
    {
      target_type: oneOf(['post', 'comment', 'story', 'message', 'place', 'event', 'user']),
      target_id: anyId,
      action: oneOf(['dismiss', 'remove', 'suspend'], fieldsText.resolution),
      note: text(500, fieldsText.noteLength),
    },
  ],
  mergePlaces: ['moderator', { place_id: id, into_id: id }],
  getSuspended: ['moderator', { ...page }],
  liftSuspension: ['moderator', { suspended_id: anyId, note: text(500, fieldsText.noteLength) }],
  getPeople: ['administrator', { query: text(100), only: optional(oneOf(['everybody', 'moderators'])), ...page }],
  suspendUser: ['administrator', { suspended_id: anyId, note: text(500, fieldsText.noteLength) }],
  changeRole: ['administrator', { changed_id: anyId, role: oneOf(['user', 'moderator', 'administrator']) }],
  showAccount: ['administrator', { name: written(254, fieldsText.accountName, fieldsText.accountName) }],
  mailResetLink: ['administrator', { helped_id: anyId }],
  removeSecondFactor: ['administrator', { helped_id: anyId, password: credential(200, fieldsText.passwordRequired) }],
  deleteUser: [
    'administrator',
    {
      deleted_id: anyId,
      note: text(500, fieldsText.noteLength),
      password: credential(200, fieldsText.passwordRequired),
    },
  ],
  getModerationLog: ['moderator', { ...page }],
  getNotifications: ['viewer', { ...page }],
  markNotificationsRead: ['viewer', { up_to: anyId }],
  getPushKey: ['viewer', {}],
  subscribePush: ['viewer', { endpoint: pushEndpoint, p256dh: pushKey, auth: pushKey }],
  renewPush: ['viewer', { endpoint: pushEndpoint, p256dh: pushKey, auth: pushKey }],
  unsubscribePush: ['viewer', { endpoint: pushEndpoint }],
  getPushDevices: ['viewer', {}],
  stopPushOnDevice: ['viewer', { session_id: id }],
  completeOnboarding: ['viewer', {}],
  getOnboardingSuggestions: ['viewer', { ...position }],
  getPasskeys: ['viewer', {}],
  beginPasskey: ['viewer', { password: credential(200, fieldsText.passwordRequired) }],
  addPasskey: [
    'viewer',
    { ticket: credential(100, fieldsText.ticket), name: text(60, fieldsText.passkeyName), response: passkeyResponse },
  ],
  deletePasskey: ['viewer', { passkey_id: anyId, password: credential(200, fieldsText.passwordRequired) }],
  renewRecoveryCodes: ['viewer', { password: credential(200, fieldsText.passwordRequired) }],
  getNearbyLocations: ['viewer', { ...position }],
  findTowns: ['viewer', { q: text(100) }],
  getLocation: ['public', { location_id: id, ...page }],
  addPlace: [
    'viewer',
    {
      name: written(80, fieldsText.placeNameRequired, fieldsText.placeNameLength),
      kind: oneOf(
        [
          'bar',
          'restaurant',
          'shop',
          'market',
          'square',
          'street',
          'park',
          'beach',
          'lake',
          'viewpoint',
          'monument',
          'museum',
          'theatre',
          'library',
          'school',
          'university',
          'church',
          'station',
          'stadium',
          'hotel',
          'hospital',
          'place',
        ],
        fieldsText.placeKind,
      ),
      latitude: range(-90, 90, fieldsText.placePoint),
      longitude: range(-180, 180, fieldsText.placePoint),
      is_new: optional(flag),
    },
  ],
  followLocation: ['viewer', { location_id: id }],
  followPlace: ['viewer', { place_id: id }],
  unfollowPlace: ['viewer', { place_id: id }],
  getLocationFollowers: ['viewer', { location_id: id, ...page }],
  getFollowedLocations: ['viewer', { user_id: id, ...page }],
  requireLocationProperty: [
    'viewer',
    {
      location_id: id,
      name: written(100, fieldsText.claimNameRequired, fieldsText.claimNameLength),
      email: email,
      message: written(2000, fieldsText.claimMessageRequired, fieldsText.claimMessageLength),
    },
  ],
  createSpot: [
    'viewer',
    {
      text: written(2000, fieldsText.postTextRequired, fieldsText.postTextLength),
      location_id: idOr(fieldsText.placeRequired),
      latitude: optional(range(-90, 90)),
      longitude: optional(range(-180, 180)),
      privacy: optional(oneOf(['public', 'followers'])),
      looks_for_someone: optional(flag),
      image: optionalPicture,
      image_alt: text(1000, fieldsText.altLength),
      picture_ids: pictureIds,
      client_id: optional(uuid(fieldsText.publicationId)),
    },
  ],
  getOembed: [
    'public',
    {
      url: pageAddress,
      format: optional(oneOf(['json'])),
      maxwidth: optional(whole(1, 100_000)),
      maxheight: optional(whole(1, 100_000)),
    },
  ],
  getPost: ['public', { post_id: id }],
  editPost: [
    'viewer',
    {
      post_id: id,
      text: text(2000, fieldsText.postTextLength),
      privacy: oneOf(['public', 'followers']),
      looks_for_someone: optional(flag),
      image_alts: pictureAlts,
    },
  ],
  deletePost: ['viewer', { post_id: id }],
  likePost: ['viewer', { post_id: id }],
  getLikes: ['public', { post_id: id, ...page }],
  bookmarkPost: ['viewer', { post_id: id }],
  unbookmarkPost: ['viewer', { post_id: id }],
  getBookmarks: ['viewer', { ...page }],
  getRegistrationMode: ['public', {}],
  changeRegistrationMode: ['administrator', { mode: oneOf(['open', 'invitation', 'closed']) }],
  getInvitations: ['administrator', { ...page }],
  createInvitation: [
    'administrator',
    {
      note: text(100, fieldsText.invitationNote),
      max_uses: optional(whole(1, 100, fieldsText.invitationUses)),
      days: oneNumberOf([1, 7, 30]),
    },
  ],
  withdrawInvitation: ['administrator', { invitation_id: id }],
  getBlockedAddresses: ['administrator', { query: text(100), ...page }],
  blockAddress: ['administrator', { address: written(254, fieldsText.blockedAddress, fieldsText.blockedAddress) }],
  unblockAddress: ['administrator', { blocked_id: id }],
  search: ['viewer', { q: text(100), ...position }],
  searchPlaces: ['viewer', { q: text(100), ...position }],
  searchPosts: ['viewer', { q: searchedWords, ...page }],
  searchHashtags: ['viewer', { q: text(100) }],
  getSearchSuggestions: ['viewer', { ...position, limit: optional(range(1, 20)) }],
  getUserSettings: ['viewer', {}],
  updateUserSettings: [
    'viewer',
    {
      profile_visibility: oneOf(['public', 'private']),
      notify_likes: flag,
      notify_comments: flag,
      notify_follows: flag,
      notify_spotted: flag,
      notify_nearby_posts: flag,
      notify_followed_locations: flag,
      notify_radius: whole(0, 5000, fieldsText.radius),
      notify_mentions: optional(flag),
      notify_place_events: optional(flag),
      chat_from: optional(oneOf(['everyone', 'following', 'nobody'], fieldsText.chatFrom)),
      notify_messages: optional(flag),
      show_message_text: optional(flag),
    },
  ],
  recordNearbyCell: ['viewer', { ...position }],
  getSpottedPosts: ['viewer', { user_id: id, ...page }],
  getLocationSpottedPosts: ['public', { location_id: id, without_muted: optional(flag), ...page }],
  requestSpotted: [
    'viewer',
    {
      post_id: id,
      action: optional(oneOf(['request', 'withdraw'], fieldsText.spottedAction)),
      text: text(140, fieldsText.spottedTextLength),
    },
  ],
  updateSpottedRequestStatus: [
    'viewer',
    { request_id: id, status: oneOf(['pending', 'confirmed', 'declined'], fieldsText.spottedStatus) },
  ],
  getOwnSpotted: ['viewer', { list: oneOf(['received', 'sent']), ...page }],
  getSpottedRequests: ['public', { post_id: id, declined: optional(flag), ...page }],
  createStory: [
    'viewer',
    {
      image: optionalPicture,
      image_alt: text(1000, fieldsText.altLength),
      picture_id: optionalId,
      caption: text(200, fieldsText.captionLength),
      location_id: optionalId,
      client_id: optional(uuid(fieldsText.publicationId)),
    },
  ],
  getUserStories: ['viewer', { user_id: id }],
  markStoryViewed: ['viewer', { story_id: id }],
  getStoryLikes: ['viewer', { story_id: id }],
  getStoryLikesList: ['viewer', { story_id: id, ...page }],
  getStoryViews: ['viewer', { story_id: id, ...page }],
  likeStory: ['viewer', { story_id: id, action: oneOf(['like', 'remove']) }],
  deleteStory: ['viewer', { story_id: id }],
  getStoryRings: ['viewer', { user_ids: userIds }],
  getFollowedStories: ['viewer', { ...page }],
  getProfile: ['public', { user_id: id, ...page }],
  findUserNamed: ['viewer', { username: username }],
  suggestMentions: ['viewer', { beginning: username }],
  updateProfile: [
    'viewer',
    {
      display_name: displayName,
      bio: text(320, fieldsText.bioLength),
      profile_pic: optionalPicture,
      remove_profile_pic: optional(flag),
    },
  ],
  requestFollow: ['viewer', { followed_id: id }],
  unfollow: ['viewer', { followed_id: id }],
  getFollowers: ['viewer', { user_id: id, ...page }],
  getFollowing: ['viewer', { user_id: id, ...page }],
  getFollowRequests: ['viewer', { ...page }],
  respondFollowRequest: ['viewer', { requester_id: id, action: oneOf(['accept', 'decline'], fieldsText.followAnswer) }],
}

const names = Object.keys(table) as CallName[]
const unknownId = 999_999_999_999

const app = useTestApp()
/** The last two are a moderator and an administrator. */
const [anna, marta, ada] = useUsers(app, 'anna', 'marta', 'ada')
let visitor: Client
let ids: number[]
beforeAll(async () => {
  await marta.makeModerator()
  await ada.makeAdministrator()
  visitor = app.createVisitor()
  ids = [(await anna.createPost('Ciao')).id]
})

async function send(
  client: Client,
  name: CallName,
  fields: Fields,
): Promise<[status: number, error: string | undefined]> {
  const { method, url } = addressOf(name)
  const response =
    method === 'GET'
      ? await client.request(`${url}?${toForm(fields)}`)
      : await client.request(url, {
          method,
          body: JSON.stringify(fields),
          headers: { 'content-type': 'application/json' },
        })
  const { error } = (await response.json()) as { error?: string }
  return [response.status, error]
}
const exampleOf = (name: CallName, viewer?: TestUser) =>
  exampleInput(name, { viewer: viewer?.id, ids, picture: 'data:image/png;base64,AAAA' })

const signedOut = [401, 'Accedi per continuare.']
const unknown = [404, 'La risorsa richiesta non esiste.']
/** Who is refused, and how. */
const refusals = {
  public: {},
  viewer: { visitor: signedOut },
  moderator: { visitor: unknown, member: unknown },
  administrator: { visitor: unknown, member: unknown, moderator: unknown },
}

test('A path that does not exist is answered like a call that does not exist for somebody', async () => {
  const response = await anna.request('/api/administration/nothing.php')
  expect([response.status, await response.json()]).toEqual([unknown[0], { success: false, error: unknown[1] }])
})

test.each(names)('%s exists for those who may make it', async (name) => {
  const [access] = table[name]
  const clients = { visitor: app.createVisitor(), member: anna, moderator: marta }
  for (const [who, refusal] of Object.entries(refusals[access]))
    for (const input of [exampleOf(name), {}]) {
      const reply = await send(clients[who as keyof typeof clients], name, input)
      expect([who, ...reply]).toEqual([who, ...refusal])
    }
  if (access === 'public') expect(await send(clients.visitor, name, exampleOf(name))).not.toEqual(signedOut)
})

test.each(names)('%s accepts the values of its fields up to their limits', (name) => {
  const example = exampleOf(name, ada)
  const rules = Object.entries<FieldRule>(table[name][1])
  const refused = rules.flatMap(([field, { accepted }]) =>
    accepted
      .filter((value) => !calls[name].input.safeParse({ ...example, [field]: value }).success)
      .map((value) => ({ field, value })),
  )
  expect(refused).toEqual([])
})

const sentenceOf = (field: string, value: unknown, sentence: FieldRule['refused'][number][1]) => {
  const said = sentence ?? (value === undefined ? fieldsText.missing : fieldsText.invalid)
  return typeof said === 'string' ? said : said(field)
}

test.each(names)('%s refuses a wrong value of a field with one sentence', async (name) => {
  const isQuery = addressOf(name).method === 'GET'
  // What is public may begin a session.
  const client = calls[name].access === 'public' ? visitor : ada
  const example = exampleOf(name, client === ada ? ada : undefined)
  for (const [field, { refused }] of Object.entries<FieldRule>(table[name][1]))
    for (const [value, sentence] of refused.filter(([one]) => !isQuery || typeof one !== 'object'))
      expect([field, value, ...(await send(client, name, { ...example, [field]: value }))]).toEqual([
        field,
        value,
        400,
        sentenceOf(field, value, sentence),
      ])
})

const limits = names.flatMap((name) =>
  Object.entries<FieldRule>(table[name][1]).flatMap(([field, { limit }]) =>
    limit?.sentence && /\d/.test(limit.sentence) ? [{ name, field, ...limit, sentence: limit.sentence }] : [],
  ),
)
test.each(limits)('The sentence about the $field of $name names its limit of $max', ({ max, sentence }) => {
  expect(sentence.replace(/(\d)\.(\d)/g, '$1$2')).toContain(String(max))
})

const callsWithId = names.flatMap((name) =>
  Object.entries<FieldRule>(table[name][1]).flatMap(([field, { isId }]) => (isId ? [{ name, field }] : [])),
)
test.each(callsWithId)('$name answers 404 for an unknown $field', async ({ name, field }) => {
  const [status, error] = await send(ada, name, { ...exampleOf(name, ada), [field]: unknownId })
  expect([status, error]).toEqual([404, expect.stringMatching(/^[A-ZÈ].*[.]$/)])
})
