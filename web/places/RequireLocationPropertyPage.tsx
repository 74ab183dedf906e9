import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fieldsText } from '#contract/fields.text.ts'
import { claimMessageLimit, claimNameLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { emailProblem } from '#web/platform/email-problem.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import sent from '#web/ui/drawings/door-and-key.svg'
import noPlace from '#web/ui/drawings/pinned-piazza.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PlaceLabel } from './PlaceLabel.tsx'
import { PlaceRowSkeleton } from './PlaceRow.tsx'
import { type Place, placeQuery, useRequireLocationProperty } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceUnavailable } from './PlaceUnavailable.tsx'
import styles from './RequireLocationPropertyPage.module.css'

/** Confirms that the request was sent. Takes the focus, because the form is unmounted. */
function PropertyRequested({ place, email }: { place: Place; email: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <EmptyState
        drawing={sent}
        title={placesText.claimSent}
        text={placesText.claimSentText(place.location_name, email)}
      >
        <Button variant="soft" render={(props) => <Link to={pagePaths.location(place.id)} replace {...props} />}>
          {placesText.backToPlace}
        </Button>
      </EmptyState>
    </div>
  )
}

/** A request to manage a place. The input stays until it was sent. */
function PropertyForm({ place }: { place: Place }) {
  const account = useCurrentUser()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(account?.email ?? '')
  const [message, setMessage] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: send, isPending, error, isSuccess } = useRequireLocationProperty()

  const problems = {
    name: name.trim() ? null : fieldsText.claimNameRequired,
    email: emailProblem(email),
    message: message.trim() ? null : fieldsText.claimMessageRequired,
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(problems).some(Boolean)) focusFirstInvalid(event.currentTarget)
    else if (!isPending) send({ location_id: place.id, name, email, message })
  }

  if (isSuccess) return <PropertyRequested place={place} email={email.trim()} />
  return (
    <Stack as="form" gap={5} padding="1 4 4" flush onSubmit={submit} noValidate>
      <div className={styles.place}>
        <PlaceLabel place={{ ...place, name: place.location_name }} />
      </div>
      <p className={styles.text}>{placesText.claimText}</p>
      <TextField
        label={placesText.yourName}
        name="name"
        autoComplete="name"
        maxLength={claimNameLimit}
        required
        value={name}
        onChange={setName}
        error={submitted ? problems.name : null}
      />
      <TextField
        label={placesText.email}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        required
        value={email}
        onChange={setEmail}
        error={submitted ? problems.email : null}
        hint={placesText.emailHint}
      />
      <TextArea
        label={placesText.role}
        placeholder={placesText.rolePlaceholder}
        name="message"
        maxLength={claimMessageLimit}
        countdown
        rows={5}
        required
        value={message}
        onChange={setMessage}
        error={submitted ? problems.message : null}
      />
      {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      <Button wide type="submit" busy={isPending}>
        {placesText.sendClaim}
      </Button>
    </Stack>
  )
}

export function RequireLocationPropertyPage() {
  const [query] = useSearchParams()
  const named = query.get('location')
  const goBack = useGoBack()
  return (
    <>
      <title>{placesText.claimTitle}</title>
      <PageHeader title={placesText.claimTitle} onBack={goBack} />
      {named === null ? <NoPlace /> : <Property key={named} placeId={Number(named)} />}
    </>
  )
}

const NoPlace = () => (
  <EmptyState drawing={noPlace} title={placesText.claimWithoutPlace} text={placesText.claimWithoutPlaceText}>
    <Button render={(props) => <Link to={pagePaths.search} {...props} />}>{placesText.toSearch}</Button>
  </EmptyState>
)

function Property({ placeId }: { placeId: number }) {
  const query = useInfiniteQuery(placeQuery(placeId))
  const place = query.data?.pages[0]?.place
  if (place) return <PropertyForm place={place} />
  if (query.isError) return <PlaceUnavailable error={query.error} onRetry={() => void query.refetch()} />
  return (
    <ul aria-busy>
      <PlaceRowSkeleton />
    </ul>
  )
}
