import type { MapStreets } from '#contract/map-streets.ts'
import type { StreetsState } from './streets.actions.ts'

export function viewStreets({ isNamed, served, fetch }: StreetsState): MapStreets {
  return { is_named: isNamed, served: served && viewServed(served, isNamed), fetch: fetch && viewFetch(fetch) }
}

function viewServed({ archive, stored }: NonNullable<StreetsState['served']>, isNamed: boolean) {
  const [west, south, east, north] = archive.bounds
  return {
    // Of another file it is the name of anything.
    town: isNamed ? null : archive.name,
    bounds: { west, south, east, north },
    bytes: stored.size,
    since: stored.mtime.toISOString(),
    attribution: archive.attribution,
  }
}

const viewFetch = ({ west, south, east, north, ...fetch }: NonNullable<StreetsState['fetch']>) => ({
  ...fetch,
  bounds: { west, south, east, north },
})
