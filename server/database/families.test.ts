import { expect, test } from 'vitest'
import { readDeclaredStatements } from '#server/testing/harness/declared-statements.ts'
import { findStatementTables } from '#server/testing/harness/statement-tables.ts'
import type { Tables } from './tables.ts'

// An engine that distributes rows over machines keeps together what has the same key: the family of posts by place,
// what belongs to one person, what lies between two people, and conversations. A statement that joins families would
// have to be written anew for it (docs/operations.md, "When one writer ends"). So a new one is named here, by somebody
// who has asked whether two statements would do.

type Family = 'posts' | 'people' | 'relations' | 'messages'

/** Null: small or seldom changed, a copy on every machine. */
const familyOf: Record<keyof Tables, Family | null> = {
  posts: 'posts',
  post_hashtags: 'posts',
  post_mentions: 'posts',
  comment_mentions: 'posts',
  post_pictures: 'posts',
  post_likes: 'posts',
  comments: 'posts',
  comment_likes: 'posts',
  spotted_requests: 'posts',
  spotted_declines: 'posts',
  bookmarks: 'posts',
  stories: 'posts',
  story_views: 'posts',
  story_likes: 'posts',
  events: 'posts',
  event_attendances: 'posts',
  user_settings: 'people',
  sessions: 'people',
  access_tokens: 'people',
  password_resets: 'people',
  export_links: 'people',
  email_changes: 'people',
  passkeys: 'people',
  known_devices: 'people',
  passkey_tickets: 'people',
  recovery_codes: 'people',
  daily_usage: 'people',
  notifications: 'people',
  push_subscriptions: 'people',
  user_cells: 'people',
  picture_uploads: 'people',
  follows: 'relations',
  blocks: 'relations',
  mutes: 'relations',
  place_follows: 'relations',
  conversations: 'messages',
  conversation_members: 'messages',
  messages: 'messages',
  message_reactions: 'messages',
  hidden_messages: 'messages',
  media: null,
  users: null,
  places: null,
  place_sources: null,
  merged_places: null,
  place_directories: null,
  hashtag_backfill: null,
  reports: null,
  moderators: null,
  moderation_log: null,
  announcements: null,
  registration_settings: null,
  invitations: null,
  blocked_addresses: null,
  hourly_figures: null,
  hourly_errors: null,
  backup_requests: null,
  legal_texts: null,
  map_count: null,
  map_places: null,
  map_cells: null,
}

/** A line for each combination of families and file. */
const named: string[] = [
  'messages + people + posts + relations in server/auth/export.queries.ts: exportedSections, findPictureNames, section',
  'messages + people + posts + relations in server/chat/conversations.queries.ts: findConversation, findConversations, findMessagingPermission',
  'messages + people + posts in server/auth/auth.queries.ts: deleteAccount',
  'messages + people + relations in server/chat/messages.queries.ts: findMessagePushCandidate',
  'messages + posts + relations in server/auth/auth.queries.ts: lockRows',
  'messages + posts + relations in server/chat/messages.queries.ts: findMessages, findMessagesByNumber',
  'messages + posts + relations in server/media/picture-access.queries.ts: findVisiblePictures',
  'messages + posts in server/moderation/reports.queries.ts: findClosedReports, findOpenReports',
  'messages + relations in server/chat/conversations.queries.ts: countBoth, findListing, findUndelivered',
  'people + posts + relations in server/notifications/notification-inserts.queries.ts: notifyPlaceFollowers, notifyUsersNearby, upsert',
  'people + posts + relations in server/notifications/notifications.queries.ts: countShown, findWhere',
  'people + posts + relations in server/places/merging.queries.ts: moves',
  'people + posts in server/administration/figures.queries.ts: upsertFigures',
  'posts + relations in server/auth/auth.queries.ts: deletionLocks',
  'posts + relations in server/comments/comments.queries.ts: findComments, findNewestReplies, findReplies, findVisibleComment',
  'posts + relations in server/events/events.queries.ts: findEvent, findEventsOfPlace',
  'posts + relations in server/feed/cache/confirmation.queries.ts: findState',
  'posts + relations in server/feed/feed.queries.ts: createAreaStatements',
  'posts + relations in server/feed/following.queries.ts: findFollowingPostIds',
  'posts + relations in server/map/counting.queries.ts: sumPlaces',
  'posts + relations in server/map/map.queries.ts: findHiddenAtPlaces, findHiddenInCells, findSharedPlaces',
  'posts + relations in server/notifications/actors.queries.ts: actorSources',
  'posts + relations in server/onboarding/onboarding.queries.ts: findActivePlaces, findActiveUsers',
  'posts + relations in server/places/photos.queries.ts: findPlacePhotos',
  'posts + relations in server/posts/bookmarks.queries.ts: findBookmarks',
  'posts + relations in server/posts/confirmed-people.queries.ts: confirmedPeopleSqlFor',
  'posts + relations in server/posts/likes.queries.ts: findLikes',
  'posts + relations in server/posts/lists.queries.ts: countVisiblePosts, findSpottedPostIdsOfPerson, findUnmutedSpottedPostIdsOfPlace, findVisiblePostIds',
  'posts + relations in server/posts/mentions.queries.ts: insertNew, insertOfComment',
  'posts + relations in server/posts/posts.queries.ts: findPost, findPostCounts, findPosts, lockAvailablePosts, lockPost',
  'posts + relations in server/search/hashtags.queries.ts: findHashtags',
  'posts + relations in server/search/words.queries.ts: findVisible, walk',
  'posts + relations in server/spotted/spotted.queries.ts: findVisibleRequest, listRequests',
  'posts + relations in server/stories/stories.queries.ts: findStoriesByAuthor, findStory, lockStory',
  'posts + relations in server/stories/story-likes.queries.ts: findLikes',
  'posts + relations in server/stories/story-views.queries.ts: count, findStoryViewers',
  'posts + relations in server/stories/storytellers.queries.ts: findRings, findStorytellers',
]

function findJoins(): string[] {
  const joins = new Map<string, string[]>()
  for (const { file, name, tables } of findStatementTables(readDeclaredStatements(), Object.keys(familyOf))) {
    const families = new Set(tables.map((table) => familyOf[table as keyof Tables]).filter((family) => family !== null))
    if (families.size < 2) continue
    const key = `${[...families].toSorted().join(' + ')} in ${file}`
    joins.set(key, [...(joins.get(key) ?? []), name])
  }
  return [...joins].map(([key, names]) => `${key}: ${names.toSorted().join(', ')}`).toSorted()
}

test('Every statement that joins families which would be distributed apart is named here', () => {
  expect(findJoins()).toEqual(named)
})
