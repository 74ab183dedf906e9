import { expect } from 'vitest'
import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'

/** The statement that counts the rows of each counter. */
const counters = {
  'posts.likes_count': 'SELECT count(*) FROM post_likes WHERE post_id = counted.id',
  'posts.comments_count': 'SELECT count(*) FROM comments WHERE post_id = counted.id',
  'posts.spotted_count': "SELECT count(*) FROM spotted_requests WHERE post_id = counted.id AND status = 'confirmed'",
  'stories.likes_count': 'SELECT count(*) FROM story_likes WHERE story_id = counted.id',
  'comments.likes_count': 'SELECT count(*) FROM comment_likes WHERE comment_id = counted.id',
  'users.followers_count': "SELECT count(*) FROM follows WHERE followee_id = counted.id AND status = 'accepted'",
  'users.following_count': "SELECT count(*) FROM follows WHERE follower_id = counted.id AND status = 'accepted'",
  'users.spotted_received':
    "SELECT count(*) FROM spotted_requests WHERE requester_id = counted.id AND status = 'confirmed'",
  'places.followers_count': `SELECT count(*) FROM place_follows f JOIN users u ON u.id = f.user_id
    WHERE f.place_id = counted.id AND NOT u.is_private AND u.suspended_at IS NULL`,
  'places.spotted_confirmed_count': 'SELECT count(*) FROM posts WHERE place_id = counted.id AND spotted_count > 0',
}

/** What the database lists as public, where `shouldBe` says what it should list. */
const publicRows = {
  public_posts: {
    listed: 'SELECT id, author_id, place_id, c4, has_picture FROM public_posts',
    shouldBe: `SELECT p.id, p.author_id, p.place_id, p.c4, p.media_id IS NOT NULL FROM posts p
      JOIN users u ON u.id = p.author_id WHERE NOT p.followers_only AND NOT u.is_private AND u.suspended_at IS NULL`,
  },
  public_hashtags: {
    listed: 'SELECT tag, post_id FROM public_hashtags',
    shouldBe: 'SELECT h.tag, h.post_id FROM post_hashtags h JOIN public_posts p ON p.id = h.post_id',
  },
}

/** Expects that the database lists as public exactly what everybody may see. */
export async function expectPublicRowsToBeListed(db: Database): Promise<void> {
  for (const [table, { listed, shouldBe }] of Object.entries(publicRows)) {
    const { rows } = await sql
      .raw(`((${listed}) EXCEPT (${shouldBe})) UNION ALL ((${shouldBe}) EXCEPT (${listed}))`)
      .execute(db)
    expect([table, rows]).toEqual([table, []])
  }
}

/** Expects that every counter in the database equals its rows, and that what is listed as public is. */
export async function expectCountersToMatchRows(db: Database): Promise<void> {
  await expectPublicRowsToBeListed(db)
  for (const [name, rows] of Object.entries(counters)) {
    const [table, column] = name.split('.')
    const { rows: wrong } = await sql
      .raw(
        `SELECT counted.id, counted.${column} AS stored, (${rows}) AS rows
        FROM ${table} counted WHERE counted.${column} <> (${rows})`,
      )
      .execute(db)
    expect([name, wrong]).toEqual([name, []])
  }
}
