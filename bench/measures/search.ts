import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'
import { addressOf } from '#contract/call-paths.ts'

/** Letter by letter, whole names, typos, a name that nobody has, and one that thousands begin with. */
const queries = [
  'g',
  'gi',
  'giu',
  'giulia',
  'giulia.rossi',
  'giula rossi',
  'macro',
  'san',
  'piazza',
  'piazza del duomo',
  'coloseo',
  'rmoa',
  'zzzzzz',
]
const viewerCount = 100

/** Measures searches as they are typed. */
export async function measureSearch(dataset: ServedDataset, report: Report, seconds: number): Promise<void> {
  const { latitude, longitude } = dataset.points.centre
  for (const query of queries) {
    const parameters = new URLSearchParams({ q: query, lat: String(latitude), lon: String(longitude) })
    const path = `${addressOf('search').url}?${parameters}`
    const requests = dataset.viewers.slice(0, viewerCount).map(({ token }) => formatRequest(path, { token }))
    const result = await load(dataset.url, { connections: 1, seconds, requests })
    report({ section: 'search', posts: dataset.posts, name: `“${query}”`, connections: 1, ...result })
  }
}
