import { type Build, tokenOf } from '#bench/dataset/dataset.ts'
import { formatRequest, load } from '#bench/load.ts'
import type { Report } from '#bench/report.ts'
import { addressOf } from '#contract/call-paths.ts'
import { createNoisyPhoto } from '#server/testing/fixtures/photos.ts'
import { createVideo, videoDataUrl } from '#server/testing/fixtures/videos.ts'

const personCount = 20
/** Of 720p as the app makes it: 3 Mbit/s. */
const filmed = { width: 1280, height: 720, seconds: 8, framesPerSecond: 30, frameBytes: 12_500 }

type Extent = { builds: Build[]; seconds: number }

/** Measures the upload of a photo, and of eight seconds of video with that photo as its cover. */
export async function measureUploads(report: Report, { builds, seconds }: Extent): Promise<void> {
  const image = await createNoisyPhoto(1280, 720)
  const video = videoDataUrl(await createVideo(filmed))
  const uploads = {
    'upload of a photo': { call: 'uploadPicture', body: { image } },
    'upload of a video, 8 s': { call: 'uploadVideo', body: { image, video } },
  } as const
  for (const [what, { call, body }] of Object.entries(uploads)) {
    const requests = Array.from({ length: personCount }, (_, index) =>
      formatRequest(addressOf(call).url, tokenOf(index + 1), body),
    )
    const targets = builds.map(({ name, url }) => ({
      name,
      run: () => load(url, { connections: 1, seconds, requests }),
    }))
    await report.measure(what, 1, targets)
  }
}
