// @vitest-environment jsdom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Post } from '#contract/posts.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { likesQuery } from './likes.api.ts'
import { likePost } from './posts.api.ts'

test('A list of likes that is opened while a like is on its way shows it once it arrives', async () => {
  signInAs(1)
  let likes = [{ id: 3, username: 'carla' } as ListedUser]
  const server = startFakeServer({ likePost: () => ({}), getLikes: () => ({ likes, next_cursor: null }) })
  const answer = server.holdNext('likePost')
  void likePost({ id: 7, user_liked: false, likes_count: 1 } as Post)()
  const close = new InfiniteQueryObserver(queryClient, likesQuery(7)).subscribe(() => undefined)
  await settle()
  const listed = () => queryClient.getQueryData(likesQuery(7).queryKey)?.pages[0]?.people.map(({ id }) => id)
  expect(listed()).toEqual([3])
  likes = [{ id: 1, username: 'anna' } as ListedUser, ...likes]
  await answer(200, { user_liked: true, likes_count: 2 })
  expect(listed()).toEqual([1, 3])
  close()
})
