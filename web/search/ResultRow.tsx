import type { SearchResult } from '#contract/search.ts'
import { PlaceRow } from '#web/places/PlaceRow.tsx'
import { PersonRow } from '#web/users/PersonRow.tsx'
import { Highlight } from './Highlight.tsx'
import styles from './ResultRow.module.css'
import { searchText } from './search.text.ts'

type ResultRowProps = { result: SearchResult; query: string }

/** A person or a place, with its kind. */
export function ResultRow({ result, query }: ResultRowProps) {
  const { id, username, profile_pic, location_name, location_town, image, latitude, longitude } = result
  const kind = <span className={styles.kind}>{searchText[result.type]}</span>
  if (username !== null)
    return (
      <PersonRow person={{ id, username, profile_pic }} name={<Highlight text={username} query={query} />}>
        {kind}
      </PersonRow>
    )
  if (location_name === null || latitude === null || longitude === null) return null
  return (
    <PlaceRow
      place={{ id, name: location_name, town: location_town, image, latitude, longitude }}
      name={<Highlight text={location_name} query={query} />}
    >
      {kind}
    </PlaceRow>
  )
}
