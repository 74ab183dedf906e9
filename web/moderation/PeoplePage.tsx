import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { searchTextLimit } from '#contract/limits.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRowSkeleton.tsx'
import { AdministeredRow } from './AdministeredRow.tsx'
import { type PeopleFilter, usePeople } from './people.api.ts'
import { peopleText } from './people.text.ts'
import styles from './PeoplePage.module.css'

const debounceMs = 200
const kinds = [
  { value: 'everybody', label: peopleText.everybody },
  { value: 'moderators', label: peopleText.moderators },
] as const

/** For administrators: everybody with an account, whom they suspend, reinstate and make moderators. */
export function PeoplePage() {
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState<PeopleFilter['only']>('everybody')
  const query = useDebounced(typed.trim(), debounceMs)
  return (
    <>
      <title>{peopleText.title}</title>
      <PageHeader title={peopleText.title} onBack={useGoBack()} />
      <search className={styles.search}>
        <TextField
          label={peopleText.search}
          labelHidden
          type="search"
          placeholder={peopleText.search}
          maxLength={searchTextLimit}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          icon={<Search size={20} aria-hidden />}
          trailing={
            typed && (
              <IconButton label={peopleText.clear} onClick={() => setTyped('')}>
                <X size={20} aria-hidden />
              </IconButton>
            )
          }
          value={typed}
          onChange={setTyped}
        />
        {!query && <Segmented label={peopleText.kinds} options={kinds} value={only} onChange={setOnly} />}
      </search>
      <PeopleList filter={{ query, only }} />
    </>
  )
}

function PeopleList({ filter }: { filter: PeopleFilter }) {
  const people = usePeople(filter)
  const found = people.data?.pages.flatMap((page) => page.people)
  if (!found && people.isError)
    return <LoadFailure text={errorMessage(people.error)} onRetry={() => void people.refetch()} />
  if (found?.length === 0)
    return filter.query ? (
      <EmptyState drawing={drawing} title={peopleText.nobodyNamed(filter.query)} text={peopleText.nobodyNamedText} />
    ) : (
      <EmptyState drawing={drawing} title={peopleText.nobody} text={peopleText.nobodyText} />
    )
  return (
    <>
      <ul className={styles.list} aria-label={peopleText.list} aria-busy={people.isPending}>
        {people.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
        {found?.map((person) => (
          <AdministeredRow key={person.id} person={person} />
        ))}
      </ul>
      <NextPage query={people} />
    </>
  )
}
