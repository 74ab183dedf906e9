import { startTransition, useEffect, useState } from 'react'

/** Milliseconds after which a browser that tells of no paint is not waited for. */
const patience = 2000
/** The same, of a picture that does not come. */
const picturePatience = 5000

const nextFrame = () => new Promise(requestAnimationFrame)

/** Calls back once, when something of the page has been painted. @returns what calls it off. */
export function afterFirstPaint(act: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    paints.disconnect()
  }
  const go = () => {
    stop()
    act()
  }
  const timer = setTimeout(go, patience)
  const paints = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) go()
  })
  paints.observe({ type: 'paint', buffered: true })
  return stop
}

/** The picture that was to come before anything else (see `Picture`). */
async function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (!picture) return
  await picture.decode().catch(() => undefined)
  // It is drawn in the next one.
  await nextFrame()
  await nextFrame()
}

/** Waited for once: what comes later in the life of the app waits for no picture. */
let pictureWait: Promise<unknown> | undefined

/** When the page has been painted with its first picture: until then it has the wire for itself. */
export async function afterLargestPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    afterFirstPaint(resolve)
  })
  await (pictureWait ??= Promise.race([
    firstPicture(),
    new Promise((resolve) => {
      setTimeout(resolve, picturePatience)
    }),
  ]))
}

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

/** Whether something of the app has been painted: what a first screen does not need comes then, and can be interrupted. */
export function useFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(hasPainted)
  useEffect(
    () => (isPainted ? undefined : afterFirstPaint(() => startTransition(() => setIsPainted(true)))),
    [isPainted],
  )
  return isPainted
}
