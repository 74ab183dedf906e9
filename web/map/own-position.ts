import { useEffect, useState } from 'react'
import { locateDevice, type LocatedDevice, mayLocate } from '#web/platform/geolocation.ts'

/** Where the device is, if the browser says so without asking. */
export function useOwnPosition() {
  const state = useState<LocatedDevice | null>(null)
  const [, setOwn] = state
  useEffect(() => {
    let isGone = false
    const find = async () => {
      const located = (await mayLocate()) ? await locateDevice().catch(() => null) : null
      if (!isGone && located) setOwn(located)
    }
    void find()
    return () => {
      isGone = true
    }
  }, [setOwn])
  return state
}
