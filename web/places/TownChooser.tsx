import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { townLabel } from '#contract/town-label.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { SearchField } from '#web/ui/TextField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { townsQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlacesCredit } from './PlacesCredit.tsx'
import styles from './TownChooser.module.css'

type TownChooserProps = { onChosen: (town: ListedPlace) => void }

/** Lets the user choose a town of the directory. */
export function TownChooser({ onChosen }: TownChooserProps) {
  const [query, setQuery] = useState('')
  const towns = useQuery(townsQuery(useDebounced(query.trim(), 250)))
  return (
    <div>
      <div className={styles.search}>
        <SearchField
          label={placesText.findTown}
          trailing={towns.isFetching && !towns.isPending && <Spinner className={styles.spinner} size={18} />}
          value={query}
          onChange={setQuery}
        />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {towns.data && placesText.townsFound(towns.data.length)}
      </p>
      {towns.isPending && (
        <div className={styles.list} aria-busy>
          {[62, 48, 70, 55, 64, 50].map((width) => (
            <div key={width} className={styles.loading}>
              <Skeleton round="circle" width={40} height={40} />
              <Skeleton width={`${width}%`} />
            </div>
          ))}
        </div>
      )}
      {towns.isError && (
        <div className={styles.empty}>
          <p>{placesText.townsFailed}</p>
          <Button variant="outline" size="small" onClick={() => void towns.refetch()}>
            {placesText.retry}
          </Button>
        </div>
      )}
      {towns.data?.length === 0 && <p className={styles.empty}>{placesText.noTownFound(query.trim())}</p>}
      <ul className={styles.list}>
        {towns.data?.map((town) => (
          <li key={town.id}>
            <button type="button" className={styles.town} onClick={() => onChosen(town)}>
              <IconBadge size={40}>
                <MapPin size={20} aria-hidden />
              </IconBadge>
              <span className={styles.name}>{town.name}</span>
              {town.province && <span className={styles.province}>{townLabel(town)}</span>}
            </button>
          </li>
        ))}
      </ul>
      <PlacesCredit />
    </div>
  )
}

type TownDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChosen: (town: ListedPlace) => void
}

export function TownDialog({ open, onOpenChange, onChosen }: TownDialogProps) {
  return (
    <Dialog size="tall" open={open} onOpenChange={onOpenChange} title={placesText.chooseTown}>
      <TownChooser
        onChosen={(town) => {
          onOpenChange(false)
          onChosen(town)
        }}
      />
    </Dialog>
  )
}
