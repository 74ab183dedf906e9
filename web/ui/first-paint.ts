import { startTransition, useEffect, useState } from 'react'

/** For browsers that report no paint. */
const paintTimeoutMs = 2000
/** For a picture that does not load. */
const pictureTimeoutMs = 5000

const nextFrame = () => new Promise(requestAnimationFrame)

/** Calls `act` once, after the first contentful paint. Returns a function that cancels it. */
function afterFirstPaint(act: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    paints.disconnect()
  }
  const go = () => {
    stop()
    act()
  }
  const timer = setTimeout(go, paintTimeoutMs)
  const paints = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) go()
  })
  paints.observe({ type: 'paint', buffered: true })
  return stop
}

/** Resolves when the prioritised picture of the page (`urgent` in `Picture`) has been painted. */
async function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (!picture) return
  await picture.decode().catch(() => undefined)
  // A decoded picture is painted in the next frame.
  await nextFrame()
  await nextFrame()
}

/** Shared by all callers: only the first screen waits for a picture. */
let pictureWait: Promise<unknown> | undefined

/** Resolves after the first paint and the largest picture. Other requests wait for it, so that they do not compete. */
export async function afterLargestPaint(): Promise<void> {
  await new Promise<void>((resolve) => {
    afterFirstPaint(resolve)
  })
  await (pictureWait ??= Promise.race([
    firstPicture(),
    new Promise((resolve) => {
      setTimeout(resolve, pictureTimeoutMs)
    }),
  ]))
}

const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

/** Whether the page has had its first paint. Everything below the first screen renders after it, as a transition. */
export function useFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(hasPainted)
  useEffect(
    () => (isPainted ? undefined : afterFirstPaint(() => startTransition(() => setIsPainted(true)))),
    [isPainted],
  )
  return isPainted
}

/** Set once the first screen is complete; what mounts later does not wait. */
let isLargestPainted = false

/** Whether the first screen with its largest picture has been painted. Other pictures are requested after it. */
export function useLargestPaint(): boolean {
  const [isPainted, setIsPainted] = useState(isLargestPainted)
  useEffect(() => {
    if (isPainted) return undefined
    let isMounted = true
    const wait = async () => {
      await afterLargestPaint()
      isLargestPainted = true
      if (isMounted) setIsPainted(true)
    }
    void wait()
    return () => {
      isMounted = false
    }
  }, [isPainted])
  return isPainted
}
