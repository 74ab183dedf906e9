import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { messageTextLimit } from '#contract/limits.ts'
import { messagesQuery } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { queueMessage } from './outbox.ts'
import styles from './StoryReply.module.css'

type StoryReplyProps = {
  story: Story
  /** Somebody writes: the story waits. */
  onWriting: (isWriting: boolean) => void
}

/** Answers a story with a message to its author; its last line says which story it answers. */
export function StoryReply({ story, onWriting }: StoryReplyProps) {
  const [text, setText] = useState('')
  const [wasFocused, setFocused] = useState(false)
  const messages = useInfiniteQuery({ ...messagesQuery(story.user_id), enabled: wasFocused })
  const about = `\n\n${chatText.aboutStory(story)}`
  const isRefused = messages.data?.pages[0]?.conversation.can_write === false
  // The field goes with its focus, and not every browser says so.
  const stopWriting = useEffectEvent(() => onWriting(false))
  useEffect(() => {
    if (isRefused) stopWriting()
  }, [isRefused])
  if (isRefused) return <p className={styles.refusal}>{chatText.cannotWrite(story.username)}</p>
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    void queueMessage(story.user_id, { text: `${text.trim()}${about}`, image: null, post: null })
    setText('')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    showToast(chatText.storyReplySent)
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <input
        className={styles.field}
        dir="auto"
        aria-label={chatText.answerStory(story.username)}
        placeholder={chatText.answerStory(story.username)}
        autoComplete="off"
        enterKeyHint="send"
        maxLength={messageTextLimit - about.length}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={() => {
          setFocused(true)
          onWriting(true)
        }}
        onBlur={() => onWriting(false)}
      />
      {text.trim() !== '' && (
        <IconButton
          className={styles.send}
          label={chatText.send}
          type="submit"
          // The field keeps the focus, so the story does not go on.
          onPointerDown={(event) => event.preventDefault()}
        >
          <ArrowUp size={24} />
        </IconButton>
      )}
    </form>
  )
}
