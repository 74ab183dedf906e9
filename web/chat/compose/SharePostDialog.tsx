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

const mostPeople = 10

type SharePostDialogProps = {
  viewer: CurrentUser
  post: SharedPost
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sends a post to people with whom one talks, or whom one follows. */
export function SharePostDialog({ viewer, post, open, onOpenChange }: SharePostDialogProps) {
  const recent = useInfiniteQuery({ ...conversationsQuery('chats'), enabled: open })
  const followed = useInfiniteQuery({ ...followingQuery(viewer.id), enabled: open })
  const [chosen, choose] = useState<readonly number[]>([])
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')

  const talkedTo = recent.data?.pages
    .flatMap((page) => page.conversations)
    .filter(({ can_write }) => can_write)
    .map(({ user }) => user)
  const others = followed.data?.pages
    .flatMap((page) => page.people)
    .filter(({ id }) => !talkedTo?.some((one) => one.id === id))
  const isMeant = ({ username }: SharePerson) =>
    username.toLocaleLowerCase('it').includes(typed.trim().toLocaleLowerCase('it'))
  const groups = [
    { title: chatText.shareRecent, people: talkedTo?.filter(isMeant) ?? [] },
    { title: chatText.shareFollowed, people: others?.filter(isMeant) ?? [] },
  ].filter(({ people }) => people.length > 0)
  const isLoading = recent.isPending || followed.isPending
  const isEmpty = groups.length === 0 && !isLoading && !followed.hasNextPage

  const toggle = (id: number) => {
    if (chosen.includes(id)) choose(chosen.filter((one) => one !== id))
    else if (chosen.length < mostPeople) choose([...chosen, id])
    else showToast(chatText.shareMost(mostPeople))
  }
  const close = () => {
    onOpenChange(false)
    choose([])
    setTyped('')
    setWords('')
  }
  const send = () => {
    for (const id of chosen) void queueMessage(id, { text: words.trim(), image: null, post })
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
        <Button size="small" disabled={chosen.length === 0} onClick={send}>
          {chosen.length > 1 ? chatText.shareSendTo(chosen.length) : chatText.shareSend}
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
          value={typed}
          onChange={setTyped}
        />
        {isLoading && <Spinner className={styles.wait} />}
        {groups.map(({ title, people }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul>
              {people.map((person) => (
                <ShareRow
                  key={person.id}
                  person={person}
                  isChosen={chosen.includes(person.id)}
                  onToggle={() => toggle(person.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {isEmpty &&
          (typed.trim() === '' ? (
            <EmptyState drawing={drawing} title={chatText.shareNobody} text={chatText.shareNobodyText} />
          ) : (
            <p className={styles.nobody}>{chatText.shareNotFound}</p>
          ))}
        <NextPage query={followed} />
      </div>
      {chosen.length > 0 && (
        <div className={styles.words}>
          <TextArea
            variant="bare"
            label={chatText.shareWords}
            labelHidden
            placeholder={chatText.shareWords}
            rows={1}
            maxLength={messageTextLimit}
            countdown
            value={words}
            onChange={setWords}
          />
        </div>
      )}
    </Dialog>
  )
}
