import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { emailOf, signIn } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestApp, type TestUser } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { anyMessage, type FuzzContext, type Message } from './arbitrary-inputs.ts'

/** The clients that messages are sent as. */
export const fuzzRoles = ['visitor', 'stranger', 'blocked'] as const
/** Moderators and administrators need an app of their own: their resolutions end the sessions of the other roles. */
type FuzzRole = (typeof fuzzRoles)[number] | 'moderator' | 'administrator'

/** Words that occur only in content that some roles may never read. */
const secrets = {
  privatePost: 'canarino-conto-privato',
  followersPost: 'canarino-solo-follower',
  privateComment: 'canarino-commento',
  email: 'canarino-posta',
  blockersPost: 'canarino-di-chi-blocca',
  blockersBio: 'canarino-biografia',
}
const hiddenFrom: Record<FuzzRole, string[]> = {
  visitor: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.email],
  stranger: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.email],
  blocked: Object.values(secrets),
  // Moderators read reported content only.
  moderator: [secrets.privatePost, secrets.followersPost, secrets.email],
  administrator: [secrets.privatePost, secrets.followersPost, secrets.email],
}

/** A request without a reply after this time counts as hanging. */
const requestTimeoutMs = 15_000

/** Sends many messages to a call; a failure prints the seed that repeats it. */
export type Fuzzer = {
  app: TestApp
  sendMessages: (name: CallName, role: FuzzRole, options: { numRuns: number; seed: number }) => Promise<void>
}

type Content = { ids: number[]; users: Record<FuzzRole, TestUser | undefined> }

/** Content of every visibility, each hidden part with its secret. @returns all ids. */
async function createContent(app: TestApp, blocked: TestUser): Promise<number[]> {
  const privateUser = await app.createUser('nascosta')
  const discreet = await app.createUser('riservata')
  const blocker = await app.createUser('che_blocca')
  const openUser = await app.createUser('aperta')
  const privatePost = await privateUser.createPost(secrets.privatePost, { image: await createPhoto(64, 64) })
  await privateUser.callOk('addComment', { post_id: privatePost.id, text: secrets.privateComment })
  await privateUser.makePrivate()
  const { story } = await privateUser.callOk('createStory', { image: await createPhoto(64, 64) })
  const followersPost = await discreet.createPost(secrets.followersPost, { privacy: 'followers' })
  const blockersPost = await blocker.createPost(secrets.blockersPost)
  await blocker.callOk('updateProfile', { bio: secrets.blockersBio })
  await blocker.block(blocked)
  const openPost = await openUser.createPost('Di tutti')
  const { comment } = await blocker.callOk('addComment', { post_id: openPost.id, text: secrets.blockersPost })
  await sql`UPDATE users SET email = ${emailOf(secrets.email)} WHERE id = ${openUser.id}`.execute(app.db)
  for (const target of [
    { target_type: 'user', target_id: blocker.id },
    { target_type: 'post', target_id: openPost.id },
    { target_type: 'comment', target_id: comment.id },
  ] as const)
    await discreet.callOk('report', { ...target, reason: 'spam', text: 'Guardate' })
  const posts = [privatePost, followersPost, blockersPost, openPost]
  return [...posts, story, comment, privateUser, discreet, blocker, openUser].map(({ id }) => id)
}

async function createUsersAndContent(app: TestApp): Promise<Content> {
  const stranger = await app.createUser('cercatrice')
  const blocked = await app.createUser('bloccata')
  const contentIds = await createContent(app, blocked)
  const moderator = await app.createUser('erminia')
  await moderator.makeModerator()
  const administrator = await app.createUser('adalgisa')
  await administrator.makeAdministrator()
  return {
    ids: [...contentIds, stranger.id, blocked.id, 1],
    users: { visitor: undefined, stranger, blocked, moderator, administrator },
  }
}

export async function createFuzzer(): Promise<Fuzzer> {
  const app = await createTestApp()
  const { ids, users } = await createUsersAndContent(app)
  const picture = await createPhoto(40, 40)
  const contextOf = (role: FuzzRole): FuzzContext => ({ viewer: users[role]?.id, ids, picture })
  const cookies = new Map<FuzzRole, string>()
  const signInAs = async (role: FuzzRole) =>
    void cookies.set(role, users[role] ? await signIn(app.url, users[role].username) : '')

  const send = ({ path, method, type, body }: Message, role: FuzzRole) =>
    fetch(new URL(path, app.url), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
      headers: { cookie: cookies.get(role) ?? '', ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })

  const exchange = async (name: CallName, role: FuzzRole, message: Message) => {
    if (!cookies.has(role)) await signInAs(role)
    const response = await send(message, role)
    // An earlier call has ended the session.
    if (response.status === 401 && role !== 'visitor' && calls[name].access === 'viewer') await signInAs(role)
    return { status: response.status, text: await response.text() }
  }

  return {
    app,
    sendMessages: (name, role, { numRuns, seed }) =>
      fc.assert(
        fc.asyncProperty(anyMessage(name, contextOf(role)), async (message) => {
          const { status, text } = await exchange(name, role, message)
          expect(status, text).toBeLessThan(500)
          for (const secret of hiddenFrom[role]) expect(text).not.toContain(secret)
          if (status !== 200)
            expect(JSON.parse(text)).toEqual({ success: false, error: expect.stringMatching(/^\p{Lu}.*[.\w]$/u) })
        }),
        { numRuns, seed, endOnFailure: true },
      ),
  }
}
