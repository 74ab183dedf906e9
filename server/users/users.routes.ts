import type { usersCalls } from '#contract/users.ts'
import type { AppContext } from '#server/app-context.ts'
import { findAccount } from '#server/auth/auth.queries.ts'
import { viewCurrentUser } from '#server/auth/auth.views.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { countSpottedOfPerson, findPostIdsOfAuthor, findPostPage } from '#server/posts/lists.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { changeProfile, requestFollow, respondFollowRequest, unfollow } from './users.actions.ts'
import {
  countFollowRequests,
  findAccessibleProfile,
  findFollowers,
  findFollowing,
  findFollowRequests,
  findMentionable,
  findProfile,
  findUserNamed,
} from './users.queries.ts'
import { canSeeLists } from './users.rules.ts'
import { usersText } from './users.text.ts'
import { viewPresentedUser, viewProfile, viewUserPage, viewVisibility } from './users.views.ts'

type UsersContext = Pick<AppContext, 'db' | 'pictures' | 'quotas' | 'jobs'>
const unfollowMessages = { accepted: usersText.unfollowed, pending: usersText.requestWithdrawn } as const

export function usersRoutes(context: UsersContext): Pick<Handlers, keyof typeof usersCalls> {
  const { db } = context
  return {
    async getProfile({ user_id, ...request }, { viewer }) {
      const viewerId = viewer?.id ?? anonymousViewerId
      const profile = await findProfile(db, viewerId, user_id)
      if (!profile || (!viewer && profile.is_private)) throw notFound()
      // The statement would read every post of a private account only to return none.
      if (!canSeeLists(viewerId, profile))
        return { success: true, user: viewProfile(profile, null), posts: [], next_cursor: null }
      const spotted = viewer && (await countSpottedOfPerson(db, viewer.id, user_id))
      const user = viewProfile(profile, spotted)
      const { rows, next_cursor } = await findPostPage(db, {
        viewerId,
        find: findPostIdsOfAuthor,
        subjectId: user_id,
        request,
      })
      return { success: true, user, posts: rows.map(viewPost), next_cursor }
    },

    async findUserNamed({ username }, { viewer }) {
      const user = await findUserNamed(db, viewer.id, username)
      if (!user) throw notFound()
      return { success: true, user_id: user.id }
    },

    async suggestMentions({ beginning }, { viewer }) {
      return { success: true, users: (await findMentionable(db, viewer.id, beginning)).map(viewPresentedUser) }
    },

    async updateProfile({ display_name, bio, profile_pic, remove_profile_pic }, { viewer, signal }) {
      await changeProfile(context, viewer.id, {
        displayName: display_name,
        bio,
        image: profile_pic || null,
        removePicture: remove_profile_pic === 1,
        signal,
      })
      return { success: true, user: viewCurrentUser(await findAccount(db, viewer.id)) }
    },

    async requestFollow({ followed_id }, { viewer }) {
      const { is_private, ...state } = await requestFollow(context, viewer.id, followed_id)
      const message = state.follow_status === 'pending' ? usersText.requested : usersText.following
      return { success: true, message, ...state, profile_visibility: viewVisibility(is_private) }
    },

    async unfollow({ followed_id }, { viewer }) {
      const { before, is_private, ...state } = await unfollow(context, viewer.id, followed_id)
      const message = before ? unfollowMessages[before] : usersText.nothingToUnfollow
      return { success: true, message, ...state, profile_visibility: viewVisibility(is_private) }
    },

    async getFollowers({ user_id, ...request }, { viewer }) {
      if (!(await findAccessibleProfile(db, viewer.id, user_id))) throw notFound()
      const rows = await findFollowers(db, { viewerId: viewer.id, subjectId: user_id, ...readPage(request) })
      const { users, next_cursor } = viewUserPage(rows, request.limit)
      return { success: true, followers: users, next_cursor }
    },

    async getFollowing({ user_id, ...request }, { viewer }) {
      if (!(await findAccessibleProfile(db, viewer.id, user_id))) throw notFound()
      const rows = await findFollowing(db, { viewerId: viewer.id, subjectId: user_id, ...readPage(request) })
      const { users, next_cursor } = viewUserPage(rows, request.limit)
      return { success: true, following: users, next_cursor }
    },

    async getFollowRequests(request, { viewer }) {
      const rows = await findFollowRequests(db, { viewerId: viewer.id, subjectId: viewer.id, ...readPage(request) })
      const { users, next_cursor } = viewUserPage(rows, request.limit)
      return { success: true, requests: users, total: await countFollowRequests(db, viewer.id), next_cursor }
    },

    async respondFollowRequest({ requester_id, action }, { viewer }) {
      const accept = action === 'accept'
      await respondFollowRequest(context, viewer.id, { requesterId: requester_id, accept })
      return { success: true, message: accept ? usersText.accepted : usersText.declined }
    },
  }
}
