import { useEffect, useState } from 'react'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PlacePickerSkeleton.module.css'
import { placesText } from './places.text.ts'

/** The skeleton gives way to a hint after this long (docs/product.md). */
const hintDelayMs = 1000

/** Shown while nearby places load; after a while it suggests the search. */
export function PlacePickerSkeleton() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), hintDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) return <output className={styles.late}>{placesText.nearbyFailed}</output>
  return (
    <output aria-label={placesText.searchingNearby}>
      {[58, 44, 66, 50, 60, 47].map((width) => (
        <span key={width} className={styles.row}>
          <Skeleton round="circle" width={40} height={40} />
          <Skeleton width={`${width}%`} />
        </span>
      ))}
    </output>
  )
}
