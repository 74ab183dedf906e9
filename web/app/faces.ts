import { afterLargestPaint } from '#web/platform/first-paint.ts'

/** The letters, as `ui/fonts.css` names them. */
const faces = ['1em "Instrument Sans"', '1em "Bricolage Grotesque"']
/** Pixels by which something may move unseen: the browsers' own measure of a layout shift. */
const unseen = 3

const wear = () => void (document.documentElement.dataset.faces = '')
const takeOff = () => delete document.documentElement.dataset.faces
const isWorn = () => document.documentElement.dataset.faces !== undefined

/** Whether this file came from the browser's cache: then the faces are there too. */
function isKnownHere() {
  const [file] = performance.getEntriesByName(import.meta.url)
  return file instanceof PerformanceResourceTiming && file.transferSize === 0
}

/** The box of an element, or of words among others in their line. */
function boxOf(node: Node) {
  if (node instanceof Element) return node.getBoundingClientRect()
  const range = document.createRange()
  range.selectNode(node)
  return range.getBoundingClientRect()
}

function isOnScreen(node: Node) {
  const { top, bottom } = boxOf(node)
  return top < window.innerHeight && bottom >= 0 ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT
}

/** How far down everything begins that is on the screen. */
function topsOnScreen() {
  const tops = new Map<Node, number>()
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, isOnScreen)
  while (walk.nextNode()) tops.set(walk.currentNode, boxOf(walk.currentNode).top)
  return tops
}

/** The letters are put on where nothing on the screen moves up or down by them: where a line breaks elsewhere, the stand-in's stay. */
function wearUnlessMoving() {
  const tops = topsOnScreen()
  wear()
  if ([...tops].some(([node, top]) => Math.abs(boxOf(node).top - top) >= unseen)) takeOff()
}

/** From the second page on: nothing of it has been seen. */
export function wearFaces() {
  if (!isWorn()) wear()
}

/** On the first visit the letters come after the words and the first picture: these have the wire for themselves (see ui/fonts.css). */
export async function openFaces() {
  if (isKnownHere()) return wear()
  await afterLargestPaint()
  await Promise.all(faces.map((face) => document.fonts.load(face)))
  if (!isWorn()) wearUnlessMoving()
}
