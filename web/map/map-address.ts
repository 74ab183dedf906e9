import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import type { MapPeriod } from '#contract/map-period.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useIsOwnUrl, useSetOwnUrl } from '#web/navigation/own-url.ts'
import { formatAddress, type MapAddress, type MapView, parseAddress } from './map-view.ts'

/** The view and period in the address, and a function that puts others there without a step in the history. */
export function useMapAddress(): MapAddress & { setAddress: (view: MapView, period?: MapPeriod) => void } {
  const { hash } = useLocation()
  const setOwnUrl = useSetOwnUrl(pagePaths.map)
  return {
    ...parseAddress(hash),
    // The router renders an address later than it sets it: a map that comes to rest in between keeps the chosen period.
    setAddress: (view, period) => {
      const next = formatAddress(view, period ?? parseAddress(window.location.hash).period)
      if (next !== window.location.hash) setOwnUrl({ hash: next })
    },
  }
}

/** Calls `onLed` when a link, a typed address or the history leads elsewhere while the map is open. */
export function useLedElsewhere(onLed: (view: MapView) => void): void {
  const { hash } = useLocation()
  const isOwnUrl = useIsOwnUrl()
  const follow = useEffectEvent((address: string) => {
    const { view } = parseAddress(address)
    if (view && !isOwnUrl) onLed(view)
  })
  useEffect(() => follow(hash), [hash])
}
