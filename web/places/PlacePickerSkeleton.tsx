import { useEffect, useState } from 'react'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PlacePickerSkeleton.module.css'
import { placesText } from './places.text.ts'

/** The loader hides after this (spec section 9). */
const patience = 1000

/** While the places nearby are coming; who waits too long is told what else to do. */
export function PlacePickerSkeleton() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) return <output className={styles.late}>{placesText.nearbyLate}</output>
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
