import type { Post, PostChoices, PostPicture } from '#contract/posts.ts'
import { pictureUrl, videoUrl } from '#server/media/media.rules.ts'
import type { ConfirmedPerson } from './confirmed-people.queries.ts'
import type { ChoicesRow, PictureRow, PostCounts, PostRow } from './posts.queries.ts'

export function viewPost(row: PostRow): Post {
  return {
    id: row.id,
    user_id: row.author_id,
    username: row.username,
    profile_pic: row.author_picture && pictureUrl(row.author_picture),
    location_id: row.place_id,
    location_name: row.place_name,
    location_town: row.place_town,
    location_province: row.place_province,
    location_latitude: row.latitude,
    location_longitude: row.longitude,
    text: row.text,
    image_url: row.picture && pictureUrl(row.picture),
    image_width: row.picture_width,
    image_height: row.picture_height,
    image_thumbhash: row.picture_thumbhash,
    image_alt: row.picture_alt,
    more_images: viewPictures(row.more_pictures),
    video_url: row.picture && row.has_video ? videoUrl(row.picture) : null,
    video_is_silent: row.video_is_silent ?? false,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    likes_count: row.likes_count,
    user_liked: row.user_liked,
    comments_count: row.comments_count,
    user_commented: row.user_commented,
    user_bookmarked: row.user_bookmarked,
    spotted_count: row.spotted_count,
    user_spotted_status: row.user_spotted_status,
    spotted_people: viewConfirmedPeople(row.spotted_people),
    ...viewChoices(row),
  }
}

export const viewChoices = ({ followers_only, looks_for_someone }: ChoicesRow): PostChoices => ({
  privacy: followers_only ? 'followers' : 'public',
  looks_for_someone,
})

export const viewPictures = (pictures: PictureRow[] | null): PostPicture[] =>
  (pictures ?? []).map(({ name, ...picture }) => ({ url: pictureUrl(name), ...picture }))

const viewConfirmedPeople = (people: ConfirmedPerson[] | null): Post['spotted_people'] =>
  (people ?? []).map(({ id, username, picture }) => ({ id, username, profile_pic: picture && pictureUrl(picture) }))

/** The live event that updates a post on open pages. */
export const viewPostCounts = ({ viewer_id, edited_at, ...counts }: PostCounts) => ({
  viewerId: viewer_id,
  event: { event: 'post', data: { ...counts, edited_at: edited_at?.toISOString() ?? null } } as const,
})
