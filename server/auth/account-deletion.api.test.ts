import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { createAuthenticator } from '#server/testing/fixtures/authenticator.ts'
import { insertLogEntry } from '#server/moderation/moderation-log.queries.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { findRowsContaining } from '#server/testing/harness/stored-rows.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { type ExportedSection, exportedSections } from './export.queries.ts'
import { exportText } from './export.text.ts'

/** Passkeys require a domain name. */
const origin = 'https://dintorni.example'
const app = useTestApp({ PUBLIC_URL: origin })
let idRanges = 0

const nameOf = (url: string | null) => path.basename(url ?? '').slice(0, 24)

/** Creates a confirmed Spotted request. */
async function confirmSpotted(requester: TestUser, author: TestUser, post_id: number): Promise<void> {
  await requester.callOk('requestSpotted', { post_id, action: 'request' })
  const [request] = (await author.callOk('getSpottedRequests', { post_id })).requests
  await author.callOk('updateSpottedRequestStatus', { request_id: request!.request_id, status: 'confirmed' })
}

const sendMessage = async (from: TestUser, to: TestUser, text: string, more: Partial<Input<'sendMessage'>> = {}) =>
  (await from.callOk('sendMessage', { other_id: to.id, client_id: randomUUID(), text, ...more })).message

/** Two followers of each other send, delete, read and report messages. @returns the names of their pictures. */
async function exchangeMessages(
  carla: TestUser,
  dino: TestUser,
  post_id: number,
): Promise<{ sent: string; received: string }> {
  const sent = await sendMessage(carla, dino, 'Ciao, guarda', { image: await createPhoto(), post_id })
  const answer = await sendMessage(dino, carla, 'Bellissimo', { image: await createPhoto() })
  await carla.callOk('reactToMessage', { message_id: answer.id, reaction: 'heart' })
  const regretted = await sendMessage(carla, dino, 'Questo lo tolgo', { image: await createPhoto() })
  await dino.callOk('report', { target_type: 'message', target_id: regretted.id, reason: 'harassment' })
  await carla.callOk('deleteMessage', { message_id: regretted.id, scope: 'both' })
  await carla.callOk('deleteMessage', {
    message_id: (await sendMessage(dino, carla, 'Questo lo nasconde')).id,
    scope: 'me',
  })
  await carla.callOk('report', { target_type: 'message', target_id: answer.id, reason: 'other' })
  await carla.callOk('markMessagesRead', { other_id: dino.id, up_to: answer.number })
  return { sent: nameOf(sent.image_url), received: nameOf(answer.image_url) }
}

/**
 * Creates rows of every kind: Carla acts in every way, Dino acts on her content, another user blocks her.
 * @returns the names of her own pictures, and of the one she received.
 */
async function createActiveUser(
  name: string,
): Promise<{ carla: TestUser; dino: TestUser; pictures: string[]; received: string }> {
  // An id that occurs nowhere else, so that a search finds only hers.
  await sql`ALTER TABLE users ALTER id RESTART WITH ${sql.raw(String(700_000_000 + 10 * ++idRanges))}`.execute(app.db)
  const carla = await app.createUser(name)
  const dino = await app.createUser(`${name}.amico`)
  const enemy = await app.createUser(`${name}.nemico`)
  const foe = await app.createUser(`${name}.bloccato`)
  const place_id = await app.findPlaceId('Piazza del Duomo', 'Milano')
  await carla.callOk('addPlace', { name: `Chiosco di ${name}`, kind: 'bar', latitude: 45.5, longitude: 9.2, is_new: 1 })
  const image = await createPhoto()
  const uploads = [await carla.callOk('uploadPicture', { image }), await carla.callOk('uploadPicture', { image })]
  const [second, waiting] = uploads.map(({ picture_id }) => picture_id)
  const hers = await carla.createPost('Mio', { image, picture_ids: String(second), location_id: place_id })
  const { name: waitingName } = await sql<{ name: string }>`SELECT name FROM media WHERE id = ${waiting}`.one(app.db)
  const his = await dino.createPost('Suo', { location_id: place_id })
  const { user } = await carla.callOk('updateProfile', {
    profile_pic: await createPhoto(),
    display_name: 'Carla Bi',
    bio: 'Ciao',
  })
  for (const [person, post] of [
    [carla, his],
    [dino, hers],
    [carla, hers],
    [dino, his],
  ] as const) {
    await person.callOk('likePost', { post_id: post.id })
    await person.callOk('bookmarkPost', { post_id: post.id })
    const { comment } = await person.callOk('addComment', { post_id: post.id, text: 'Bello' })
    for (const fan of [carla, dino]) await fan.callOk('likeComment', { comment_id: comment.id })
  }
  const hersToSee = (await carla.callOk('createStory', { image: await createPhoto(), location_id: place_id })).story
  const hisToSee = (await dino.callOk('createStory', { image: await createPhoto() })).story
  for (const [person, story] of [
    [carla, hisToSee],
    [dino, hersToSee],
    [carla, hersToSee],
    [dino, hisToSee],
  ] as const) {
    await person.callOk('likeStory', { story_id: story.id, action: 'like' })
    await person.callOk('markStoryViewed', { story_id: story.id })
  }
  await sql`INSERT INTO former_usernames (username_key, user_id) VALUES (${`${name}.prima`}, ${carla.id})`.execute(
    app.db,
  )
  // Stored as such: what others have written, her name in it included, stays theirs.
  await sql`INSERT INTO post_mentions (post_id, user_id) VALUES (${his.id}, ${carla.id})`.execute(app.db)
  const { comment: naming } = await dino.callOk('addComment', { post_id: his.id, text: 'Vero?' })
  await sql`INSERT INTO comment_mentions (post_id, comment_id, user_id) VALUES (${his.id}, ${naming.id}, ${carla.id})`.execute(
    app.db,
  )
  await carla.follow(dino)
  await dino.follow(carla)
  for (const person of [carla, dino]) await person.callOk('followPlace', { place_id })
  for (const person of [carla, dino]) {
    const starts_at = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)
    const { event } = await person.callOk('addEvent', { location_id: place_id, title: 'Festa', starts_at })
    for (const guest of [carla, dino]) await guest.callOk('attendEvent', { event_id: event.id, going: 1 })
  }
  await confirmSpotted(carla, dino, his.id)
  await confirmSpotted(dino, carla, hers.id)
  await carla.callOk('updateUserSettings', {
    ...(await carla.callOk('getUserSettings', {})).settings,
    notify_nearby_posts: 1,
    notify_radius: 1000,
  })
  await carla.callOk('recordNearbyCell', { lat: 45.46, lon: 9.19 })
  await carla.callOk('report', { target_type: 'user', target_id: dino.id, reason: 'spam', text: 'Sempre qui' })
  await dino.callOk('report', { target_type: 'post', target_id: hers.id, reason: 'spam' })
  await insertLogEntry(app.db, null, {
    action: 'remove',
    note: 'Offende',
    reasons: ['hate'],
    content: { type: 'comment', id: 1, userId: carla.id },
  })
  await insertLogEntry(app.db, carla.id, {
    action: 'dismiss',
    note: 'Va bene',
    content: { type: 'comment', id: 1, userId: dino.id },
  })
  await carla.callOk('subscribePush', {
    endpoint: `https://push.example/${name}`,
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
  })
  const { sent, received } = await exchangeMessages(carla, dino, hers.id)
  await sendMessage(carla, enemy, 'Perché mi eviti?')
  const unwanted = await carla.createPost('Da togliere')
  await foe.callOk('report', { target_type: 'post', target_id: unwanted.id, reason: 'spam' })
  await changeRole(app.db, { actorId: null, userId: enemy.id, role: 'moderator' })
  await enemy.callOk('resolveReport', {
    target_type: 'post',
    target_id: unwanted.id,
    action: 'remove',
    note: 'Pubblicità',
  })
  await carla.callOk('mute', { target_type: 'place', target_id: place_id })
  await carla.callOk('mute', { target_type: 'user', target_id: foe.id })
  await carla.block(foe)
  await enemy.block(carla)
  const { ticket, options } = await carla.callOk('beginPasskey', { password })
  await carla.callOk('addPasskey', {
    ticket,
    name: 'Telefono',
    response: createAuthenticator(origin).register(options),
  })
  await carla.callOk('beginPasskey', { password })
  await carla.callOk('createAccessToken', { name: 'Robot', scopes: ['read'], days: 30, password })
  await carla.callOk('changeEmail', { email: `${name}@altrove.it`, password })
  await app.createVisitor().callOk('forgotPassword', { email: `${name}@example.it` })
  await sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, last_used_at) VALUES (${carla.id}, ${name}, ${Buffer.from('x')}, 0, ${[]}, 'Telefono', NULL)`.execute(
    app.db,
  )
  return {
    carla,
    dino,
    received,
    pictures: [
      ...[hers.image_url, user.profile_pic, hersToSee.media_url, hers.more_images[0]!.url].map(nameOf),
      waitingName,
      sent,
    ],
  }
}

/** Returns the pictures without an owner, and the files without a picture. */
async function findUnownedPictures(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT media.name FROM media WHERE media.id NOT IN (SELECT id FROM (
      SELECT picture_id AS id FROM users
      UNION ALL SELECT media_id FROM posts UNION ALL SELECT media_id FROM stories
      UNION ALL SELECT media_id FROM messages UNION ALL SELECT media_id FROM post_pictures
      UNION ALL SELECT media_id FROM picture_uploads
    ) owned WHERE id IS NOT NULL)`.execute(app.db)
  const named = new Set((await sql<{ name: string }>`SELECT name FROM media`.all(app.db)).map(({ name }) => name))
  const files = await readdir(app.folders.media)
  return [
    ...rows.map(({ name }) => name),
    ...files.filter((file) => file.endsWith('.webp') && !named.has(nameOf(file))),
  ]
}

/** Downloads an export. @returns its parsed text files by name and the names of its pictures. */
async function downloadExport(person: TestUser) {
  const { url } = await person.callOk('exportAccount', { user_id: person.id, password })
  const response = await person.request(url)
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'application/zip',
    `attachment; filename="dintorni-${person.username}.zip"`,
  ])
  const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const pictures = entries.filter(([name]) => name.startsWith('foto/'))
  for (const [, bytes] of pictures) expect((await sharp(bytes).metadata()).format).toBe('webp')
  const sections = Object.fromEntries(
    entries
      .filter(([name]) => name.endsWith('.json'))
      .map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes)) as Record<string, unknown>[]]),
  )
  return {
    url,
    text: entries.map(([, bytes]) => strFromU8(bytes, true)).join('\n'),
    pictures: pictures.map(([name]) => name),
    section: (name: ExportedSection) => sections[exportText.files[name]],
  }
}

describe('An export', () => {
  test('contains everything of the user’s, with the pictures', async () => {
    const { carla, dino, pictures } = await createActiveUser('enza')
    const archive = await downloadExport(carla)
    expect(archive.pictures.toSorted()).toEqual(pictures.map((name) => `foto/${name}.webp`).toSorted())
    for (const name of Object.keys(exportedSections) as ExportedSection[])
      expect([name, archive.section(name)?.length]).toEqual([name, expect.toSatisfy((count) => count > 0)])
    expect(archive.section('profile')).toMatchObject([
      { username: 'enza', email: 'enza@example.it', display_name: 'Carla Bi', bio: 'Ciao', picture: pictures[1] },
    ])
    expect(archive.section('formerUsernames')).toEqual([{ username: 'enza.prima', left_at: expect.any(String) }])
    expect(archive.section('posts')).toMatchObject([
      { text: 'Mio', place: 'Piazza del Duomo', town: 'Milano', picture: pictures[0], likes_count: 2 },
    ])
    expect(archive.section('following')).toEqual([
      { username: dino.username, status: 'accepted', created_at: expect.any(String) },
    ])
    expect(archive.section('comments')).toHaveLength(2)
    expect(archive.section('reports')).toMatchObject([
      { username: dino.username, reason: 'spam', text: 'Sempre qui' },
      { username: dino.username, message_id: expect.any(Number), reason: 'other' },
    ])
    expect(archive.section('settings')).toMatchObject([
      { chat_from: 'everyone', notify_messages: true, show_message_text: false },
    ])
    expect(archive.section('conversations')).toEqual([
      { username: dino.username, request_status: 'accepted', received_up_to: 2, read_up_to: 2 },
    ])
    const [post] = archive.section('posts')!
    expect(archive.section('messages')).toMatchObject([
      {
        with: dino.username,
        number: 1,
        is_own: true,
        text: 'Ciao, guarda',
        picture: pictures.at(-1),
        has_picture: true,
        post_id: post!.id,
        created_at: expect.any(String),
      },
      {
        with: dino.username,
        number: 2,
        is_own: false,
        text: 'Bellissimo',
        picture: null,
        has_picture: true,
        post_id: null,
      },
    ])
  })

  test('contains nothing of others that the user could not see, and no secret', async () => {
    const { carla, received } = await createActiveUser('fosca')
    const { text } = await downloadExport(carla)
    const { password_hash } = await sql<{
      password_hash: string
    }>`SELECT password_hash FROM users WHERE id = ${carla.id}`.one(app.db)
    for (const secret of ['fosca.nemico', 'fosca.amico@', 'Questo lo', received, password_hash, password])
      expect(text).not.toContain(secret)
  })

  test('contains long lists completely', async () => {
    const ines = await app.createUser('ines')
    const post = await ines.createPost('Tanti')
    await sql`
      INSERT INTO comments (id, post_id, author_id, text)
      SELECT time_ordered_id(), ${post.id}, ${ines.id}, 'Numero ' || n FROM generate_series(1, 2500) n`.execute(app.db)
    await sql`UPDATE posts SET comments_count = 2500 WHERE id = ${post.id}`.execute(app.db)
    const written = (await downloadExport(ines)).section('comments')!.map(({ text }) => text)
    expect(new Set(written)).toEqual(new Set(Array.from({ length: 2500 }, (_, index) => `Numero ${index + 1}`)))
  })

  const linkTooOld = { success: false, error: 'Questo link non è più valido: torna alla pagina e scarica di nuovo.' }
  const fetchLink = async (client: Pick<TestUser, 'request'>, url: string) => {
    const response = await client.request(url)
    return [response.status, await response.json()]
  }

  test('requires the password, and its link is valid for its owner and for a limited time', async () => {
    const lea = await app.createUser('lea')
    const mara = await app.createUser('mara')
    expect(await lea.call('exportAccount', { password: 'non è questa' })).toMatchObject({
      status: 403,
      body: { error: 'La password non è corretta.' },
    })
    const { url } = await downloadExport(lea)
    expect(await fetchLink(mara, url)).toEqual([404, linkTooOld])
    expect((await fetchLink(app.createVisitor(), url))[0]).toBe(401)
    await sql`UPDATE export_links SET expires_at = now() - interval '1 second'`.execute(app.db)
    expect(await fetchLink(lea, url)).toEqual([404, linkTooOld])
  })

  test('has a link that ends with the session that asked for it', async () => {
    const nina = await app.createUser('nina')
    const thief = app.createVisitor()
    await thief.callOk('login', { email: 'nina@example.it', password })
    const { url } = await thief.callOk('exportAccount', { password })
    // Another session of the same account does not do.
    expect(await fetchLink(nina, url)).toEqual([404, linkTooOld])
    await nina.callOk('endAllSessions', {})
    await nina.callOk('login', { email: 'nina@example.it', password })
    expect((await fetchLink(thief, url))[0]).toBe(401)
    await thief.callOk('login', { email: 'nina@example.it', password })
    expect(await fetchLink(thief, url)).toEqual([404, linkTooOld])
    // A new password replaces the session.
    const own = await nina.callOk('exportAccount', { password })
    await nina.callOk('changePassword', { current_password: password, new_password: 'tutta un’altra frase' })
    expect(await fetchLink(nina, own.url)).toEqual([404, linkTooOld])
  })

  test('can be fetched ten times', async () => {
    const olga = await app.createUser('olga.x')
    const { url } = await olga.callOk('exportAccount', { password })
    for (let fetch = 0; fetch < 10; fetch++) {
      const response = await olga.request(url)
      await response.arrayBuffer()
      expect(response.status).toBe(200)
    }
    expect(await fetchLink(olga, url)).toEqual([404, linkTooOld])
  })

  test('covers every table that references users or their sessions, or names here why not', async () => {
    const exported: Record<string, ExportedSection> = {
      'former_usernames.user_id': 'formerUsernames',
      'follows.follower_id': 'following',
      'follows.followee_id': 'followers',
      'sessions.user_id': 'sessions',
      'blocks.blocker_id': 'blocked',
      'mutes.user_id': 'muted',
      'place_follows.user_id': 'places',
      'places.added_by': 'addedPlaces',
      'posts.author_id': 'posts',
      'picture_uploads.user_id': 'uploads',
      'events.author_id': 'events',
      'event_attendances.user_id': 'eventsAttended',
      'post_likes.user_id': 'likes',
      'bookmarks.user_id': 'bookmarks',
      'post_mentions.user_id': 'mentions',
      'comment_mentions.user_id': 'commentMentions',
      'comments.author_id': 'comments',
      'comment_likes.user_id': 'commentLikes',
      'reports.reporter_id': 'reports',
      'stories.author_id': 'stories',
      'story_views.viewer_id': 'storyViews',
      'story_likes.user_id': 'storyLikes',
      'spotted_requests.requester_id': 'spottedAsked',
      'conversation_members.user_id': 'conversations',
      'conversations.low_id': 'conversations',
      'conversations.high_id': 'conversations',
      'messages.sender_id': 'messages',
      'message_reactions.user_id': 'messageReactions',
      'notifications.user_id': 'notifications',
      'user_settings.user_id': 'settings',
      'user_cells.user_id': 'settings',
      'user_cells.session_id': 'settings',
      'push_subscriptions.session_id': 'push',
      'access_tokens.user_id': 'accessTokens',
      'passkeys.user_id': 'passkeys',
      'moderation_log.user_id': 'moderation',
    }
    const notExported: Record<string, string> = {
      'mutes.person_id': 'a muted person must not learn of it',
      'blocks.blocked_id': 'a blocked user must not learn of the block',
      'reports.reported_user_id': 'a reported user must not learn of the report',
      'moderators.user_id': 'decided by the operator',
      'legal_texts.published_by': 'published for everybody, on behalf of the server',
      'moderation_log.moderator_id': 'a moderator’s decisions are about others',
      'announcements.created_by': 'what the server tells everybody',
      'invitations.created_by': 'the server’s, and a secret of which only the hash is stored',
      'password_resets.user_id': 'a secret, valid for an hour',
      'email_changes.user_id': 'a link, valid for an hour, to an unconfirmed address',
      'passkey_tickets.user_id': 'a secret, valid for five minutes',
      'recovery_codes.user_id': 'secrets, of which only hashes are stored',
      'export_links.user_id': 'a secret, valid for ten minutes',
      'export_links.session_sha256': 'a secret, valid for ten minutes',
      'known_devices.user_id': 'secrets, of which only hashes are stored',
      'conversation_members.other_id': 'the state of the other side belongs to the other user',
      'daily_usage.user_id': 'sums of one day, of what is exported itself',
      'hidden_messages.user_id': 'the user has deleted these messages for themselves',
      'notifications.actor_id': 'exported with the follows',
      'spotted_declines.requester_id': 'a declined person must not learn of it; its author has it in spottedReceived',
    }
    const { rows } = await sql<{ reference: string }>`
      SELECT conrelid::regclass::text || '.' || attname AS reference
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'sessions'::regclass)`.execute(app.db)
    expect(rows.map(({ reference }) => reference).toSorted()).toEqual(
      [...Object.keys(exported), ...Object.keys(notExported)].toSorted(),
    )
    const { carla } = await createActiveUser('gina')
    const archive = await downloadExport(carla)
    for (const name of Object.values(exported))
      expect([name, archive.section(name)?.length]).toEqual([name, expect.toSatisfy((count) => count > 0)])
  })
})

describe('Deleting an account', () => {
  test('leaves no row, no file and no wrong counter', async () => {
    const { carla, dino, pictures: own, received } = await createActiveUser('delia')
    const pictures = [...own, received]
    const conversations = (
      await sql<{
        conversation_id: number
      }>`SELECT conversation_id FROM conversation_members WHERE user_id = ${carla.id}`.all(app.db)
    ).map((row) => row.conversation_id)
    expect(conversations).toHaveLength(2)
    const page = await openEventStream(dino)
    const traces = () =>
      findRowsContaining(app.db, [carla.id, 'delia@example.it', 'delia@altrove.it', ...conversations, ...pictures])
    expect((await traces()).length).toBeGreaterThan(25)
    await expectCountersToMatchRows(app.db)
    expect(await carla.call('deleteAccount', { user_id: carla.id, password: 'non è questa' })).toMatchObject({
      status: 403,
      body: { error: 'La password non è corretta.' },
    })
    expect((await dino.call('getProfile', { user_id: carla.id })).status).toBe(200)

    expect(await carla.callOk('deleteAccount', { user_id: carla.id, password })).toEqual({
      success: true,
      message: 'Il tuo account è stato eliminato.',
    })

    expect((await carla.call('getFeed', {})).status).toBe(401)
    expect((await app.createVisitor().call('login', { email: 'delia@example.it', password })).status).toBe(401)
    expect((await dino.call('getProfile', { user_id: carla.id })).status).toBe(404)
    await expectCountersToMatchRows(app.db)
    await expect
      .poll(() => page.dataOf('conversation'))
      .toContainEqual({ other_id: carla.id, conversation: null, messages: [] })
    // Pending jobs about her end soon, without notifying anybody.
    await expect.poll(traces).toEqual([])
    const files = await readdir(app.folders.media)
    expect(files.filter((file) => pictures.some((name) => file.startsWith(name)))).toEqual([])
  })

  test('during calls of the same account breaks nothing', async () => {
    const { carla, dino } = await createActiveUser('cleo')
    const post = await dino.createPost('Ancora')
    const image = await createPhoto(64, 64)
    const message = (other: TestUser) => ({ other_id: other.id, client_id: randomUUID(), text: 'Ciao', image })
    const calls = Array.from({ length: 20 }, () => [
      carla.call('likePost', { post_id: post.id }),
      carla.call('addComment', { post_id: post.id, text: 'Ciao' }),
      carla.call('unfollow', { followed_id: dino.id }),
      carla.call('sendMessage', message(dino)),
      dino.call('sendMessage', message(carla)),
    ]).flat()
    const [deletion, ...replies] = await Promise.all([carla.call('deleteAccount', { password }), ...calls])
    expect(deletion.status).toBe(200)
    // 403: a picture of hers was authenticated before the deletion, and its permission checked after it, when Dino
    // neither follows her nor has accepted her any more. 429: too many pictures of one account at once.
    for (const { status } of replies) expect([200, 401, 403, 404, 429]).toContain(status)
    await expectCountersToMatchRows(app.db)
    expect(await findUnownedPictures()).toEqual([])
  })
})
