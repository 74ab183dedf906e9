import type { Story, Storyteller } from '#contract/stories.ts'
import { pictureUrl, videoUrl } from '#server/media/media.rules.ts'
import type { StoryRow } from './stories.queries.ts'
import type { StorytellerRow } from './storytellers.queries.ts'

export function viewStory(row: StoryRow): Story {
  return {
    id: row.id,
    user_id: row.author_id,
    username: row.username,
    profile_pic: row.author_picture && pictureUrl(row.author_picture),
    media_url: row.has_video ? videoUrl(row.picture) : pictureUrl(row.picture),
    cover_url: row.has_video ? pictureUrl(row.picture) : null,
    media_is_silent: row.video_is_silent,
    media_width: row.picture_width,
    media_height: row.picture_height,
    media_thumbhash: row.picture_thumbhash,
    media_alt: row.picture_alt,
    caption: row.caption,
    location_id: row.place_id,
    location_name: row.place_name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_seen: row.is_seen,
    likes_count: row.likes_count,
    user_liked: row.user_liked,
  }
}

export const viewStoryteller = ({ id, username, picture, has_unread }: StorytellerRow): Storyteller => ({
  id,
  username,
  profile_pic: picture && pictureUrl(picture),
  has_unread,
})
