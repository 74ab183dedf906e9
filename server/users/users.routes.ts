import type { usersCalls } from '#contract/users.ts'
import { findAccount } from '#server/auth/auth.queries.ts'
import { viewCurrentUser } from '#server/auth/auth.views.ts'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { countSpottedOfPerson, findPostIdsOfAuthor, findPostPage } from '#server/posts/lists.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { changeProfile, requestFollow, respondFollowRequest, unfollow } from './users.actions.ts'
import {
  countFollowRequests,
  findFollowers,
  findFollowing,
  findFollowRequests,
  findAccessibleProfile,
  findProfile,
} from './users.queries.ts'
import { canSeeLists } from './users.rules.ts'
import { usersText } from './users.text.ts'
import { viewPeople, viewProfile, viewVisibility } from './users.views.ts'

type UsersContext = { db: Database; pictures: PictureStore; jobs: JobQueue }
const unfollowMessages = { accepted: usersText.unfollowed, pending: usersText.requestWithdrawn } as const

export const usersRoutes = ({ db, pictures, jobs }: UsersContext): Pick<Handlers, keyof typeof usersCalls> => ({
  async getProfile({ user_id, ...request }, { viewer }) {
    const person = await findProfile(db, viewer.id, user_id)
    if (!person) throw notFound()
    const spotted = await countSpottedOfPerson(db, viewer.id, user_id)
    // Of a closed account every post would be read, to show none.
    if (!canSeeLists(viewer.id, person))
      return { success: true, user: viewProfile(person, spotted), posts: [], next_cursor: null }
    const { rows, next_cursor } = await findPostPage(db, {
      viewerId: viewer.id,
      find: findPostIdsOfAuthor,
      subjectId: user_id,
      request,
    })
    return { success: true, user: viewProfile(person, spotted), posts: rows.map(viewPost), next_cursor }
  },

  async updateProfile({ bio, profile_pic, remove_profile_pic }, { viewer }) {
    await changeProfile(db, pictures, viewer.id, {
      bio,
      image: profile_pic || null,
      removePicture: remove_profile_pic === 1,
    })
    return { success: true, user: viewCurrentUser(await findAccount(db, viewer.id)) }
  },

  async requestFollow({ followed_id }, { viewer }) {
    const { is_private, ...state } = await requestFollow(db, jobs, viewer.id, followed_id)
    const message = state.follow_status === 'pending' ? usersText.requested : usersText.following
    return { success: true, message, ...state, profile_visibility: viewVisibility(is_private) }
  },

  async unfollow({ followed_id }, { viewer }) {
    const { before, is_private, ...state } = await unfollow(db, viewer.id, followed_id)
    const message = before ? unfollowMessages[before] : usersText.nothingToUnfollow
    return { success: true, message, ...state, profile_visibility: viewVisibility(is_private) }
  },

  async getFollowers({ user_id, ...request }, { viewer }) {
    if (!(await findAccessibleProfile(db, viewer.id, user_id))) throw notFound()
    const { people, next_cursor } = viewPeople(
      await findFollowers(db, viewer.id, user_id, ...readPage(request)),
      request.limit,
    )
    return { success: true, followers: people, next_cursor }
  },

  async getFollowing({ user_id, ...request }, { viewer }) {
    if (!(await findAccessibleProfile(db, viewer.id, user_id))) throw notFound()
    const { people, next_cursor } = viewPeople(
      await findFollowing(db, viewer.id, user_id, ...readPage(request)),
      request.limit,
    )
    return { success: true, following: people, next_cursor }
  },

  async getFollowRequests(request, { viewer }) {
    const { people, next_cursor } = viewPeople(
      await findFollowRequests(db, viewer.id, viewer.id, ...readPage(request)),
      request.limit,
    )
    return { success: true, requests: people, total: await countFollowRequests(db, viewer.id), next_cursor }
  },

  async respondFollowRequest({ requester_id, action }, { viewer }) {
    await respondFollowRequest(db, jobs, viewer.id, requester_id, action === 'accept')
    return { success: true, message: action === 'accept' ? usersText.accepted : usersText.declined }
  },
})
