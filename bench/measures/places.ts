import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'
import { addressOf } from '#contract/call-paths.ts'

/** Measures the twenty nearest of 50,000 places. */
export async function measurePlaces(dataset: ServedDataset, report: Report, seconds: number): Promise<void> {
  const { centre, towns, sea } = dataset.points
  for (const [scene, points] of Object.entries({ centre: [centre], towns, sea: [sea] })) {
    const requests = points.map(({ latitude, longitude }, index) =>
      formatRequest(`${addressOf('getNearbyLocations').url}?lat=${latitude}&lon=${longitude}`, {
        token: dataset.viewers[index]?.token ?? '',
      }),
    )
    const result = await load(dataset.url, { connections: 1, seconds, requests })
    report({ section: 'places', posts: dataset.posts, name: `nearest 20, ${scene}`, connections: 1, ...result })
  }
}
