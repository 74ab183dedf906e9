import { CircleAlert, CloudOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { discardPublication, type Publication, retryPublication } from '#web/posts/publications.api.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './PublicationState.module.css'
import { publishingText } from './publishing.text.ts'

type PublicationStateProps = { publication: Publication; isStalled: boolean }

export function PublicationState({ publication, isStalled }: PublicationStateProps) {
  const { refusal } = publication
  if (refusal !== null) return <Refused publication={publication} reason={refusal} />
  if (isStalled)
    return (
      <div className={classNames(styles.state, styles.stalled)}>
        <output className={styles.words}>
          <CloudOff size={20} aria-hidden />
          {publishingText.stalled}
        </output>
        <DeleteButton publication={publication} />
      </div>
    )
  return <Progress publication={publication} />
}

function Progress({ publication: { pictures } }: { publication: Publication }) {
  const count = pictures.length
  const done = pictures.filter(({ picture_id }) => picture_id !== undefined).length
  return (
    <div className={styles.state}>
      <output className={styles.words}>
        <Spinner label={null} size={20} />
        {count > 1 ? publishingText.uploading(done, count) : publishingText.publishing}
      </output>
      {count > 1 && (
        <progress className={styles.progress} aria-label={publishingText.progress} value={done} max={count} />
      )}
    </div>
  )
}

function Refused({ publication, reason }: { publication: Publication; reason: string }) {
  const { is_story, is_in_doubt, client_id } = publication
  return (
    <div className={styles.state}>
      <p className={styles.refused} role="alert">
        <CircleAlert size={20} aria-hidden />
        <span>
          <strong>{is_story ? publishingText.refusedStory : publishingText.refused}</strong> {reason}
        </span>
      </p>
      <div className={styles.actions}>
        <Button variant="soft" size="small" onClick={() => void retryPublication(publication)}>
          {publishingText.retry}
        </Button>
        {/* What may have arrived is not published a second time with other words. */}
        {!is_in_doubt && (
          <Button
            variant="outline"
            size="small"
            render={(props) => <Link to={pagePaths.refusedPost(client_id)} {...props} />}
          >
            {publishingText.edit}
          </Button>
        )}
        <DeleteButton publication={publication} />
      </div>
    </div>
  )
}

function DeleteButton({ publication: { client_id } }: { publication: Publication }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" {...dialogTriggerProps} onClick={() => setOpen(true)}>
        {publishingText.delete}
      </Button>
      <ConfirmDialog
        danger
        open={isOpen}
        onOpenChange={setOpen}
        title={publishingText.deleteTitle}
        text={publishingText.deleteQuestion}
        cancelLabel={publishingText.cancel}
        confirmLabel={publishingText.delete}
        onConfirm={() => discardPublication(client_id)}
      />
    </>
  )
}
