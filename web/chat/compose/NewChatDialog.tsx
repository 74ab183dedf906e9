import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { SearchField } from '#web/ui/TextField.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { PersonLabel } from '#web/users/PersonRow.tsx'
import { suggestedMentionsQuery } from '#web/users/users.api.ts'
import { useKnownPeople } from './known-people.ts'
import styles from './SharePostDialog.module.css'

const typingPauseMs = 200
/** What a username consists of. */
const usernameBeginning = /^[A-Za-z0-9._]{1,30}$/

/** The people that the viewer knows, and whoever else has a name that begins like the query. */
function useFoundPeople(viewer: CurrentUser, query: string, isEnabled: boolean) {
  const known = useKnownPeople(viewer, query, isEnabled)
  const beginning = query.trim()
  const searched = useDebounced(beginning, typingPauseMs)
  const isSearching = usernameBeginning.test(beginning) && usernameBeginning.test(searched)
  const search = useQuery({ ...suggestedMentionsQuery(searched), enabled: isEnabled && isSearching })
  const shownIds = new Set([viewer.id, ...known.groups.flatMap(({ people }) => people.map(({ id }) => id))])
  const others = (isSearching ? (search.data ?? []) : []).filter(
    // The answer to an earlier query stays until the new one is there.
    ({ id, username }) => !shownIds.has(id) && username.toLowerCase().startsWith(beginning.toLowerCase()),
  )
  return {
    ...known,
    groups: others.length > 0 ? [...known.groups, { title: chatText.newChatFound, people: others }] : known.groups,
    isLoading: known.isLoading || searched !== beginning || (isSearching && search.isFetching),
    failure: isSearching ? search.error : null,
    retry: () => void search.refetch(),
  }
}

type NewChatDialogProps = { viewer: CurrentUser; open: boolean; onOpenChange: (open: boolean) => void }

/** Chooses the person to write to; the conversation may be an old one. */
export function NewChatDialog({ viewer, open, onOpenChange }: NewChatDialogProps) {
  const [query, setQuery] = useState('')
  const { groups, followed, isLoading, failure, retry } = useFoundPeople(viewer, query, open)
  const isEmpty = groups.length === 0 && !isLoading && !failure && !followed.hasNextPage
  const change = (next: boolean) => {
    onOpenChange(next)
    if (!next) setQuery('')
  }
  return (
    <Dialog open={open} onOpenChange={change} title={chatText.newChat} size="tall">
      <Stack gap={2}>
        <SearchField icon={null} label={chatText.newChatSearch} value={query} onChange={setQuery} />
        {groups.map(({ title, people }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul>
              {people.map((person) => (
                <ListRow
                  key={person.id}
                  render={(props) => (
                    <Link to={pagePaths.conversation(person.id)} onClick={() => change(false)} {...props} />
                  )}
                >
                  <PersonLabel person={person} />
                </ListRow>
              ))}
            </ul>
          </section>
        ))}
        {isLoading && <Spinner className={styles.spinner} />}
        {failure && <LoadFailure text={errorMessage(failure)} onRetry={retry} />}
        {isEmpty && (
          <Muted centred padding="6 2">
            {query.trim() === '' ? chatText.newChatEmpty : chatText.shareNotFound}
          </Muted>
        )}
        <NextPage query={followed} />
      </Stack>
    </Dialog>
  )
}
