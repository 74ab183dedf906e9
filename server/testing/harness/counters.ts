import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/connect.ts'

/** Every counter, and the rows that it counts. */
const counters = {
  'posts.likes_count': 'SELECT count(*) FROM post_likes WHERE post_id = t.id',
  'posts.comments_count': 'SELECT count(*) FROM comments WHERE post_id = t.id',
  'posts.spotted_count': "SELECT count(*) FROM spotted_requests WHERE post_id = t.id AND status = 'confirmed'",
  'stories.likes_count': 'SELECT count(*) FROM story_likes WHERE story_id = t.id',
  'comments.likes_count': 'SELECT count(*) FROM comment_likes WHERE comment_id = t.id',
  'users.followers_count': "SELECT count(*) FROM follows WHERE followee_id = t.id AND status = 'accepted'",
  'users.following_count': "SELECT count(*) FROM follows WHERE follower_id = t.id AND status = 'accepted'",
  'users.spotted_received': "SELECT count(*) FROM spotted_requests WHERE requester_id = t.id AND status = 'confirmed'",
  'places.followers_count': 'SELECT count(*) FROM place_follows WHERE place_id = t.id',
  'places.spotted_confirmed_count': 'SELECT count(*) FROM posts WHERE place_id = t.id AND spotted_count > 0',
}

/** The counters agree with the rows, wherever there are any. */
export async function expectCountersToMatchRows(db: Database): Promise<void> {
  for (const [name, rows] of Object.entries(counters)) {
    const [table, column] = name.split('.')
    const { rows: wrong } = await sql
      .raw(`SELECT t.id, t.${column} AS counted, (${rows}) AS rows FROM ${table} t WHERE t.${column} <> (${rows})`)
      .execute(db)
    expect([name, wrong]).toEqual([name, []])
  }
}
