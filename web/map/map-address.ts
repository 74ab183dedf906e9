import { useLocation, useNavigate } from 'react-router'
import type { MapPeriod } from '#contract/map-period.ts'
import { formatAddress, type MapAddress, type MapView, parseAddress } from './map-view.ts'

/** The view and period in the address, and a function that puts others there without a step in the history. */
export function useMapAddress(): MapAddress & { setAddress: (view: MapView, period: MapPeriod) => void } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return {
    ...parseAddress(hash),
    setAddress: (view, period) => {
      const next = formatAddress(view, period)
      if (next !== window.location.hash) void navigate({ hash: next }, { replace: true, preventScrollReset: true })
    },
  }
}
