import sharp from 'sharp'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'
import { medianOf } from '#bench/statistics.ts'
import { addressOf } from '#contract/call-paths.ts'
import { firstPages, toRawRequest } from './feed-requests.ts'
import { findVisiblePosts } from './visible-posts.ts'

/** A photo of noise, which no encoder makes smaller: about 4 MB. */
const photoSize = { width: 3400, height: 2550 }
const uploadsAtOnce = 20
const readerConnections = 8
const warmupSeconds = 0.5

async function createPhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { ...photoSize, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

/** Measures a post with a large photo, and the feed while twenty people upload. */
export async function measurePhotos(
  dataset: ServedDataset,
  report: Report,
  { uploads, seconds }: { uploads: number; seconds: number },
): Promise<void> {
  const photo = await createPhoto()
  const upload = await createUpload(dataset, photo)
  const timesMs: number[] = []
  for (let index = 0; index < uploads; index++) timesMs.push(await upload(1 + index))
  const row = { section: 'photos', posts: dataset.posts }
  const name = `a post with a photo of ${(photo.size / 1e6).toFixed(1)} MB`
  report({ ...row, name, connections: 1, p50: medianOf(timesMs) })

  const requests = firstPages(dataset, 'crowd').map(toRawRequest)
  const readFeed = () => load(dataset.url, { connections: readerConnections, seconds, requests, warmupSeconds })
  const readingAlone = await readFeed()
  const uploadUntilMs = performance.now() + (seconds + warmupSeconds) * 1000
  const uploadContinuously = async (viewerId: number) => {
    do await upload(viewerId)
    while (performance.now() < uploadUntilMs)
  }
  const uploading = Array.from({ length: uploadsAtOnce }, (_, index) => uploadContinuously(100 + index))
  const [readingDuringUploads] = await Promise.all([readFeed(), ...uploading])
  report({ ...row, name: 'crowd, first page, no uploads', connections: readerConnections, ...readingAlone })
  report({
    ...row,
    name: `crowd, first page, ${uploadsAtOnce} uploads at once`,
    connections: readerConnections,
    ...readingDuringUploads,
  })
}

/** Returns a function that posts the photo for a viewer and returns the time in milliseconds. */
async function createUpload(dataset: ServedDataset, photo: Blob) {
  const [visiblePost] = await findVisiblePosts(dataset, 20)
  if (!visiblePost) throw new Error('no visible post')
  return async (viewerId: number): Promise<number> => {
    const form = new FormData()
    form.set('text', 'Una fotografia')
    form.set('location_id', String(visiblePost.placeId))
    form.set('image', photo, 'foto.jpg')
    const startMs = performance.now()
    const response = await fetch(`${dataset.url}${addressOf('createSpot').url}`, {
      method: 'POST',
      body: form,
      headers: { cookie: `sid=${dataset.viewers[viewerId - 1]?.token}` },
    })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`a photo upload returned ${response.status}: ${body}`)
    return performance.now() - startMs
  }
}
