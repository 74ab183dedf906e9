import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import type { Report } from '#bench/results.ts'
import { addressOf } from '#contract/call-paths.ts'
import { compareWithPgbench } from './compare-writes.ts'
import type { PairedRuns } from './pgbench-ratio.ts'
import { findVisiblePosts, type VisiblePost } from './visible-posts.ts'

const writes = {
  like: { path: addressOf('likePost').url, body: ({ postId }: VisiblePost) => ({ post_id: postId }) },
  comment: {
    path: addressOf('addComment').url,
    body: ({ postId }: VisiblePost) => ({ post_id: postId, text: 'Ci passo domani apposta.' }),
  },
  post: {
    path: addressOf('createSpot').url,
    body: ({ placeId }: VisiblePost) => ({
      location_id: placeId,
      text: 'Chi ha perso un guanto giallo davanti alla stazione? È sulla ringhiera.',
    }),
  },
}

const requestCount = 4000

/** Measures likes, comments and posts over HTTP, and their transactions by pgbench in a second copy, alternating. */
export async function measureWrites(dataset: ServedDataset, report: Report, runs: PairedRuns): Promise<void> {
  const visiblePosts = await findVisiblePosts(dataset, requestCount)
  for (const [name, { path, body }] of Object.entries(writes)) {
    const requests = visiblePosts.map((post) => ({ path, token: post.token, body: body(post) }))
    await compareWithPgbench(dataset, report, { section: 'writes', name, ...runs, createRequests: () => requests })
  }
}
