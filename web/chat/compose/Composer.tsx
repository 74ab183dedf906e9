import { ArrowUp, ImagePlus, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Conversation } from '#contract/chat.ts'
import { messageTextLimit } from '#contract/limits.ts'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import { useStoredText } from '#web/platform/stored-text.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toast.ts'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './Composer.module.css'
import { queueMessage } from './outbox.ts'
import { resetTypingThrottle, sendTyping } from '#web/chat/typing.api.ts'

type ComposerProps = { viewer: CurrentUser; conversation: Conversation }

/** Where one writes; what is not sent yet is kept on the device, conversation by conversation. */
export function Composer({ viewer, conversation: { user, can_send_images } }: ComposerProps) {
  const [draft, setDraft] = useStoredText(`draft-chat-${viewer.id}-${user.id}`)
  const [image, setImage] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const text = draft.trim()
  const isReady = (text !== '' || image !== null) && !isPreparing
  const choose = (file: File) => {
    setPreparing(true)
    preparePicture(file)
      .then(setImage, () => showToast(chatText.unreadable, 'danger'))
      .finally(() => setPreparing(false))
  }
  const write = (next: string) => {
    setDraft(next)
    if (next.trim() !== '') sendTyping(user.id)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    void queueMessage(user.id, { text, image, post: null })
    setDraft('')
    setImage(null)
    resetTypingThrottle(user.id)
    field.current?.focus()
  }
  // On a phone the key makes a new line, and the button is under the thumb.
  const sendByKey = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      window.matchMedia('(pointer: coarse)').matches
    )
      return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={send}>
      {image && (
        <div className={styles.preview}>
          <img className={styles.picture} src={image} alt={chatText.preview} />
          <IconButton className={styles.remove} label={chatText.removePicture} onClick={() => setImage(null)}>
            <X size={18} />
          </IconButton>
        </div>
      )}
      <div className={styles.tools}>
        {can_send_images && (
          <FileButton className={styles.file} label={chatText.addPicture} disabled={isPreparing} onFile={choose}>
            {isPreparing ? <Spinner label={chatText.preparing} size={22} /> : <ImagePlus size={24} aria-hidden />}
          </FileButton>
        )}
        <TextArea
          ref={field}
          className={styles.field}
          variant="bare"
          label={chatText.field}
          labelHidden
          placeholder={chatText.placeholder}
          rows={1}
          maxLength={messageTextLimit}
          countdown
          value={draft}
          onChange={write}
          onKeyDown={sendByKey}
        />
        {/* It does not take the focus: the keyboard of a phone stays. */}
        <IconButton
          type="submit"
          tone={isReady ? 'violet' : 'soft'}
          label={chatText.send}
          disabled={!isReady}
          onPointerDown={(event) => event.preventDefault()}
        >
          <ArrowUp size={22} />
        </IconButton>
      </div>
      {!can_send_images && <p className={styles.note}>{chatText.noPictures(user.username)}</p>}
    </form>
  )
}
