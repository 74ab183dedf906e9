import { type Map as LibreMap, Marker } from 'maplibre-gl'
import { pagePaths } from '#contract/page-paths.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import { mapText } from '#web/map/map.text.ts'
import type { ShownPlace } from '#web/map/opened-places.ts'
import { formatBadge } from '#web/ui/ui.text.ts'
import type { MarkedPoint } from './ground-map.ts'
import styles from './markers.module.css'

/** The width of a marker and a little room around it. */
const clusterRadiusPx = 52
/** Longer than the animation of a pulse, and as long as the still ring is shown with reduced motion. */
const pulseMs = 2600

type MarkerActions = {
  onOpenPlace: (placeId: number) => void
  onApproach: (places: ShownPlace[]) => void
  /** Called with what the markers show. */
  onShown: (points: MarkedPoint[]) => void
}

function addElement(parent: Element, tag: string, className: string | undefined, text = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className ?? ''
  element.textContent = text
  parent.append(element)
  return element
}

/** Markers are for eye and pointer; people with a keyboard or a screen reader use the list. */
function hideFromKeyboard(element: HTMLElement): void {
  element.tabIndex = -1
  element.setAttribute('aria-hidden', 'true')
}

function placeElement(place: ShownPlace, onOpen: () => void): HTMLElement {
  const link = document.createElement('a')
  link.href = pagePaths.location(place.id)
  link.className = styles.place ?? ''
  link.title = mapText.place(place.name, place.posts)
  link.dataset.place = String(place.id)
  link.toggleAttribute('data-new', place.hasNews)
  hideFromKeyboard(link)
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  })
  if (place.image) {
    const image = addElement(link, 'img', styles.picture) as HTMLImageElement
    image.src = pictureUrlAtWidth(place.image, 320)
    image.alt = ''
    image.decoding = 'async'
  } else addElement(link, 'span', styles.dot)
  addElement(link, 'span', styles.count, formatBadge(place.posts))
  return link
}

function clusterElement(places: ShownPlace[], onApproach: () => void): HTMLElement {
  const posts = places.reduce((sum, place) => sum + place.posts, 0)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.cluster ?? ''
  button.title = mapText.cluster(places.length, posts)
  button.textContent = formatBadge(posts)
  button.toggleAttribute(
    'data-new',
    places.some(({ hasNews }) => hasNews),
  )
  hideFromKeyboard(button)
  button.addEventListener('click', onApproach)
  return button
}

/** The content of a marker: the same key is the same element. */
const keyOf = (places: readonly ShownPlace[]) =>
  places.map(({ id, posts, image, hasNews }) => `${id} ${posts} ${image} ${hasNews}`).join('\n')

/** Shows places on a map, joined where they are too close. */
export function createPlaceMarkers(map: LibreMap, { onOpenPlace, onApproach, onShown }: MarkerActions) {
  let shown = new Map<string, Marker>()

  function createMarker({ places }: Cluster<ShownPlace>): Marker {
    const [first] = places
    const element =
      places.length === 1
        ? placeElement(first, () => onOpenPlace(first.id))
        : clusterElement(places, () => onApproach(places))
    return new Marker({ element, subpixelPositioning: false }).setLngLat([first.longitude, first.latitude]).addTo(map)
  }

  return {
    show(places: readonly ShownPlace[]): void {
      const onScreen = places.map((place) => {
        const { x, y } = map.project([place.longitude, place.latitude])
        return { place, x, y }
      })
      const clusters = clusterPlaces(onScreen, clusterRadiusPx)
      const next = new Map(
        clusters.map((cluster) => {
          const key = keyOf(cluster.places)
          return [key, shown.get(key) ?? createMarker(cluster)]
        }),
      )
      for (const [key, marker] of shown) if (!next.has(key)) marker.remove()
      shown = next
      onShown(
        clusters.map(({ places: [first, ...others] }) => ({
          latitude: first.latitude,
          longitude: first.longitude,
          ...(others.length === 0 && { place: first }),
        })),
      )
    },
  }
}

/** Shows for a moment that something was published at a point. */
export function pulse(map: LibreMap, { longitude, latitude }: { longitude: number; latitude: number }): void {
  const element = document.createElement('div')
  element.className = styles.pulse ?? ''
  element.dataset.pulse = ''
  element.setAttribute('aria-hidden', 'true')
  addElement(element, 'span', styles.wave)
  const marker = new Marker({ element }).setLngLat([longitude, latitude]).addTo(map)
  setTimeout(() => marker.remove(), pulseMs)
}

/** A place where the screen shows it, in pixels. */
type ScreenPlace<Place> = { place: Place; x: number; y: number }
/** Places too close to each other to be shown by themselves; the first has most posts. */
type Cluster<Place> = { places: [Place, ...Place[]]; x: number; y: number }

/**
 * Joins places that are nearer than `radiusPx` to one with more posts. Two hundred places at most, so every pair is
 * compared.
 */
export function clusterPlaces<Place extends { posts: number }>(
  onScreen: readonly ScreenPlace<Place>[],
  radiusPx: number,
): Cluster<Place>[] {
  const clusters: Cluster<Place>[] = []
  for (const { place, x, y } of onScreen.toSorted((one, other) => other.place.posts - one.place.posts)) {
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < radiusPx)
    if (near) near.places.push(place)
    else clusters.push({ places: [place], x, y })
  }
  return clusters
}
