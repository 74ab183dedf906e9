import { afterFirstView } from '#web/platform/first-paint.ts'

/** Whether this file came from the browser's cache: then the faces are there too. */
function isKnownHere() {
  const [file] = performance.getEntriesByName(import.meta.url)
  return file instanceof PerformanceResourceTiming && file.transferSize === 0
}

/** On the first visit the letters come after the words and the first picture: these have the wire for themselves (see ui/fonts.css). */
export function wantFaces() {
  const want = () => void (document.documentElement.dataset.faces = '')
  if (isKnownHere()) want()
  else void afterFirstView().then(want)
}
