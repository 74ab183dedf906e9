import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectCountersToEqualRows } from '#server/testing/counters.ts'
import { findTraces } from '#server/testing/traces.ts'
import { openWorld, type Person, password, photo, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => { world = await openWorld() })
afterAll(() => world.close())

test('Alice registers and is signed in', async () => {
  const visitor = world.visitor()
  const reply = await visitor.call('register', { username: 'alice.r', email: 'Alice@example.it', password })
  expect(reply.status).toBe(200)
  expect(reply.body.user).toEqual({ id: expect.any(Number), username: 'alice.r', email: 'Alice@example.it', profile_pic: null, bio: '', onboarding_completed: 0 })
  expect(reply.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect((await visitor.call('getFeed', {})).status).toBe(200)
})

test.each([
  ['an empty username', { username: '' }, 400, 'Inserisci uno username.'],
  ['a username with a space', { username: 'al ice' }, 400, 'Lo username può contenere solo lettere, numeri, punto e underscore.'],
  ['an address that is none', { email: 'alice' }, 400, 'Inserisci un indirizzo email valido.'],
  ['a short password', { password: 'corta' }, 400, 'La password deve avere almeno 8 caratteri.'],
  ['a password that everybody has', { password: 'password1' }, 400, 'Questa password è troppo comune: scegline un’altra.'],
  ['a username that differs only by case', { username: 'ALICE.r' }, 409, 'Username già in uso'],
  ['an address that differs only by case', { email: 'aLICE@EXAMPLE.it' }, 409, 'Email già in uso'],
])('Nobody registers with %s', async (_case, field, status, error) => {
  const reply = await world.visitor().call('register', { username: 'nuova', email: 'nuova@example.it', password, ...field })
  expect(reply).toMatchObject({ status, body: { success: false, error } })
})

test('A username or an address in use is not available, whatever its case', async () => {
  const visitor = world.visitor()
  expect(await visitor.gets('checkUsername', { username: 'Alice.R' })).toEqual({ available: false })
  expect(await visitor.gets('checkUsername', { username: 'libero' })).toEqual({ available: true })
  expect(await visitor.gets('checkEmail', { email: 'alice@EXAMPLE.it' })).toEqual({ available: false })
  expect(await visitor.gets('checkEmail', { email: 'libera@example.it' })).toEqual({ available: true })
})

test('Two people who take the same username at the same moment: one gets it', async () => {
  const replies = await Promise.all(['a', 'b'].map((name) =>
    world.visitor().call('register', { username: 'conteso', email: `${name}@example.it`, password })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('An unknown address and a wrong password get the same answer', async () => {
  const wrong = await world.visitor().call('login', { email: 'alice@example.it', password: 'sbagliata!' })
  const unknown = await world.visitor().call('login', { email: 'nessuno@example.it', password: 'sbagliata!' })
  expect(wrong).toMatchObject({ status: 401, body: { success: false, error: 'Email o password non corretti.' } })
  expect(unknown.body).toEqual(wrong.body)
})

test('Alice signs out, and her old cookie is worth nothing', async () => {
  const visitor = world.visitor()
  const { headers } = await visitor.call('login', { email: 'alice@example.it', password })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await visitor.gets('logout', {})
  const replayed = await fetch(`${world.url}/api/feed/get_feed.php`, { headers: { cookie } })
  expect(replayed.status).toBe(401)
})

test('A client without cookies uses the same token as Bearer', async () => {
  const { headers } = await world.visitor().call('login', { email: 'alice@example.it', password })
  const token = headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1]
  const reply = await fetch(`${world.url}/api/feed/get_feed.php`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
})

test('The database holds no password and no token', async () => {
  const { headers } = await world.visitor().call('login', { email: 'alice@example.it', password })
  const token = headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1] ?? ''
  const { password_hash } = await world.db.selectFrom('users').select('password_hash').where('username', '=', 'alice.r').executeTakeFirstOrThrow()
  const sessions = await world.db.selectFrom('sessions').select('token_sha256').execute()
  expect(password_hash).toMatch(/^\$argon2id\$/)
  expect(sessions.map(({ token_sha256 }) => token_sha256.toString('base64url'))).not.toContain(token)
})

test('A session that ended by time is worth nothing', async () => {
  const bruno = await world.person('bruno')
  await world.db.updateTable('sessions').set({ expires_at: new Date(Date.now() - 1000) }).where('user_id', '=', bruno.id).execute()
  expect((await bruno.call('getFeed', {})).status).toBe(401)
})

test('A session that is used lives 30 days from then', async () => {
  const carla = await world.person('carla')
  await world.db.updateTable('sessions').set({ expires_at: new Date(Date.now() + 60_000) }).where('user_id', '=', carla.id).execute()
  await carla.gets('getFeed', {})
  const { expires_at } = await world.db.selectFrom('sessions').select('expires_at').where('user_id', '=', carla.id).executeTakeFirstOrThrow()
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600 * 1000)
})

test('Dario completes the onboarding, and only his own', async () => {
  const dario = await world.person('dario')
  expect((await dario.gets('completeOnboarding', { user_id: dario.id })).user.onboarding_completed).toBe(1)
  expect((await dario.call('completeOnboarding', { user_id: dario.id + 1 })).status).toBe(403)
  expect((await world.visitor().call('completeOnboarding', {})).status).toBe(401)
})

describe('Who has forgotten the password', () => {
  const outbox = () => path.join(path.dirname(world.folders.media), 'outbox')
  const lettersTo = async (address: string) => {
    const files = (await readdir(outbox()).catch(() => [])).toSorted()
    const letters = await Promise.all(files.map((file) => readFile(path.join(outbox(), file), 'utf8')))
    return letters.filter((letter) => letter.includes(`To: ${address}`)).map((letter) => letter.replaceAll('=\n', '').replaceAll('=3D', '='))
  }
  /** The token of the newest letter, once so many have come. */
  const tokenFor = async (address: string, letters: number) => {
    const text = await vi.waitFor(async () => {
      const all = await lettersTo(address)
      expect(all).toHaveLength(letters)
      return all.at(-1) ?? ''
    }, { timeout: 10_000 })
    return text.match(/\/reset-password#([\w-]{43})/)?.[1] ?? ''
  }
  const fresh = 'tutta un’altra frase'

  test('asks for a link, chooses a new one, and every session ends', async () => {
    const ada = await world.person('ada')
    expect(await world.visitor().gets('forgotPassword', { email: 'ADA@example.it' })).toEqual({
      success: true, message: 'Se questo indirizzo è registrato, tra poco riceverai un’email con il link per scegliere una nuova password.',
    })
    const token = await tokenFor('ada@example.it', 1)
    expect(await world.visitor().gets('resetPassword', { token, password: fresh })).toEqual({ success: true, message: 'Password cambiata. Ora puoi accedere.' })
    expect((await ada.call('getFeed', {})).status).toBe(401)
    expect((await world.visitor().call('login', { email: 'ada@example.it', password })).status).toBe(401)
    expect((await world.visitor().call('login', { email: 'ada@example.it', password: fresh })).status).toBe(200)
    expect(await world.visitor().call('resetPassword', { token, password })).toMatchObject({ status: 400, body: { error: 'Questo link non è più valido: chiedine un altro.' } })
  })

  test('gets the same answer whether there is such an account or not', async () => {
    await world.person('ebe')
    const [known, unknown] = [await world.visitor().call('forgotPassword', { email: 'ebe@example.it' }), await world.visitor().call('forgotPassword', { email: 'nessuno@example.it' })]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await tokenFor('ebe@example.it', 1)
    expect(await lettersTo('nessuno@example.it')).toEqual([])
  })

  test('can use only the newest link, within its hour, and not for a password that everybody has', async () => {
    await world.person('ida')
    await world.visitor().gets('forgotPassword', { email: 'ida@example.it' })
    const first = await tokenFor('ida@example.it', 1)
    await world.visitor().gets('forgotPassword', { email: 'ida@example.it' })
    const second = await tokenFor('ida@example.it', 2)
    const tries = async (token: string, chosen = fresh) => (await world.visitor().call('resetPassword', { token, password: chosen })).status
    expect(await tries(first)).toBe(400)
    expect(await tries(second, 'password1')).toBe(400)
    await sql`UPDATE password_resets SET expires_at = now() - interval '1 second'`.execute(world.db)
    expect(await tries(second)).toBe(400)
  })

  test('leaves no token in the database', async () => {
    await world.person('ugo')
    await world.visitor().gets('forgotPassword', { email: 'ugo@example.it' })
    const token = await tokenFor('ugo@example.it', 1)
    expect(await findTraces(world.db, [token])).toEqual([])
    const kept = await world.db.selectFrom('password_resets').selectAll().execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.some(({ token_sha256 }) => token_sha256.toString('latin1').includes(token))).toBe(false)
  })
})

describe('Who leaves for good', () => {
  let leaving = 0

  /** Carla did everything that leaves a trace, and so did others to her. */
  async function livelyPerson(name: string): Promise<{ carla: Person; dino: Person; pictures: string[] }> {
    // A number that nothing else has, to look for it afterwards.
    await sql`ALTER TABLE users ALTER id RESTART WITH ${sql.lit(700_000_000 + 10 * ++leaving)}`.execute(world.db)
    const [carla, dino] = [await world.person(name), await world.person(`${name}.amico`)]
    const place_id = await world.place('Piazza del Duomo', 'Milano')
    const hers = await carla.publishes('Mio', { image: await photo(), location_id: place_id })
    const his = await dino.publishes('Suo', { location_id: place_id })
    const { user } = await carla.gets('updateProfile', { profile_pic: await photo(), bio: 'Ciao' })
    for (const [person, post] of [[carla, his], [dino, hers], [carla, hers], [dino, his]] as const) {
      await person.gets('likePost', { post_id: post.id })
      const { comment } = await person.gets('addComment', { post_id: post.id, text: 'Bello' })
      for (const fan of [carla, dino]) await fan.gets('likeComment', { comment_id: comment.id })
    }
    const [hersToSee, hisToSee] = [(await carla.gets('createStory', { image: await photo() })).story, (await dino.gets('createStory', { image: await photo() })).story]
    for (const [person, story] of [[carla, hisToSee], [dino, hersToSee], [carla, hersToSee], [dino, hisToSee]] as const) {
      await person.gets('likeStory', { story_id: story.id, action: 'like' })
      await person.gets('markStoryViewed', { story_id: story.id })
    }
    await carla.follows(dino)
    await dino.follows(carla)
    for (const person of [carla, dino]) await person.gets('followPlace', { place_id })
    await world.db.insertInto('spotted_requests').values([
      { post_id: his.id, requester_id: carla.id, status: 'confirmed' }, { post_id: hers.id, requester_id: dino.id, status: 'confirmed' },
    ]).execute()
    await sql`UPDATE posts SET spotted_count = 1 WHERE id IN (${his.id}, ${hers.id})`.execute(world.db)
    await sql`UPDATE users SET spotted_received = 1 WHERE id IN (${carla.id}, ${dino.id})`.execute(world.db)
    await sql`UPDATE places SET spotted_confirmed_count = (SELECT count(*) FROM posts WHERE place_id = places.id AND spotted_count > 0) WHERE id = ${place_id}`.execute(world.db)
    await carla.gets('updateUserSettings', { ...(await carla.gets('getUserSettings', {})).settings, notify_radius: 100 })
    await carla.gets('report', { target_type: 'user', target_id: dino.id, reason: 'spam' })
    return { carla, dino, pictures: [hers.image_url ?? '', user.profile_pic ?? '', hersToSee.media_url].map((url) => path.basename(url).slice(0, 24)) }
  }

  test('leaves no row, no file and no wrong counter behind', async () => {
    const { carla, dino, pictures } = await livelyPerson('delia')
    const traces = () => findTraces(world.db, [carla.id, 'delia@example.it', ...pictures])
    expect((await traces()).length).toBeGreaterThan(15)
    await expectCountersToEqualRows(world.db)
    expect(await carla.call('deleteAccount', { user_id: carla.id, password: 'non è questa' })).toMatchObject({ status: 403, body: { error: 'La password non è corretta.' } })
    expect((await dino.call('getProfile', { user_id: carla.id })).status).toBe(200)

    expect(await carla.gets('deleteAccount', { user_id: carla.id, password })).toEqual({ success: true, message: 'Il tuo account è stato eliminato.' })

    expect((await carla.call('getFeed', {})).status).toBe(401)
    expect((await world.visitor().call('login', { email: 'delia@example.it', password })).status).toBe(401)
    expect((await dino.call('getProfile', { user_id: carla.id })).status).toBe(404)
    await expectCountersToEqualRows(world.db)
    // What was still to be told ends within the moment, and is told to nobody.
    await expect.poll(traces, { timeout: 10_000 }).toEqual([])
    const files = await readdir(world.folders.media)
    expect(files.filter((file) => pictures.some((name) => file.startsWith(name)))).toEqual([])
  })

  test('while still tapping, breaks nothing', async () => {
    const { carla, dino } = await livelyPerson('cleo')
    const post = await dino.publishes('Ancora')
    const taps = Array.from({ length: 20 }, () => [carla.call('likePost', { post_id: post.id }), carla.call('addComment', { post_id: post.id, text: 'Ciao' }), carla.call('unfollow', { followed_id: dino.id })]).flat()
    const replies = await Promise.all([...taps, carla.call('deleteAccount', { password }), ...taps])
    for (const { status } of replies) expect([200, 401, 404]).toContain(status)
    await expectCountersToEqualRows(world.db)
  })
})
