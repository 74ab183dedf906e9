import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { anyMessage, type FuzzContext, type Message } from './arbitrary-inputs.ts'
import {
  createTestWorld,
  password,
  type TestUser,
  createPhoto,
  type TestWorld,
} from '#server/testing/fixtures/test-world.ts'

/** Who sends what to the calls. */
export const fuzzRoles = ['visitor', 'person', 'blocked'] as const
/** A moderator hunts alone: what they decide ends the hunt of the others. */
type FuzzRole = (typeof fuzzRoles)[number] | 'moderator'

/** Words that stand in what some may never read, and nowhere else. */
const secrets = {
  privatePost: 'canarino-conto-privato',
  followersPost: 'canarino-solo-follower',
  privateComment: 'canarino-commento',
  mail: 'canarino-posta',
  blockersPost: 'canarino-di-chi-blocca',
  blockersBio: 'canarino-biografia',
}
const hiddenFrom: Record<FuzzRole, string[]> = {
  visitor: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.mail],
  person: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.mail],
  blocked: Object.values(secrets),
  // Of what is hidden, what was reported is shown to them, and nothing else.
  moderator: [secrets.privatePost, secrets.followersPost, secrets.mail],
}

/** Milliseconds after which a request that is not answered hangs. */
const patience = 15_000

/** A call is sent many messages; a failure names the seed with which it comes again. */
export type Fuzzer = {
  world: TestWorld
  sendMessages: (name: CallName, as: FuzzRole, options: { numRuns: number; seed: number }) => Promise<void>
}

async function sessionOf(person: TestUser): Promise<string> {
  const response = await person.request(addressOf('login').url, {
    method: 'POST',
    body: new URLSearchParams({ email: `${person.username}@example.it`, password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Everything that there is to be found, some of it for nobody of those who look. */
export async function createFuzzer(): Promise<Fuzzer> {
  const world = await createTestWorld()
  const [hunter, shut] = [await world.createUser('cercatrice'), await world.createUser('bloccata')]
  const [hidden, careful, blocker, open] = [
    await world.createUser('nascosta'),
    await world.createUser('riservata'),
    await world.createUser('che_blocca'),
    await world.createUser('aperta'),
  ]
  const privatePost = await hidden.createPost(secrets.privatePost, { image: await createPhoto(64, 64) })
  await hidden.callOk('addComment', { post_id: privatePost.id, text: secrets.privateComment })
  await hidden.makePrivate()
  const story = (await hidden.callOk('createStory', { image: await createPhoto(64, 64) })).story
  const followersPost = await careful.createPost(secrets.followersPost, { privacy: 'followers' })
  const blockersPost = await blocker.createPost(secrets.blockersPost)
  await blocker.callOk('updateProfile', { bio: secrets.blockersBio })
  await blocker.block(shut)
  const openPost = await open.createPost('Di tutti')
  const comment = (await blocker.callOk('addComment', { post_id: openPost.id, text: secrets.blockersPost })).comment
  await world.db
    .updateTable('users')
    .set({ email: `${secrets.mail}@example.it` })
    .where('id', '=', open.id)
    .execute()
  const ids = [
    privatePost,
    followersPost,
    blockersPost,
    openPost,
    story,
    comment,
    hidden,
    careful,
    blocker,
    open,
    hunter,
    shut,
  ].map(({ id }) => id)
  const moderator = await world.createUser('moderatrice')
  await moderator.makeModerator()
  for (const target of [
    { target_type: 'user', target_id: blocker.id },
    { target_type: 'post', target_id: openPost.id },
    { target_type: 'comment', target_id: comment.id },
  ] as const) {
    await careful.callOk('report', { ...target, reason: 'spam', text: 'Guardate' })
  }
  const picture = await createPhoto(40, 40)
  const known = (viewer: number | undefined): FuzzContext => ({ viewer, ids: [...ids, 1], picture })
  const people: Record<FuzzRole, TestUser | undefined> = {
    visitor: undefined,
    person: hunter,
    blocked: shut,
    moderator,
  }
  const cookies = new Map<FuzzRole, string>()
  const signIn = async (as: FuzzRole) => void cookies.set(as, people[as] ? await sessionOf(people[as]) : '')

  const send = ({ path, method, type, body }: Message, as: FuzzRole) =>
    fetch(new URL(path, world.url), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: { cookie: cookies.get(as) ?? '', ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })

  const answer = async (name: CallName, as: FuzzRole, message: Message) => {
    if (!cookies.has(as)) await signIn(as)
    const response = await send(message, as)
    // A call that ends sessions did so.
    if (response.status === 401 && as !== 'visitor' && calls[name].access === 'viewer') await signIn(as)
    return { status: response.status, text: await response.text() }
  }

  return {
    world,
    sendMessages: (name, as, { numRuns, seed }) =>
      fc.assert(
        fc.asyncProperty(anyMessage(name, known(people[as]?.id)), async (message) => {
          const { status, text } = await answer(name, as, message)
          expect(status, text).toBeLessThan(500)
          for (const secret of hiddenFrom[as]) expect(text).not.toContain(secret)
          if (status !== 200)
            expect(JSON.parse(text)).toEqual({ success: false, error: expect.stringMatching(/^\p{Lu}.*[.\w]$/u) })
        }),
        { numRuns, seed, endOnFailure: true },
      ),
  }
}
