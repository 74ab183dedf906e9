import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { SharedPost } from '#contract/chat.ts'
import { messageTextLimit } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { followingQuery } from '#web/users/users.api.ts'
import { conversationsQuery } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { queueMessage } from './outbox.ts'
import styles from './SharePostDialog.module.css'
import { ShareRow, type SharePerson } from './ShareRow.tsx'

const maxPeople = 10

const matches = ({ username }: SharePerson, query: string) =>
  username.toLocaleLowerCase('it').includes(query.trim().toLocaleLowerCase('it'))

/** People to whom the viewer may send a post: those of their conversations, and those they follow. */
function useSharePeople(viewer: CurrentUser, query: string, isEnabled: boolean) {
  const recent = useInfiniteQuery({ ...conversationsQuery('chats'), enabled: isEnabled })
  const followed = useInfiniteQuery({ ...followingQuery(viewer.id), enabled: isEnabled })
  const recentPeople = recent.data?.pages
    .flatMap((page) => page.conversations)
    .filter(({ can_write }) => can_write)
    .map(({ user }) => user)
  const otherPeople = followed.data?.pages
    .flatMap((page) => page.people)
    .filter(({ id }) => !recentPeople?.some((person) => person.id === id))
  const groups = [
    { title: chatText.shareRecent, people: recentPeople ?? [] },
    { title: chatText.shareFollowed, people: otherPeople ?? [] },
  ]
    .map(({ title, people }) => ({ title, people: people.filter((person) => matches(person, query)) }))
    .filter(({ people }) => people.length > 0)
  return { groups, followed, isLoading: recent.isPending || followed.isPending }
}

type SharePostDialogProps = {
  viewer: CurrentUser
  post: SharedPost
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sends a post to one or more people. */
export function SharePostDialog({ viewer, post, open, onOpenChange }: SharePostDialogProps) {
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([])
  const [query, setQuery] = useState('')
  const [text, setText] = useState('')
  const { groups, followed, isLoading } = useSharePeople(viewer, query, open)
  const isEmpty = groups.length === 0 && !isLoading && !followed.hasNextPage

  const toggle = (id: number) => {
    if (selectedIds.includes(id)) setSelectedIds(selectedIds.filter((one) => one !== id))
    else if (selectedIds.length < maxPeople) setSelectedIds([...selectedIds, id])
    else showToast(chatText.shareLimit(maxPeople))
  }
  const close = () => {
    onOpenChange(false)
    setSelectedIds([])
    setQuery('')
    setText('')
  }
  const send = () => {
    for (const id of selectedIds) void queueMessage(id, { text: text.trim(), image: null, post })
    close()
    showToast(chatText.shareSent)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={chatText.shareTitle}
      size="tall"
      actions={
        <Button size="small" disabled={selectedIds.length === 0} onClick={send}>
          {selectedIds.length > 1 ? chatText.shareSendTo(selectedIds.length) : chatText.shareSend}
        </Button>
      }
    >
      <div className={styles.share}>
        <TextField
          label={chatText.shareSearch}
          labelHidden
          type="search"
          placeholder={chatText.shareSearch}
          autoComplete="off"
          value={query}
          onChange={setQuery}
        />
        {isLoading && <Spinner className={styles.spinner} />}
        {groups.map(({ title, people }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul>
              {people.map((person) => (
                <ShareRow
                  key={person.id}
                  person={person}
                  isSelected={selectedIds.includes(person.id)}
                  onToggle={() => toggle(person.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {isEmpty && <NobodyToShareWith query={query} />}
        <NextPage query={followed} />
      </div>
      {selectedIds.length > 0 && (
        <div className={styles.message}>
          <TextArea
            variant="bare"
            label={chatText.shareTextPlaceholder}
            labelHidden
            placeholder={chatText.shareTextPlaceholder}
            rows={1}
            maxLength={messageTextLimit}
            countdown
            value={text}
            onChange={setText}
          />
        </div>
      )}
    </Dialog>
  )
}

const NobodyToShareWith = ({ query }: { query: string }) =>
  query.trim() === '' ? (
    <EmptyState drawing={drawing} title={chatText.shareEmpty} text={chatText.shareEmptyText} />
  ) : (
    <p className={styles.empty}>{chatText.shareNotFound}</p>
  )
