import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { PictureStore } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { renderPreviewInChildProcess } from './rendering/renderer.ts'

/** A preview takes a twentieth of a second. They share one process, so that uploads have theirs. */
const limits = { workers: 1, queue: 40, queuePerOwner: 40 }
const everybody = 0
/** As long as caches keep them, of 300 kB at most: a link that is posted is fetched by many servers at once. */
const keptPictures = { ttl: 120_000, max: 32 }

/** Renders the picture of that name for the preview of a link. Throws a Refusal 404 or 503. */
export type RenderPreview = (name: string) => Promise<Buffer>

/** Who may see the picture is asked before. */
export function createPreviewPictures({ read }: Pick<PictureStore, 'read'>): RenderPreview {
  const refuse = () => {
    throw new Refusal(503, mediaText.busy, 5)
  }
  const inTurn = createFairQueue(limits, { refuseAll: refuse, refuseOwner: refuse })
  // Others are waiting for those that are being rendered, so that none leaves with its client.
  const kept = new LRUCache<string, Promise<Buffer>>(keptPictures)
  const render = (name: string) =>
    inTurn(everybody, new AbortController().signal, async () =>
      renderPreviewInChildProcess(await buffer(await read(name))),
    )
  return (name) => {
    const known = kept.get(name)
    if (known) return known
    const jpeg = render(name)
    kept.set(name, jpeg)
    jpeg.catch(() => kept.delete(name))
    return jpeg
  }
}
