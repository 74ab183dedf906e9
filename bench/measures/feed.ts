import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'
import { deepPages, firstPages, scenes, toRawRequest } from './feed-requests.ts'

/** Measures the first page and page 50 of the feed in each scene, with few and many connections. */
export async function measureFeed(
  dataset: ServedDataset,
  report: Report,
  { connectionCounts, seconds }: { connectionCounts: number[]; seconds: number },
): Promise<void> {
  for (const scene of scenes) {
    const pages = { 'first page': firstPages(dataset, scene), 'page 50': await deepPages(dataset, scene) }
    for (const [page, feedRequests] of Object.entries(pages)) {
      if (feedRequests.length === 0) continue
      const requests = feedRequests.map(toRawRequest)
      for (const connections of connectionCounts) {
        const result = await load(dataset.url, { connections, seconds, requests })
        report({ section: 'feed', posts: dataset.posts, name: `${scene}, ${page}`, connections, ...result })
      }
    }
  }
}
