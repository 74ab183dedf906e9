import fc from 'fast-check'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { anyMessage, type Known, type Message } from './arbitrary-inputs.ts'
import { createTestWorld, password, type Person, photo, type TestWorld } from '#server/testing/fixtures/test-world.ts'

/** Who sends what to the calls. */
export const hunters = ['visitor', 'person', 'blocked'] as const
/** A moderator hunts alone: what they decide ends the hunt of the others. */
type Hunter = (typeof hunters)[number] | 'moderator'

/** Words that stand in what some may never read, and nowhere else. */
const secrets = {
  privatePost: 'canarino-conto-privato',
  followersPost: 'canarino-solo-follower',
  privateComment: 'canarino-commento',
  mail: 'canarino-posta',
  blockersPost: 'canarino-di-chi-blocca',
  blockersBio: 'canarino-biografia',
}
const hiddenFrom: Record<Hunter, string[]> = {
  visitor: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.mail],
  person: [secrets.privatePost, secrets.followersPost, secrets.privateComment, secrets.mail],
  blocked: Object.values(secrets),
  // Of what is hidden, what was reported is shown to them, and nothing else.
  moderator: [secrets.privatePost, secrets.followersPost, secrets.mail],
}

/** Milliseconds after which a request that is not answered hangs. */
const patience = 15_000

/** A call is sent many messages; a failure names the seed with which it comes again. */
export type Hunt = {
  world: TestWorld
  sends: (name: CallName, as: Hunter, options: { numRuns: number; seed: number }) => Promise<void>
}

async function sessionOf(person: Person): Promise<string> {
  const response = await person.request(addressOf('login').url, {
    method: 'POST',
    body: new URLSearchParams({ email: `${person.username}@example.it`, password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Everything that there is to be found, some of it for nobody of those who look. */
export async function openHunt(): Promise<Hunt> {
  const world = await createTestWorld()
  const [hunter, shut] = [await world.person('cercatrice'), await world.person('bloccata')]
  const [hidden, careful, blocker, open] = [
    await world.person('nascosta'),
    await world.person('riservata'),
    await world.person('che_blocca'),
    await world.person('aperta'),
  ]
  const privatePost = await hidden.publishes(secrets.privatePost, { image: await photo(64, 64) })
  await hidden.gets('addComment', { post_id: privatePost.id, text: secrets.privateComment })
  await hidden.goesPrivate()
  const story = (await hidden.gets('createStory', { image: await photo(64, 64) })).story
  const followersPost = await careful.publishes(secrets.followersPost, { privacy: 'followers' })
  const blockersPost = await blocker.publishes(secrets.blockersPost)
  await blocker.gets('updateProfile', { bio: secrets.blockersBio })
  await blocker.blocks(shut)
  const openPost = await open.publishes('Di tutti')
  const comment = (await blocker.gets('addComment', { post_id: openPost.id, text: secrets.blockersPost })).comment
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
  const moderator = await world.person('moderatrice')
  await moderator.moderates()
  for (const target of [
    { target_type: 'user', target_id: blocker.id },
    { target_type: 'post', target_id: openPost.id },
    { target_type: 'comment', target_id: comment.id },
  ] as const) {
    await careful.gets('report', { ...target, reason: 'spam', text: 'Guardate' })
  }
  const picture = await photo(40, 40)
  const known = (viewer: number | undefined): Known => ({ viewer, ids: [...ids, 1], picture })
  const people: Record<Hunter, Person | undefined> = { visitor: undefined, person: hunter, blocked: shut, moderator }
  const cookies = new Map<Hunter, string>()
  const signIn = async (as: Hunter) => void cookies.set(as, people[as] ? await sessionOf(people[as]) : '')

  const send = ({ path, method, type, body }: Message, as: Hunter) =>
    fetch(new URL(path, world.url), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      headers: { cookie: cookies.get(as) ?? '', ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })

  const answer = async (name: CallName, as: Hunter, message: Message) => {
    if (!cookies.has(as)) await signIn(as)
    const response = await send(message, as)
    // A call that ends sessions did so.
    if (response.status === 401 && as !== 'visitor' && calls[name].access === 'viewer') await signIn(as)
    return { status: response.status, text: await response.text() }
  }

  return {
    world,
    sends: (name, as, { numRuns, seed }) =>
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
