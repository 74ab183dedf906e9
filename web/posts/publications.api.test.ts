// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import type { Post } from '#contract/posts.ts'
import type { Story } from '#contract/stories.ts'
import { closeBrowser, openBrowser, passMs, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { cachedRing } from '#web/stories/rings.api.ts'
import { toastStore } from '#web/ui/toast.ts'
import { takesNewPosts } from './posts.api.ts'
import {
  discardPublication,
  findPublication,
  type Publication,
  type PublicationContent,
  retryPublication,
  startPublishing,
  usePublications,
  usePublish,
  useStalledPublicationId,
} from './publications.api.ts'
import { publishingText } from './publishing/publishing.text.ts'

/** The uploaded videos: jsdom stores and sends no files. */
const uploads = vi.hoisted((): object[] => [])
vi.mock('#web/media/uploads.api.ts', () => ({
  uploadVideo: (_id: string, video: object) => Promise.resolve({ picture_id: 50 + uploads.push(video) }),
}))

const dayMs = 24 * 60 * 60 * 1000
let server: ReturnType<typeof startTestServer>
let stop: () => void

/** A server that numbers the pictures it receives. */
function startTestServer() {
  let pictureCount = 0
  return startFakeServer({
    uploadPicture: () => ({ picture_id: ++pictureCount }),
    createSpot: ({ text }) => ({ post: { id: 7, text } as Post }),
    createStory: () => ({ story: { id: 8, user_id: 1 } as Story }),
  })
}

beforeAll(openBrowser)
afterAll(closeBrowser)
beforeEach(async () => {
  server = startTestServer()
  signInAs(1)
  stop = startPublishing()
  await settle()
})
afterEach(async () => {
  stop()
  cleanup()
  queryClient.clear()
  clearStorage()
  await passMs(5000)
})

const picture = (name: string) => ({ image: `data:image/jpeg;base64,${name}`, alt: `Alt ${name}` })
const a = picture('a')
const b = picture('b')
const c = picture('c')

const post = (part: Partial<PublicationContent> = {}): PublicationContent => ({
  text: 'Hello',
  place: { id: 5, name: 'Duomo', town: null, province: null },
  privacy: 'followers',
  looks_for_someone: null,
  is_story: false,
  pictures: [],
  ...part,
})

/** A page that publishes and shows what is not published yet. */
function openPage(refused?: Publication, path = '/new-spot') {
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(MemoryRouter, { initialEntries: ['/profile', path], initialIndex: 1 }, children)
  const { result } = renderHook(
    () => ({
      publish: usePublish(refused),
      publications: usePublications(),
      stalledId: useStalledPublicationId(),
      path: useLocation().pathname,
    }),
    { wrapper },
  )
  return result
}

async function publish(content: PublicationContent, refused?: Publication) {
  const page = openPage(refused)
  page.current.publish(content)
  await settle()
  return page
}

const toasts = () => toastStore.current().map(({ text }) => text)

describe('A post', () => {
  test('is published in the background, and the person is led to the feed', async () => {
    const page = await publish(post())
    expect(page.current.path).toBe('/feed')
    expect(server.names()).toEqual(['createSpot'])
    expect(server.last()).toEqual({
      user_id: 1,
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      text: 'Hello',
      privacy: 'followers',
      looks_for_someone: 0,
      location_id: 5,
    } satisfies Partial<Input<'createSpot'>>)
    expect(toasts()).toEqual([publishingText.postPublished])
    expect(page.current.publications).toEqual([])
  })

  test('appears at the top of the lists that take new posts, in place of the same one', async () => {
    const queryKey = ['feed']
    const pages = [{ posts: [{ id: 6 }, { id: 7 }] }, { posts: [{ id: 5 }] }]
    new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => ({ pages, pageParams: ['', ''] }),
      meta: takesNewPosts,
    }).subscribe(() => undefined)
    await settle()
    await publish(post())
    expect(queryClient.getQueryData(queryKey)).toMatchObject({
      pages: [{ posts: [{ id: 7, text: 'Hello' }, { id: 6 }] }, { posts: [{ id: 5 }] }],
    })
  })

  test('without a place says so', async () => {
    await publish(post({ place: null }))
    expect(server.last()).toMatchObject({ location_id: 0 })
  })

  test('takes a single picture with it', async () => {
    await publish(post({ pictures: [a] }))
    expect(server.names()).toEqual(['createSpot'])
    expect(server.last()).toMatchObject({ image: a.image, image_alt: 'Alt a' })
    expect(server.last()).not.toHaveProperty('picture_ids')
  })

  test('sends several pictures before it, one after the other, and counts them', async () => {
    const answer = server.holdNext('uploadPicture')
    const answerSecond = server.holdNext('uploadPicture')
    const page = await publish(post({ pictures: [a, b] }))
    expect(server.names()).toEqual(['uploadPicture'])
    await answer(200, { picture_id: 31 })
    expect(server.names()).toEqual(['uploadPicture', 'uploadPicture'])
    expect(page.current.publications[0]?.pictures.map(({ picture_id }) => picture_id)).toEqual([31, undefined])
    await answerSecond(200, { picture_id: 30 })
    expect(server.calls.slice(0, 2).map(({ input }) => input)).toEqual([
      { user_id: 1, image: a.image, image_alt: 'Alt a' },
      { user_id: 1, image: b.image, image_alt: 'Alt b' },
    ])
    expect(server.last()).toMatchObject({ picture_ids: '31,30' })
    expect(server.last()).not.toHaveProperty('image')
  })

  test('sends no picture again that has arrived, also after a reload', async () => {
    const hold = server.holdNext('uploadPicture')
    const page = await publish(post({ pictures: [a, b, c] }))
    server.loseNext('uploadPicture')
    await hold(200, { picture_id: 40 })
    expect(page.current.stalledId).toBe(page.current.publications[0]?.client_id)
    stop()
    stop = startPublishing()
    await settle()
    expect(server.calls.map(({ input }) => input.image ?? input.picture_ids)).toEqual([
      a.image,
      b.image,
      b.image,
      c.image,
      '40,1,2',
    ])
  })

  test('is published under the same id when the answer was lost', async () => {
    server.loseNext('createSpot')
    await publish(post({ pictures: [a, b] }))
    await passMs(1000)
    expect(server.names()).toEqual(['uploadPicture', 'uploadPicture', 'createSpot', 'createSpot'])
    expect(server.calls[3]?.input).toEqual(server.calls[2]?.input)
  })
})

describe('A refused post', () => {
  async function publishRefused(content = post({ pictures: [a, b] })) {
    server.refuseNext('createSpot', 409, 'Gone.')
    const page = await publish(content)
    return { page, refused: page.current.publications[0]! }
  }

  test('keeps its reason, and says where to find it unless the feed is open', async () => {
    const { refused } = await publishRefused()
    expect(refused).toMatchObject({ refusal: 'Gone.', is_in_doubt: false })
    expect(await findPublication(refused.client_id)).toEqual(refused)
    expect(toasts()).toEqual([publishingText.notPublished(false)])
    await passMs(5000)
    window.history.pushState(null, '', '/feed')
    await publishRefused()
    expect(toasts()).toEqual([])
    window.history.pushState(null, '', '/')
  })

  test('sends its pictures anew when it is tried again, because the server may have deleted them', async () => {
    const { page, refused } = await publishRefused()
    await passMs(60_000)
    await retryPublication(refused)
    await settle()
    expect(server.names().slice(3)).toEqual(['uploadPicture', 'uploadPicture', 'createSpot'])
    expect(server.last()).toMatchObject({ client_id: refused.client_id, picture_ids: '3,4' })
    expect(page.current.publications).toEqual([])
  })

  test('gives its place to the corrected one', async () => {
    const { refused } = await publishRefused(post())
    const page = await publish(post({ text: 'Better' }), refused)
    expect(server.last()).toMatchObject({ text: 'Better' })
    expect(server.last()?.client_id).not.toBe(refused.client_id)
    expect(page.current.publications).toEqual([])
    expect(await findPublication(refused.client_id)).toBeNull()
  })

  test('is deleted on request', async () => {
    const { page, refused } = await publishRefused()
    await discardPublication(refused.client_id)
    await settle()
    expect(page.current.publications).toEqual([])
  })

  test('for a picture is not published at all', async () => {
    server.refuseNext('uploadPicture', 413, 'Too large.')
    const page = await publish(post({ pictures: [a, b] }))
    expect(server.names()).toEqual(['uploadPicture'])
    expect(page.current.publications).toMatchObject([{ refusal: 'Too large.', is_in_doubt: false }])
  })
})

describe('A post that may have been published all the same', () => {
  test('keeps its id and its pictures when it is tried again', async () => {
    for (let time = 1; time <= 5; time++) server.refuseNext('createSpot', 500, 'Broken.')
    const page = await publish(post({ pictures: [a, b] }))
    await passMs(60_000)
    const [given] = page.current.publications
    expect(given).toMatchObject({ refusal: platformText.unexpectedError, is_in_doubt: true })
    const before = server.last()
    await retryPublication(given!)
    await settle()
    expect(server.names().filter((name) => name === 'uploadPicture')).toHaveLength(2)
    expect(server.last()).toEqual(before)
    expect(page.current.publications).toEqual([])
  })

  test('is given up after a day, and has another day when it is tried again', async () => {
    server.loseNext('createSpot', 4)
    const page = await publish(post())
    const wakeAfter = async (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      window.dispatchEvent(new Event('online'))
      await settle()
    }
    await wakeAfter(dayMs - 1000)
    expect(page.current.publications).toMatchObject([{ refusal: null }])
    await wakeAfter(2000)
    const [given] = page.current.publications
    expect(given).toMatchObject({ refusal: platformText.networkError, is_in_doubt: true })
    await retryPublication(given!)
    await settle()
    expect(server.calls).toHaveLength(4)
    expect(page.current.publications).toMatchObject([{ refusal: null }])
    await wakeAfter(1000)
    expect(page.current.publications).toEqual([])
  })
})

describe('A story', () => {
  const story = (part: Partial<PublicationContent> = {}) => post({ is_story: true, pictures: [a], ...part })

  test('is published with picture, caption and place, and its ring is new', async () => {
    const page = await publish(story())
    expect(server.names()).toEqual(['createStory'])
    expect(server.last()).toEqual({
      user_id: 1,
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      image: a.image,
      image_alt: 'Alt a',
      caption: 'Hello',
      location_id: 5,
    } satisfies Partial<Input<'createStory'>>)
    expect(toasts()).toEqual([publishingText.storyPublished])
    expect(cachedRing(1)).toBe('unseen')
    expect(page.current.publications).toEqual([])
  })

  test('without a place names none', async () => {
    await publish(story({ place: null }))
    expect(server.last()).not.toHaveProperty('location_id')
  })

  test('with a video sends it and its cover before, once, and comes after it', async () => {
    const video = new Blob(['x'], { type: 'video/mp4' })
    server.loseNext('createStory')
    const page = await publish(story({ pictures: [{ ...a, video }] }))
    await vi.waitFor(() => expect(page.current.stalledId).not.toBeNull())
    expect(page.current.publications[0]?.pictures).toMatchObject([{ image: a.image, picture_id: 51 }])
    stop()
    stop = startPublishing()
    await settle()
    expect(uploads).toMatchObject([{ user_id: 1, image: a.image, image_alt: 'Alt a' }])
    expect(server.names()).toEqual(['createStory', 'createStory'])
    expect(server.last()).toEqual(server.calls[0]?.input)
    expect(server.last()).toMatchObject({ picture_id: 51, caption: 'Hello', location_id: 5 })
    expect(server.last()).not.toHaveProperty('image')
    expect(page.current.publications).toEqual([])
  })

  test('that is refused says so in its own words', async () => {
    server.refuseNext('createStory', 409, 'Too many.')
    const page = await publish(story())
    expect(page.current.publications).toMatchObject([{ refusal: 'Too many.' }])
    expect(toasts()).toEqual([publishingText.notPublished(true)])
  })
})
