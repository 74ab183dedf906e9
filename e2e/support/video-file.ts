import type { Page } from '@playwright/test'

/** Returns a video of two seconds that the page's browser records, without sound: a red square crosses it. */
export async function recordVideo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 360
    const context = canvas.getContext('2d', { alpha: false })!
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm;codecs=vp8' })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    const startMs = performance.now()
    await new Promise<void>((resolve) => {
      const draw = () => {
        const passedMs = performance.now() - startMs
        context.fillStyle = '#fff'
        context.fillRect(0, 0, 640, 360)
        context.fillStyle = '#c00'
        context.fillRect(passedMs / 4, 100, 120, 120)
        if (passedMs < 2000) requestAnimationFrame(draw)
        else resolve()
      }
      draw()
    })
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())]
  })
  return { name: 'ripresa.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes) }
}
