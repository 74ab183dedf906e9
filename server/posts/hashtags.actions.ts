import { hashtagsOf } from '#contract/text-parts.ts'
import type { Database } from '#server/database/connect.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import {
  endBackfill,
  findBackfill,
  lockBackfill,
  lockPostsAfter,
  moveBackfill,
  replaceHashtags,
} from './hashtags.queries.ts'

const backfillBatchSize = 1000

/** Continues to read the posts from before there were hashtags, if any are left. */
export async function continueHashtagBackfill(db: Database, jobs: JobQueue): Promise<void> {
  if (await findBackfill(db)) await jobs.add(db, 'backfillHashtags', {})
}

/** Handles a backfill job: reads the next posts, and adds a job for the rest in the same transaction. */
export async function backfillHashtags({ trx, jobs }: { trx: Database; jobs: JobQueue }): Promise<void> {
  const progress = await lockBackfill(trx)
  if (!progress) return
  const { last, posts } = await lockPostsAfter(trx, progress.after, backfillBatchSize)
  for (const { id, text } of posts) {
    const tags = hashtagsOf(text)
    if (tags.length > 0) await replaceHashtags(trx, id, tags)
  }
  if (last === null) return endBackfill(trx).then(() => undefined)
  await moveBackfill(trx, last)
  await jobs.add(trx, 'backfillHashtags', {})
}
