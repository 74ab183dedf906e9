import { ChevronRight, MapPin } from 'lucide-react'
import { useId, useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { townLabel } from '#contract/town-label.ts'
import { PlacePicker } from '#web/places/PlacePicker.tsx'
import { PlaceSuggestions } from '#web/places/PlaceSuggestions.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { FormProblem } from './ComposerFrame.tsx'
import styles from './NewPostPlace.module.css'
import type { PostDraft } from './post-draft.ts'
import { newPostText } from './new-post.text.ts'

type NewPostPlaceProps = {
  place: PostDraft['place']
  onPlace: (place: ListedPlace) => void
  /** Shown while there is none. */
  hint?: string
  /** The problem if there is no place. */
  problem?: string | null
}

export function NewPostPlace({ place, onPlace, hint, problem }: NewPostPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const problemId = useId()
  const words = place ? townLabel(place) : (hint ?? newPostText.choosePlace)
  return (
    <div className={styles.part}>
      {!place && <PlaceSuggestions onPick={onPlace} />}
      <DialogButton
        as="button"
        type="button"
        className={classNames(styles.place, problem && styles.wrong)}
        aria-describedby={problem ? problemId : undefined}
        onClick={() => setOpen(true)}
      >
        <IconBadge size={44}>
          <MapPin size={22} aria-hidden />
        </IconBadge>
        {place && <span className="visually-hidden">{newPostText.changePlace(place.name)}</span>}
        <span className={styles.labels} aria-hidden={place !== null}>
          <span className={styles.name}>{place?.name ?? newPostText.placeQuestion}</span>
          {words && (
            <Muted as="span" size="label">
              {words}
            </Muted>
          )}
        </span>
        <ChevronRight className={styles.more} size={20} aria-hidden />
      </DialogButton>
      <FormProblem id={problemId} className={styles.problem} text={problem} />
      <PlacePicker canAdd open={isOpen} onOpenChange={setOpen} onPick={onPlace} />
    </div>
  )
}
