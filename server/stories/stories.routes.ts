import type { storiesCalls } from '#contract/stories.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPage } from '#server/platform/keyset.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findAccessibleProfile } from '#server/users/users.queries.ts'
import { viewUserPage } from '#server/users/users.views.ts'
import { createStory, deleteStory, likeStory, markStoryViewed } from './stories.actions.ts'
import { findLikes } from './story-likes.queries.ts'
import { findRings, findStorytellers } from './storytellers.queries.ts'
import { findOwnStory, findStoriesByAuthor, findStory } from './stories.queries.ts'
import { countStoryViewers, findStoryViewers } from './story-views.queries.ts'
import { firstPageCursor, nextStoryIndex, readCursor, writeCursor } from './stories.rules.ts'
import { storiesText } from './stories.text.ts'
import { viewStory, viewStoryteller } from './stories.views.ts'

export const storiesRoutes = (
  context: Pick<AppContext, 'db' | 'pictures' | 'quotas' | 'jobs'>,
): Pick<Handlers, keyof typeof storiesCalls> => ({
  async createStory({ image, image_alt, picture_id, caption, location_id, client_id }, { viewer, signal }) {
    const id = await createStory(context, {
      authorId: viewer.id,
      image: image || null,
      imageAlt: image_alt,
      pictureId: picture_id || null,
      caption,
      placeId: location_id || null,
      clientId: client_id ?? null,
      signal,
    })
    const story = await findStory(context.db, viewer.id, id)
    if (!story) throw notFound()
    return { success: true, story: viewStory(story) }
  },

  async getUserStories({ user_id }, { viewer }) {
    if (!(await findAccessibleProfile(context.db, viewer.id, user_id))) throw notFound()
    const stories = (await findStoriesByAuthor(context.db, viewer.id, user_id)).map(viewStory)
    return {
      success: true,
      stories,
      start_index: nextStoryIndex(stories),
      has_unread: stories.some(({ is_seen }) => !is_seen),
    }
  },

  async markStoryViewed({ story_id }, { viewer }) {
    await markStoryViewed(context, { viewerId: viewer.id, storyId: story_id })
    return { success: true, message: storiesText.seen }
  },

  async getStoryLikes({ story_id }, { viewer }) {
    const story = await findStory(context.db, viewer.id, story_id)
    if (!story) throw notFound()
    return { success: true, total_likes: story.likes_count, user_liked: story.user_liked }
  },

  async getStoryLikesList({ story_id, ...request }, { viewer }) {
    if (!(await findStory(context.db, viewer.id, story_id))) throw notFound()
    const { users, next_cursor } = viewUserPage(
      await findLikes(context.db, { viewerId: viewer.id, storyId: story_id, ...readPage(request) }),
      request.limit,
    )
    return { success: true, likes: users, next_cursor }
  },

  async getStoryViews({ story_id, ...request }, { viewer }) {
    if (!(await findOwnStory(context.db, viewer.id, story_id))) throw notFound()
    const story = { authorId: viewer.id, storyId: story_id }
    const { users, next_cursor } = viewUserPage(
      await findStoryViewers(context.db, { ...story, ...readPage(request) }),
      request.limit,
    )
    return { success: true, views_count: await countStoryViewers(context.db, story), viewers: users, next_cursor }
  },

  async likeStory({ story_id, action }, { viewer }) {
    const state = await likeStory(context, { viewerId: viewer.id, storyId: story_id, liked: action === 'like' })
    return { success: true, message: state.user_liked ? storiesText.likeAdded : storiesText.likeRemoved, ...state }
  },

  async deleteStory({ story_id }, { viewer }) {
    await deleteStory(context, { viewerId: viewer.id, storyId: story_id })
    return { success: true, message: storiesText.deleted }
  },

  async getStoryRings({ user_ids }, { viewer }) {
    return { success: true, rings: await findRings(context.db, viewer.id, user_ids) }
  },

  async getFollowedStories({ cursor, offset, limit }, { viewer }) {
    const after = cursor === undefined ? firstPageCursor : readCursor(cursor)
    if (!after) throw new Refusal(400, platformText.badRequest)
    const rows = await findStorytellers(context.db, {
      ...after,
      viewerId: viewer.id,
      limit: limit + 1,
      offset: cursor === undefined ? offset : 0,
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      success: true,
      users: page.map(viewStoryteller),
      next_cursor: rows.length > limit && last ? writeCursor(last) : null,
    }
  },
})
