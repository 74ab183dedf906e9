import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Input } from '#contract/calls.ts'
import type { LegalTextSource } from '#contract/legal-texts.ts'
import { legalTextLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useStoredText } from '#web/platform/storage.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog, useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { previewQuery, usePublishLegalText } from './legal-texts.api.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { LegalTextWords } from './LegalTextWords.tsx'
import styles from './TextEditor.module.css'

type PublishDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  publication: Pick<Input<'publishLegalText'>, 'kind' | 'body' | 'expected_version'>
  onPublished?: () => void
}

/** So that the keyboard scrolls it. */
const scrollable = { tabIndex: 0 }

/** Shows a version, and publishes it once it is confirmed. A refusal is shown and leaves the dialog open. */
function PublishDialog({ open, onClose, title, text, publication, onPublished }: PublishDialogProps) {
  const { mutateAsync, error: refusal, reset } = usePublishLegalText()
  const preview = useQuery({ ...previewQuery(publication.body), enabled: open })
  const error = refusal ?? preview.error
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={() => {
        reset()
        onClose()
      }}
      title={title}
      text={text}
      confirmLabel={legalTextsText.publish}
      onConfirm={async () => {
        await mutateAsync(publication)
        onPublished?.()
      }}
    >
      {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      {!preview.error && (
        <section className={styles.preview} aria-label={legalTextsText.preview} {...scrollable}>
          {preview.data ? <LegalTextWords words={preview.data} /> : <Skeleton width="100%" height={120} />}
        </section>
      )}
    </ConfirmDialog>
  )
}

/** The number of the version that a draft was made from, and the draft. */
const format = /^(\d+)\n([^]*)$/

/** The draft of a text. It survives a reload, and a version that somebody else publishes meanwhile. */
function useTextDraft({ kind, newest_version, body }: LegalTextSource) {
  const [stored, store] = useStoredText(`draft-${kind}-${useCurrentUser()?.id ?? 0}`)
  const [, storedVersion, storedBody] = format.exec(stored) ?? []
  const basedOn = storedVersion === undefined ? newest_version : Number(storedVersion)
  const draft = storedBody ?? body
  return {
    body: draft,
    isChanged: storedBody !== undefined && storedBody.trim() !== body,
    /** The latest version that its writer has read. */
    basedOn,
    change: (next: string) => store(`${basedOn}\n${next}`),
    /** From now on it is made from the version in force. */
    rebase: () => store(`${newest_version}\n${draft}`),
    discard: () => store(''),
  }
}

/** The editor of a legal text: a field, and its publication. The draft stays on the device until then. */
export function TextEditor({ source }: { source: LegalTextSource }) {
  const draft = useTextDraft(source)
  const [question, setQuestion] = useState<'publish' | 'restore' | null>(null)
  const close = () => setQuestion(null)
  const { confirm, confirmation } = useConfirm()
  const askToDiscard = () =>
    confirm({
      danger: true,
      title: legalTextsText.discardTitle,
      text: legalTextsText.discardText,
      confirmLabel: legalTextsText.discardDraft,
      onConfirm: draft.discard,
    })
  const { kind, newest_version: latest, built_in_body: builtIn } = source
  return (
    <Stack gap={4}>
      <p className={styles.current}>
        {legalTextsText.current(source)} <Link to={pagePaths[kind]}>{legalTextsText.open}</Link>
      </p>
      {draft.isChanged && draft.basedOn < latest && (
        <Banner tone="new">
          <p>{legalTextsText.meanwhile(latest)}</p>
          <div className={styles.actions}>
            <Button variant="outline" size="small" onClick={draft.rebase}>
              {legalTextsText.keepDraft}
            </Button>
            <Button variant="outline" size="small" onClick={askToDiscard}>
              {legalTextsText.discardDraft}
            </Button>
          </div>
        </Banner>
      )}
      <TextArea
        label={legalTextsText.body}
        hint={legalTextsText.bodyHint}
        error={draft.body.length > legalTextLimit ? legalTextsText.tooLong(draft.body.length) : null}
        rows={14}
        spellCheck
        value={draft.body}
        onChange={draft.change}
      />
      {draft.isChanged && <p className={styles.note}>{legalTextsText.draft}</p>}
      <div className={styles.actions}>
        {draft.isChanged && draft.basedOn === latest && (
          <>
            <Button onClick={() => setQuestion('publish')}>{legalTextsText.publish}</Button>
            <Button variant="outline" onClick={askToDiscard}>
              {legalTextsText.discardDraft}
            </Button>
          </>
        )}
        {!draft.isChanged && latest > 0 && source.body !== builtIn && (
          <Button variant="outline" onClick={() => setQuestion('restore')}>
            {legalTextsText.restore}
          </Button>
        )}
      </div>
      <PublishDialog
        open={question === 'publish'}
        onClose={close}
        title={legalTextsText.publishTitle(draft.basedOn + 1)}
        text={legalTextsText.publishText(draft.basedOn)}
        publication={{ kind, body: draft.body, expected_version: draft.basedOn }}
        onPublished={draft.discard}
      />
      <PublishDialog
        open={question === 'restore'}
        onClose={close}
        title={legalTextsText.restoreTitle}
        text={legalTextsText.restoreText(latest + 1)}
        publication={{ kind, body: builtIn, expected_version: latest }}
      />
      {confirmation}
    </Stack>
  )
}
