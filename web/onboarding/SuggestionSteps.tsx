import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import { PlaceRowSkeleton } from '#web/places/PlaceRow.tsx'
import { PlacesAround } from '#web/places/PlacesAround.tsx'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { usePosition } from '#web/platform/geolocation.ts'
import blankMap from '#web/ui/drawings/blank-map.svg'
import emptyBench from '#web/ui/drawings/empty-bench.svg'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { onboardingSuggestionsQuery } from './onboarding.api.ts'
import { onboardingText } from './onboarding.text.ts'
import { StepHeader } from './StepHeader.tsx'
import { SuggestedPersonRow } from './SuggestedPersonRow.tsx'
import styles from './Suggestions.module.css'

/** Suggested places. */
export function PlacesStep() {
  const suggestions = useQuery(onboardingSuggestionsQuery(usePosition()))
  const places = suggestions.data?.locations
  if (places?.length === 0)
    return <StepHeader drawing={blankMap} title={onboardingText.noPlaces} text={onboardingText.noPlacesText} />
  return (
    <>
      <StepHeader title={onboardingText.placesTitle} text={onboardingText.placesText} />
      {!places && suggestions.isError ? (
        <LoadFailure text={errorMessage(suggestions.error)} onRetry={() => void suggestions.refetch()} />
      ) : (
        <ul className={styles.list} aria-label={onboardingText.placesTitle} aria-busy={suggestions.isPending}>
          {suggestions.isPending && [150, 190, 120, 170].map((width) => <PlaceRowSkeleton key={width} width={width} />)}
          {places && <PlacesAround isPlain places={places} />}
        </ul>
      )}
      {places && <PlacesCredit />}
    </>
  )
}

/** Suggested users. */
export function PeopleStep() {
  const suggestions = useQuery(onboardingSuggestionsQuery(usePosition()))
  const people = suggestions.data?.people
  if (people?.length === 0)
    return <StepHeader drawing={emptyBench} title={onboardingText.noPeople} text={onboardingText.noPeopleText} />
  return (
    <>
      <StepHeader title={onboardingText.peopleTitle} text={onboardingText.peopleText} />
      {!people && suggestions.isError ? (
        <LoadFailure text={errorMessage(suggestions.error)} onRetry={() => void suggestions.refetch()} />
      ) : (
        <ul className={styles.list} aria-label={onboardingText.peopleTitle} aria-busy={suggestions.isPending}>
          {suggestions.isPending && [140, 96, 170, 120].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {people?.map((person) => (
            <SuggestedPersonRow key={person.id} person={person} isPlain />
          ))}
        </ul>
      )}
    </>
  )
}
