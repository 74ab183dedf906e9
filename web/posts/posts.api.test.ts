// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { holdsPosts, onPostEvent } from './posts.api.ts'

afterEach(() => queryClient.clear())

const before = {
  id: 7,
  text: 'Cercavo te',
  looks_for_someone: true,
  privacy: 'public',
  edited_at: null,
  image_alt: null,
  likes_count: 1,
  user_liked: false,
  user_bookmarked: true,
  comments_count: 2,
  spotted_count: 0,
} as Post

test('An open page shows all that the author has changed, and keeps what the viewer has done meanwhile', async () => {
  signInAs(1)
  const changed = {
    ...before,
    text: 'Buonasera',
    looks_for_someone: false,
    edited_at: '2026-11-30T10:00:00.000Z',
    user_bookmarked: false,
    likes_count: 0,
  }
  startFakeServer({ getPost: () => ({ post: changed }) })
  queryClient.setQueryDefaults(['feed'], { meta: holdsPosts })
  queryClient.setQueryData(['feed'], { pages: [{ posts: [before] }], pageParams: [null] })
  onPostEvent({ id: 7, likes_count: 3, comments_count: 5, spotted_count: 0, edited_at: changed.edited_at })
  await settle()
  const [shown] = queryClient.getQueryData<{ pages: { posts: Post[] }[] }>(['feed'])!.pages[0]!.posts
  expect(shown).toEqual({ ...changed, user_bookmarked: true, likes_count: 3, comments_count: 5 })
})
