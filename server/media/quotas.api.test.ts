import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNoisyPhoto, createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'
import { deletePastUsage } from './quotas.queries.ts'

const app = useTestApp({ RATE_LIMITS: 'on', MAX_POSTS_PER_DAY: '3', MAX_PICTURE_MB_PER_DAY: '1' })
let anna: TestUser
let placeId: number
let number = 0
beforeAll(async () => {
  placeId = await app.findPlaceId('Milano')
})
beforeEach(avoidHourEnd)

const createAnna = async () => {
  number++
  anna = await app.createUser(`anna${number}`)
}
const post = (text: string, image?: string) =>
  anna.call('createSpot', { text, location_id: placeId, ...(image !== undefined && { image }) })

describe('Posts of a day', () => {
  test('are limited, with one sentence; tomorrow there are others', async () => {
    await createAnna()
    for (const text of ['Uno', 'Due', 'Tre']) expect((await post(text)).status).toBe(200)
    const refused = await post('Quattro')
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Hai raggiunto il limite di 3 post al giorno. Potrai pubblicarne altri domani.' },
    })
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(25 * 60 * 60)
    const yesterday = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
    await sql`UPDATE daily_usage SET day = ${yesterday} WHERE user_id = ${anna.id}`.execute(app.db)
    expect((await post('Domani')).status).toBe(200)
  })

  test('are not given back by deleting them', async () => {
    await createAnna()
    for (const text of ['Uno', 'Due', 'Tre']) {
      const { id } = await anna.createPost(text)
      await anna.callOk('deletePost', { post_id: id })
    }
    expect((await post('Quattro')).status).toBe(429)
  })

  test('are limited also when they are sent all at once', async () => {
    await createAnna()
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => post(`Post ${index}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    const { posts } = await anna.callOk('getProfile', { user_id: anna.id })
    expect(posts).toHaveLength(3)
  })

  test('that are refused do not count', async () => {
    await createAnna()
    for (let index = 0; index < 5; index++) expect((await post('Foto', 'data:image/png;base64,AAAA')).status).toBe(415)
    expect((await post('Testo')).status).toBe(200)
  })
})

describe('Pictures of a day', () => {
  test('count together wherever they are shown, and what is refused leaves no file', async () => {
    await createAnna()
    const bruno = await app.createUser(`bruno${number}`)
    await anna.follow(bruno)
    await bruno.follow(anna)
    const image = await createNoisyPhoto(500, 300)
    const send = () => anna.call('sendMessage', { other_id: bruno.id, client_id: randomUUID(), text: '', image })
    const publishStory = () => anna.call('createStory', { image })
    let accepted = 0
    while (accepted < 20 && (await (accepted % 2 ? publishStory() : send())).status === 200) accepted++
    expect(accepted).toBeGreaterThanOrEqual(2)
    expect(accepted).toBeLessThan(20)
    const before = (await readdir(app.folders.media)).toSorted()
    for (const refused of [
      await send(),
      await anna.call('createStory', { image }),
      await anna.call('updateProfile', { profile_pic: image }),
      await post('Foto', image),
    ])
      expect(refused).toMatchObject({
        status: 429,
        body: { error: 'Per oggi hai caricato tutte le foto che puoi. Potrai caricarne altre domani.' },
      })
    expect((await readdir(app.folders.media)).toSorted()).toEqual(before)
    expect((await post('Senza foto')).status).toBe(200)
    expect((await anna.call('updateProfile', { bio: 'Ciao' })).status).toBe(200)
    expect((await bruno.call('updateProfile', { profile_pic: await createPhoto() })).status).toBe(200)
  })
})

test('A video counts as what it and its cover weigh, when it is uploaded and not again as a story', async () => {
  await createAnna()
  const image = await createPhoto(320, 180)
  const video = videoDataUrl(await createVideo({ frameBytes: 45_000 }))
  const send = () => anna.call('uploadVideo', { video, image })
  const { picture_id } = await anna.callOk('uploadVideo', { video, image })
  expect((await send()).status).toBe(200)
  const before = (await readdir(app.folders.media)).toSorted()
  expect(await send()).toMatchObject({
    status: 429,
    body: { error: 'Per oggi hai caricato tutte le foto che puoi. Potrai caricarne altre domani.' },
  })
  expect((await readdir(app.folders.media)).toSorted()).toEqual(before)
  await sql`UPDATE daily_usage SET picture_bytes = ${1_000_000_000} WHERE user_id = ${anna.id}`.execute(app.db)
  await anna.callOk('createStory', { picture_id })
})

test('Housekeeping deletes the sums of past days and keeps today’s', async () => {
  await createAnna()
  await anna.createPost('Oggi')
  const user_id = anna.id
  await sql`
    INSERT INTO daily_usage (user_id, day, posts, picture_bytes)
    VALUES (${user_id}, '2001-01-01', 1, 0)`.execute(app.db)
  await deletePastUsage(app.db)
  const rows = await sql<{ posts: number }>`SELECT posts FROM daily_usage WHERE user_id = ${user_id}`.all(app.db)
  expect(rows).toEqual([{ posts: 1 }])
})
