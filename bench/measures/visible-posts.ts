import pg from 'pg'
import type { Dataset } from '#bench/dataset/open-dataset.ts'

/** A viewer and a post that they may see, with its place. */
export type VisiblePost = { viewerId: number; token: string; postId: number; placeId: number }

/** Pairs the newest posts with as many different viewers; blocked pairs are left out. */
export async function findVisiblePosts({ databaseUrl, viewers }: Dataset, count: number): Promise<VisiblePost[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ viewer_id: string; post_id: string; place_id: string }>(
    `SELECT viewer_id, paired.id AS post_id, place_id FROM (
       SELECT posts.id, author_id, place_id, 1 + row_number() OVER (ORDER BY posts.id DESC) AS viewer_id
       FROM posts JOIN users ON users.id = author_id
       WHERE NOT followers_only AND NOT is_private ORDER BY posts.id DESC LIMIT $1
     ) paired
     WHERE NOT EXISTS (
       SELECT 1 FROM blocks WHERE (blocker_id, blocked_id) IN ((viewer_id, author_id), (author_id, viewer_id))
     )`,
    [count],
  )
  await client.end()
  return rows.map(({ viewer_id, post_id, place_id }) => ({
    viewerId: Number(viewer_id),
    token: viewers[Number(viewer_id) - 1]?.token ?? '',
    postId: Number(post_id),
    placeId: Number(place_id),
  }))
}
