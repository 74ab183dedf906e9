import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useBlockQuestion } from '#web/moderation/BlockQuestion.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { closeConversation, useAnswerMessageRequest } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './RequestPanel.module.css'

type RequestPanelProps = {
  person: { id: number; username: string }
  onDeclined: () => void
}

/** Replaces the composer until the viewer has accepted the request. */
export function RequestPanel({ person, onDeclined }: RequestPanelProps) {
  const { askToBlock, blockConfirmation } = useBlockQuestion(() => closeConversation(person.id))
  const { mutate: answer, isPending, variables } = useAnswerMessageRequest(person.id)
  return (
    <section className={styles.panel} aria-label={chatText.requestTitle(person.username)}>
      <h2 className={styles.title}>{chatText.requestTitle(person.username)}</h2>
      <p className={styles.text}>
        {chatText.requestText}{' '}
        <Link className={styles.profile} to={pagePaths.profile(person.id)}>
          {chatText.seeProfile}
        </Link>
      </p>
      <div className={styles.actions}>
        <DialogButton warns variant="quiet" size="small" disabled={isPending} onClick={() => askToBlock(person)}>
          {chatText.blockShort}
        </DialogButton>
        <Button
          variant="outline"
          size="small"
          disabled={isPending}
          busy={isPending && variables === 'decline'}
          onClick={() => answer('decline', { onSuccess: onDeclined })}
        >
          {chatText.decline}
        </Button>
        <Button
          size="small"
          disabled={isPending}
          busy={isPending && variables === 'accept'}
          onClick={() => answer('accept')}
        >
          {chatText.accept}
        </Button>
      </div>
      {blockConfirmation}
    </section>
  )
}
