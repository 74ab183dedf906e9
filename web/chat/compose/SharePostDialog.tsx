import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { SharedPost } from '#contract/chat.ts'
import { messageTextLimit } from '#contract/limits.ts'
import type { PresentedUser } from '#contract/listed-user.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { SearchField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PersonLabel } from '#web/users/PersonRow.tsx'
import { useKnownPeople } from './known-people.ts'
import { queueMessage } from './outbox.ts'
import styles from './SharePostDialog.module.css'

type ShareRowProps = { person: PresentedUser; isSelected: boolean; onToggle: () => void }

/** A person to whom the post may be sent. */
const ShareRow = ({ person, isSelected, onToggle }: ShareRowProps) => (
  <li>
    <label className={styles.row}>
      <PersonLabel person={person} />
      <input className={styles.check} type="checkbox" checked={isSelected} onChange={onToggle} />
    </label>
  </li>
)

const maxPeople = 10

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
  const { groups, followed, isLoading } = useKnownPeople(viewer, query, open)
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
      <Stack gap={2}>
        <SearchField icon={null} label={chatText.shareSearch} value={query} onChange={setQuery} />
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
      </Stack>
      {selectedIds.length > 0 && (
        <div className={styles.message}>
          <TextArea
            variant="composer"
            label={chatText.shareTextPlaceholder}
            placeholder={chatText.shareTextPlaceholder}
            rows={1}
            maxLength={messageTextLimit}
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
    <Muted centred padding="6 2">
      {chatText.shareNotFound}
    </Muted>
  )
