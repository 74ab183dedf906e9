import type { spottedCalls } from '#contract/spotted.ts'
import type { AppContext } from '#server/app-context.ts'
import { findPlace } from '#server/places/places.queries.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import {
  findPostPage,
  findSpottedPostIdsOfPerson,
  findSpottedPostIdsOfPlace,
  findUnmutedSpottedPostIdsOfPlace,
} from '#server/posts/lists.queries.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findAccessibleProfile } from '#server/users/users.queries.ts'
import { requestSpotted, updateSpottedRequestStatus } from './spotted.actions.ts'
import {
  findDeclinedRequests,
  findPendingReceived,
  findPendingSent,
  findRequests,
  findRequestsToAuthor,
} from './spotted.queries.ts'
import { spottedText } from './spotted.text.ts'
import { viewRequest } from './spotted.views.ts'

export const spottedRoutes = (context: Pick<AppContext, 'db' | 'jobs'>): Pick<Handlers, keyof typeof spottedCalls> => ({
  async getSpottedPosts({ user_id, ...request }, { viewer }) {
    if (!(await findAccessibleProfile(context.db, viewer.id, user_id))) throw notFound()
    const { rows, next_cursor } = await findPostPage(context.db, {
      viewerId: viewer.id,
      find: findSpottedPostIdsOfPerson,
      subjectId: user_id,
      request,
    })
    return { success: true, spotted_posts: rows.map(viewPost), next_cursor }
  },

  async getLocationSpottedPosts({ location_id, without_muted, ...request }, { viewer }) {
    const viewerId = viewer?.id ?? anonymousViewerId
    if (!(await findPlace(context.db, viewerId, location_id))) throw notFound()
    const { rows, next_cursor } = await findPostPage(context.db, {
      viewerId,
      find: without_muted ? findUnmutedSpottedPostIdsOfPlace : findSpottedPostIdsOfPlace,
      subjectId: location_id,
      request,
    })
    return { success: true, spotted_posts: rows.map(viewPost), next_cursor }
  },

  async requestSpotted({ post_id, action, text }, { viewer }) {
    const { status, count } = await requestSpotted(context, { viewerId: viewer.id, postId: post_id, action, text })
    const message = status ? spottedText.requested : spottedText.withdrawn
    return {
      success: true,
      message,
      spotted_status: status !== null,
      user_spotted_status: status,
      spotted_count: count,
    }
  },

  async updateSpottedRequestStatus({ request_id, status }, { viewer }) {
    const spotted_count = await updateSpottedRequestStatus(context, {
      viewerId: viewer.id,
      requestId: request_id,
      status,
    })
    return { success: true, message: spottedText.answered(status), request_status: status, spotted_count }
  },

  async getOwnSpotted({ list, ...request }, { viewer }) {
    const find = list === 'received' ? findPendingReceived : findPendingSent
    const rows = await find(context.db, { viewerId: viewer.id, ...readPage(request) })
    const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.id)
    const posts = await findPosts(
      context.db,
      viewer.id,
      page.map(({ post_id }) => post_id),
    )
    const byId = new Map(posts.map((post) => [post.id, viewPost(post)]))
    const requests = page.flatMap((row) => {
      const post = byId.get(row.post_id)
      return post ? [{ ...viewRequest(row), post }] : []
    })
    return { success: true, requests, next_cursor }
  },

  async getSpottedRequests({ post_id, declined, ...request }, { viewer }) {
    const [post] = await findPosts(context.db, viewer?.id ?? anonymousViewerId, [post_id])
    if (!post) throw notFound()
    const findOwn = declined ? findDeclinedRequests : findRequestsToAuthor
    const find = post.author_id === viewer?.id ? findOwn : findRequests
    const rows = viewer ? await find(context.db, { viewerId: viewer.id, postId: post_id, ...readPage(request) }) : []
    const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.id)
    return { success: true, post: viewPost(post), requests: page.map(viewRequest), next_cursor }
  },
})
