// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { closeBrowser, openBrowser, passMs, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { PostPictures } from './PostPictures.tsx'

let server: ReturnType<typeof startTestServer>
let isLiked: boolean

const startTestServer = () =>
  startFakeServer({
    likePost: () => {
      isLiked = !isLiked
      return { user_liked: isLiked, likes_count: Number(isLiked) }
    },
  })

beforeAll(openBrowser)
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  isLiked = false
  server = startTestServer()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const Address = () => <output>{useLocation().pathname}</output>

function showPost(part: Partial<Post>, isInList = true) {
  const post = {
    id: 7,
    username: 'bruno',
    image_url: '/media/1-1280.webp',
    image_width: 4,
    image_height: 3,
    image_thumbhash: '',
    image_alt: null,
    more_images: [],
    likes_count: 0,
    user_liked: isLiked,
    ...part,
  } as Post
  renderPart(
    <>
      <PostPictures post={post} urgent={false} isInList={isInList} />
      <Address />
    </>,
    '/feed',
  )
}
const tap = () => fireEvent.click(screen.getByRole('button'), { detail: 1 })
const address = () => screen.getByRole('status').textContent
const hasHeart = () => document.querySelector('svg') !== null

test('Two taps on a photo like its post and show a heart, and open nothing', async () => {
  showPost({})
  tap()
  tap()
  expect(hasHeart()).toBe(true)
  await act(() => passMs(1000))
  expect(server.names()).toEqual(['likePost'])
  expect(address()).toBe('/feed')
})

test('Two taps on the photo of a post that one likes show the heart, and the like stays', async () => {
  isLiked = true
  showPost({})
  tap()
  tap()
  expect(hasHeart()).toBe(true)
  await act(settle)
  expect(server.names()).toEqual([])
})

test('One tap opens the post', async () => {
  showPost({})
  tap()
  await act(() => passMs(1000))
  expect(address()).toBe('/post/7')
  expect(server.names()).toEqual([])
})
