import { useQuery } from '@tanstack/react-query'
import { Camera, Lock, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input } from '#contract/calls.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { PlaceRowSkeleton } from '#web/places/PlaceRow.tsx'
import { PlacesAround } from '#web/places/PlacesAround.tsx'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import blankMap from '#web/ui/drawings/blank-map.svg'
import doorAndKey from '#web/ui/drawings/door-and-key.svg'
import emptyBench from '#web/ui/drawings/empty-bench.svg'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { BioField, ProfilePhoto } from '#web/users/ProfileFields.tsx'
import { Features } from './Features.tsx'
import { onboardingSuggestionsQuery } from './onboarding.api.ts'
import { onboardingText } from './onboarding.text.ts'
import styles from './OnboardingSteps.module.css'
import { StepHeader } from './StepHeader.tsx'
import { SuggestedPersonRow } from './SuggestedPersonRow.tsx'

/** Explains what Dintorni is. */
export const WelcomeStep = () => (
  <>
    <StepHeader title={onboardingText.welcomeTitle} text={onboardingText.welcomeText} />
    <Features heading="h3" />
  </>
)

/** `photo`: undefined keeps the current one, null removes it. */
export type ProfileDraft = { bio?: string; photo?: string | null }

/** Returns the changes to save, or null. */
export function changesOf({ bio, photo }: ProfileDraft, user: CurrentUser): Input<'updateProfile'> | null {
  const changes = {
    ...(bio !== undefined && bio.trim() !== user.bio && { bio }),
    ...(photo && { profile_pic: photo }),
    ...(photo === null && user.profile_pic && { remove_profile_pic: 1 as const }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}

type ProfileStepProps = {
  user: CurrentUser
  draft: ProfileDraft
  disabled: boolean
  preparing: boolean
  onPreparing: (preparing: boolean) => void
  onChange: (part: ProfileDraft) => void
}

export const ProfileStep = ({ user, draft, disabled, preparing, onPreparing, onChange }: ProfileStepProps) => (
  <>
    <StepHeader title={onboardingText.profileTitle} text={onboardingText.profileText} />
    <Stack gap={5} className={styles.form}>
      <ProfilePhoto
        username={user.username}
        photo={draft.photo === undefined ? user.profile_pic : draft.photo}
        disabled={disabled}
        preparing={preparing}
        onPreparing={onPreparing}
        onPhoto={(photo) => onChange({ photo })}
      />
      <BioField value={draft.bio ?? ''} readOnly={disabled} onChange={(bio) => onChange({ bio })} />
    </Stack>
  </>
)

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

const promises = [
  { icon: MapPin, title: onboardingText.positionPromise, text: onboardingText.positionPromiseText },
  { icon: Lock, title: onboardingText.visibilityPromise, text: onboardingText.visibilityPromiseText },
  { icon: Camera, title: onboardingText.photoPromise, text: onboardingText.photoPromiseText },
]

/** The last step: visibility and privacy. */
export const PrivacyStep = () => (
  <>
    <StepHeader drawing={doorAndKey} title={onboardingText.privacyTitle} text={onboardingText.privacyText} />
    <Stack as="ul" gap={4} className={styles.promises}>
      {promises.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles.promise}>
          <IconBadge size={44}>
            <Icon size={20} aria-hidden />
          </IconBadge>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </Stack>
    <p className={styles.links}>
      <Link to={pagePaths.terms}>{onboardingText.terms}</Link>
      <Link to={pagePaths.privacy}>{onboardingText.privacy}</Link>
    </p>
  </>
)
