import { ArrowUp, ImagePlus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { messageTextLimit, pictureAltLimit, videoLimits } from '#contract/limits.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { quoteOf } from '#web/chat/message-preview.ts'
import { Quote } from '#web/chat/thread/MessageParts.tsx'
import { resetTypingThrottle, sendTyping } from '#web/chat/typing.api.ts'
import { VideoDialog } from '#web/media/VideoDialog.tsx'
import { platformText } from '#web/platform/platform.text.ts'
import { useStoredText } from '#web/platform/storage.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { useReceivedFiles } from '#web/ui/received-files.ts'
import { useSendOnEnter } from '#web/ui/send-on-enter.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useChosenAttachment } from './chosen-attachment.ts'
import { queueMessage } from './outbox.ts'
import styles from './Composer.module.css'

type ComposerProps = {
  viewer: CurrentUser
  conversation: Conversation
  /** The message that the next one answers. */
  answered: Message | null
  /** Called when it is sent, or when the viewer answers nothing in particular after all. */
  onAnswered: () => void
}

/** The field for a new message. The draft is stored on the device, one per conversation. */
export function Composer({ viewer, conversation: { user, can_send_images }, answered, onAnswered }: ComposerProps) {
  const [draft, setDraft] = useStoredText(`draft-chat-${viewer.id}-${user.id}`)
  const picture = useChosenAttachment(() => showToast(platformText.unreadablePicture, 'danger'))
  const { image, video, alt, uncut } = picture
  // While a video is being cut there is no room for another file.
  useReceivedFiles(can_send_images && !uncut ? picture.choose : null)
  const { form, onKeyDown } = useSendOnEnter()
  const field = useRef<HTMLTextAreaElement>(null)
  const reply = answered && quoteOf(answered)
  useEffect(() => {
    if (answered) field.current?.focus()
  }, [answered])
  const text = draft.trim()
  const canSend = (text !== '' || image !== null) && !picture.isPreparing
  const write = (next: string) => {
    setDraft(next)
    if (next.trim() !== '') sendTyping(user.id)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    void queueMessage(user.id, { text, image, alt, video, post: null, reply })
    onAnswered()
    setDraft('')
    picture.remove()
    resetTypingThrottle(user.id)
    field.current?.focus()
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={send}>
      {reply && (
        <div className={styles.reply}>
          <Quote quoted={reply} name={user.username} />
          <IconButton label={chatText.stopReplying} onClick={onAnswered}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      {image && (
        <>
          <Preview image={image} isVideo={video !== undefined} onRemove={picture.remove} />
          <PictureAltField
            className={styles.alt}
            isVideo={video !== undefined}
            maxLength={pictureAltLimit}
            alt={alt}
            onAlt={picture.setAlt}
          />
        </>
      )}
      <div className={styles.tools}>
        {can_send_images && <PictureButton isPreparing={picture.isPreparing} onFile={picture.choose} />}
        <TextArea
          ref={field}
          className={styles.field}
          variant="composer"
          label={chatText.field}
          placeholder={chatText.placeholder}
          rows={1}
          maxLength={messageTextLimit}
          value={draft}
          onChange={write}
          onKeyDown={onKeyDown}
        />
        {/* Keeps the focus in the field, so that the on-screen keyboard stays. */}
        <IconButton
          type="submit"
          tone={canSend ? 'violet' : 'soft'}
          label={chatText.send}
          disabled={!canSend}
          onPointerDown={(event) => event.preventDefault()}
        >
          <ArrowUp size={22} />
        </IconButton>
      </div>
      {uncut && (
        <VideoDialog
          open
          file={uncut}
          longestSeconds={videoLimits.seconds}
          onOpenChange={picture.stopCutting}
          onPrepared={picture.setVideo}
        />
      )}
      {!can_send_images && <p className={styles.note}>{chatText.picturesNotAllowed(user.username)}</p>}
    </form>
  )
}

type PreviewProps = { image: string; isVideo: boolean; onRemove: () => void }

const Preview = ({ image, isVideo, onRemove }: PreviewProps) => (
  <div className={styles.preview}>
    <img className={styles.picture} src={image} alt={isVideo ? chatText.videoPreview : chatText.preview} />
    {isVideo && <PlayMark />}
    <IconButton
      className={styles.remove}
      label={isVideo ? chatText.removeVideo : chatText.removePicture}
      onClick={onRemove}
    >
      <X size={18} />
    </IconButton>
  </div>
)

const PictureButton = ({ isPreparing, onFile }: { isPreparing: boolean; onFile: (file: File) => void }) => (
  <FileButton
    className={styles.file}
    label={chatText.addPicture}
    accept="image/*,video/*"
    disabled={isPreparing}
    onFile={onFile}
  >
    {isPreparing ? <Spinner label={chatText.preparingPicture} size={22} /> : <ImagePlus size={24} aria-hidden />}
  </FileButton>
)
