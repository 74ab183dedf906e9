import type { moderationCalls } from '#contract/moderation.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { findComments } from '#server/comments/comments.queries.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deleteBlock, findBlocked } from './blocks.queries.ts'
import { findLog, findSuspended } from './moderation-log.queries.ts'
import {
  blockUser,
  changeRole,
  liftSuspension,
  mergePlaces,
  report,
  resolveReport,
  suspendAccount,
} from './moderation.actions.ts'
import { moderationText } from './moderation.text.ts'
import {
  viewAdministeredUser,
  viewClosedReports,
  viewJudgedComment,
  viewLogEntry,
  viewMuted,
  viewOpenReports,
  viewSuspendedUser,
} from './moderation.views.ts'
import { mute, unmute } from './mutes.actions.ts'
import { findMuted } from './mutes.queries.ts'
import { findNewestPeople, findPeopleNamed, findPeopleWithRole } from './people.queries.ts'
import { withPictures } from '#server/places/picture.queries.ts'
import { usernameKeyOf } from '#server/users/users.queries.ts'
import { viewPresentedUser } from '#server/users/users.views.ts'
import { findPostIdsOfAuthor } from '#server/posts/lists.queries.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { findReportedSubject } from './reported-context.queries.ts'
import { findClosedReports, findOpenReports } from './reports.queries.ts'

/** What a moderator sees around what was reported. */
const contextPosts = 10
const contextComments = 50

export const moderationRoutes = ({
  db,
  pictures,
  jobs,
}: Pick<AppContext, 'db' | 'pictures' | 'jobs'>): Pick<Handlers, keyof typeof moderationCalls> => ({
  async blockUser({ blocked_id }, { viewer }) {
    await blockUser(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.blocked }
  },

  async unblockUser({ blocked_id }, { viewer }) {
    await deleteBlock(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.unblocked }
  },

  async getBlockedUsers(request, { viewer }) {
    const { page, next_cursor } = cutPage(
      await findBlocked(db, { blockerId: viewer.id, ...readPage(request) }),
      request.limit,
      (row) => row.row_id,
    )
    return { success: true, blocked_users: page.map(viewPresentedUser), next_cursor }
  },

  async mute({ target_type, target_id }, { viewer }) {
    await mute(db, viewer.id, { target_type, target_id })
    return { success: true, message: moderationText.muted }
  },

  async unmute({ target_type, target_id }, { viewer }) {
    await unmute(db, viewer.id, { target_type, target_id })
    return { success: true, message: moderationText.unmuted }
  },

  async getMuted(request, { viewer }) {
    const rows = await findMuted(db, { viewerId: viewer.id, ...readPage(request) })
    const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.row_id)
    const places = await withPictures(
      db,
      viewer.id,
      page.filter(({ username }) => username === null),
    )
    const placeRows = new Map(places.map((row) => [row.row_id, row]))
    return { success: true, muted: page.map((row) => viewMuted(placeRows.get(row.row_id) ?? row)), next_cursor }
  },

  async report(input, { viewer }) {
    await report(db, viewer.id, input)
    return { success: true, message: moderationText.reported }
  },

  async getReports({ state, ...request }) {
    const reports =
      state === 'open'
        ? (await findOpenReports(db, readPage(request))).map(viewOpenReports)
        : (await findClosedReports(db, readPage(request))).map(viewClosedReports)
    const { page, next_cursor } = cutPage(reports, request.limit, ({ id }) => id)
    return { success: true, reports: page, next_cursor }
  },

  async getReportedContext({ target_type, target_id }) {
    const subject = await findReportedSubject[target_type](db, target_id)
    if (!subject) throw notFound()
    // A reported post, or that of a comment, as its author sees it. Of a reported profile only what everybody sees:
    // otherwise moderators could read whom they like by reporting them.
    const viewerId = subject.post_id === null ? anonymousViewerId : subject.author_id
    const page = { before: Number.MAX_SAFE_INTEGER, offset: 0 }
    const ids =
      subject.post_id === null
        ? await findPostIdsOfAuthor(db, { ...page, viewerId, subjectId: subject.author_id, limit: contextPosts + 1 })
        : [{ id: subject.post_id }]
    const posts = await findPosts(
      db,
      viewerId,
      ids.slice(0, contextPosts).map(({ id }) => id),
    )
    if (subject.post_id !== null && posts.length === 0) throw notFound()
    const comments =
      subject.post_id === null
        ? []
        : await findComments(db, { ...page, viewerId, postId: subject.post_id, limit: contextComments + 1 })
    return {
      success: true,
      posts: posts.map(viewPost),
      comments: comments.slice(0, contextComments).map(viewJudgedComment),
      has_more: ids.length > contextPosts || comments.length > contextComments,
    }
  },

  async resolveReport(input, { viewer }) {
    await resolveReport({ db, pictures, jobs }, { ...input, moderatorId: viewer.id })
    return { success: true, message: moderationText.resolved[input.action] }
  },

  async mergePlaces({ place_id, into_id }, { viewer }) {
    await mergePlaces(db, { moderatorId: viewer.id, placeId: place_id, intoId: into_id })
    return { success: true, message: moderationText.placesMerged }
  },

  async getSuspended(request) {
    const { page, next_cursor } = cutPage(
      await findSuspended(db, readPage(request)),
      request.limit,
      ({ position }) => position,
    )
    return { success: true, suspended: page.map(viewSuspendedUser), next_cursor }
  },

  async liftSuspension({ suspended_id, note }, { viewer }) {
    const lifted = await liftSuspension(db, { actorId: viewer.id, userId: suspended_id, note })
    if (!lifted) throw new Refusal(409, moderationText.liftedAlready)
    return { success: true, message: moderationText.lifted }
  },

  async getPeople({ query, only, ...request }) {
    const key = usernameKeyOf(query)
    if (key) {
      const people = await findPeopleNamed(db, { key, limit: request.limit })
      return { success: true, people: people.map(viewAdministeredUser), next_cursor: null }
    }
    const findPeople = only === 'moderators' ? findPeopleWithRole : findNewestPeople
    const { page, next_cursor } = cutPage(await findPeople(db, readPage(request)), request.limit, ({ id }) => id)
    return { success: true, people: page.map(viewAdministeredUser), next_cursor }
  },

  async suspendUser({ suspended_id, note }, { viewer }) {
    const suspended = await suspendAccount(db, { actorId: viewer.id, userId: suspended_id, note })
    if (!suspended) throw new Refusal(409, moderationText.suspendedAlready)
    return { success: true, message: moderationText.resolved.suspend }
  },

  async changeRole({ changed_id, role }, { viewer }) {
    if (!(await changeRole(db, { actorId: viewer.id, userId: changed_id, role })))
      throw new Refusal(409, moderationText.roleAlready)
    return { success: true, message: moderationText.roleChanged[role] }
  },

  async getModerationLog(request) {
    const { page, next_cursor } = cutPage(await findLog(db, readPage(request)), request.limit, ({ id }) => id)
    return { success: true, entries: page.map(viewLogEntry), next_cursor }
  },
})
