/** A place where the screen shows it, in pixels. */
export type ScreenPlace<Place> = { place: Place; x: number; y: number }
/** Places too close to each other to be shown by themselves; the first has most posts. */
export type Cluster<Place> = { places: [Place, ...Place[]]; x: number; y: number }

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
