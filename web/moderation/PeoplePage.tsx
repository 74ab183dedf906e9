import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ShownAccount } from '#contract/account-help.ts'
import { searchTextLimit } from '#contract/limits.ts'
import type { AdministeredUser } from '#contract/moderation.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/TextField.tsx'
import { Segmented } from '#web/ui/Choices.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { PersonLabel, PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { type PeopleFilter, usePeople, useShowAccount } from './people.api.ts'
import { accountHelpText, peopleText } from './people.text.ts'

const PersonOptions = lazyDialog(() => import('./PersonOptions.tsx'), 'PersonOptions', Sheet)

/** Somebody in the list of administrators. Administrators are left to the operator: they have no options. */
function AdministeredRow({ person }: { person: AdministeredUser }) {
  const viewer = useCurrentUser()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hasOptions = person.role !== 'administrator' && person.id !== viewer?.id
  return (
    <ListRow
      // The profile of a suspended user is not visible.
      {...(!person.is_suspended && { render: (props) => <Link to={pagePaths.profile(person.id)} {...props} /> })}
      trailing={
        hasOptions && (
          <>
            <DialogButton
              as={IconButton}
              opens={PersonOptions}
              label={peopleText.optionsOf(person.username)}
              onClick={() => setMenuOpen(true)}
            >
              <Ellipsis size={20} aria-hidden />
            </DialogButton>
            <PersonOptions person={person} open={isMenuOpen} onOpenChange={setMenuOpen} />
          </>
        )
      }
    >
      <PersonLabel person={person} bio={peopleText.about(person)} />
    </ListRow>
  )
}

const AccountSheet = lazyDialog(() => import('./AccountSheet.tsx'), 'AccountSheet', Sheet)

/** Finds out who has registered with an address: on request only, because the look is logged. */
function AddressLookup({ address }: { address: string }) {
  const [account, setAccount] = useState<ShownAccount | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { mutate: show, isPending } = useShowAccount()
  const find = () =>
    show(address, {
      onSuccess: (found) => {
        setAccount(found)
        setOpen(true)
      },
    })
  return (
    <EmptyState drawing={drawing} title={accountHelpText.addressTitle} text={accountHelpText.addressText(address)}>
      <DialogButton opens={AccountSheet} busy={isPending} onClick={find}>
        {accountHelpText.findAddress}
      </DialogButton>
      {account && <AccountSheet account={account} open={isOpen} onOpenChange={setOpen} />}
    </EmptyState>
  )
}

const debounceMs = 200
const kinds = [
  { value: 'everybody', label: peopleText.everybody },
  { value: 'moderators', label: peopleText.moderators },
] as const

/** For administrators: everybody with an account, whom they help, suspend, reinstate and make moderators. */
export function PeoplePage() {
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState<PeopleFilter['only']>('everybody')
  const address = typed.trim()
  const query = useDebounced(address, debounceMs)
  return (
    <>
      <title>{peopleText.title}</title>
      <PageHeader title={peopleText.title} onBack={useGoBack()} />
      <Stack as="search" gap={3} padding="1 4 3">
        <SearchField
          clearable
          label={peopleText.search}
          maxLength={searchTextLimit}
          value={typed}
          onChange={setTyped}
        />
        {!query && <Segmented label={peopleText.kinds} options={kinds} value={only} onChange={setOnly} />}
      </Stack>
      {/* No username has the sign. */}
      {address.includes('@') ? (
        <AddressLookup key={address} address={address} />
      ) : (
        <PeopleList filter={{ query, only }} />
      )}
    </>
  )
}

function PeopleList({ filter }: { filter: PeopleFilter }) {
  const people = usePeople(filter)
  const found = people.data?.pages.flatMap((page) => page.people)
  const empty = filter.query ? (
    <EmptyState drawing={drawing} title={peopleText.nobodyNamed(filter.query)} text={peopleText.nobodyNamedText} />
  ) : (
    <EmptyState drawing={drawing} title={peopleText.nobody} text={peopleText.nobodyText} />
  )
  return (
    <ListFrame query={people} isEmpty={found?.length === 0} empty={empty}>
      <Stack as="ul" padding="0 2 4" aria-label={peopleText.list} aria-busy={people.isPending}>
        {people.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
        {found?.map((person) => (
          <AdministeredRow key={person.id} person={person} />
        ))}
      </Stack>
    </ListFrame>
  )
}
