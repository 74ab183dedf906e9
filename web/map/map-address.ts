import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MapPeriod } from '#contract/map-period.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ownUrlState, useIsOwnUrl } from '#web/navigation/own-url.ts'
import { formatAddress, type MapAddress, type MapView, parseAddress } from './map-view.ts'

/** The view and period in the address, and a function that puts others there without a step in the history. */
export function useMapAddress(): MapAddress & { setAddress: (view: MapView, period?: MapPeriod) => void } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return {
    ...parseAddress(hash),
    // The router renders an address later than it sets it: a map that comes to rest in between keeps the chosen period.
    setAddress: (view, period) => {
      const next = formatAddress(view, period ?? parseAddress(window.location.hash).period)
      const { pathname, hash: current } = window.location
      // A map that comes to rest while its page is being left does not come back.
      if (pathname !== pagePaths.map || next === current) return
      void navigate({ hash: next }, { replace: true, state: ownUrlState, preventScrollReset: true })
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
