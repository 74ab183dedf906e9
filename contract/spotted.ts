import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { actingUserId, idInput } from './fields.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

const page = z.object({ success: z.literal(true), spotted_posts: z.array(post), next_cursor: nextCursor })

export const getSpottedPosts = endpoint({
  summary: 'The posts in which somebody is confirmed, newest first; of a private account for its followers only',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: page,
  errors: [400, 404],
})

export const getLocationSpottedPosts = endpoint({
  summary: 'The posts at a place in which somebody is confirmed, newest first',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: page,
  errors: [400, 404],
})
