/** Milliseconds after which a browser that tells of no paint is not waited for. */
const patience = 2000

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
