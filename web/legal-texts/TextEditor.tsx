import { useState } from 'react'
import { Link } from 'react-router'
import type { LegalTextSource } from '#contract/legal-texts.ts'
import { legalTextLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { legalTextsText } from './legal-texts.text.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { useTextDraft } from './text-draft.ts'
import styles from './TextEditor.module.css'
import { TextPreview } from './TextPreview.tsx'

const views = [
  { value: 'text', label: legalTextsText.views.text },
  { value: 'preview', label: legalTextsText.views.preview },
] as const

/** The editor of a legal text: Markdown, preview and publication. The draft stays on the device until then. */
export function TextEditor({ source }: { source: LegalTextSource }) {
  const draft = useTextDraft(source)
  const [view, setView] = useState<'text' | 'preview'>('text')
  const [question, setQuestion] = useState<'publish' | 'restore' | 'discard' | null>(null)
  const close = () => setQuestion(null)
  const { kind, newest_version: latest, built_in_body: builtIn } = source
  return (
    <div className={styles.editor}>
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
            <Button variant="outline" size="small" onClick={() => setQuestion('discard')}>
              {legalTextsText.discardDraft}
            </Button>
          </div>
        </Banner>
      )}
      <Segmented label={legalTextsText.view} options={views} value={view} onChange={setView} />
      {view === 'preview' ? (
        <TextPreview body={draft.body} />
      ) : (
        <TextArea
          label={legalTextsText.body}
          hint={legalTextsText.bodyHint}
          error={draft.body.length > legalTextLimit ? legalTextsText.tooLong(draft.body.length) : null}
          rows={14}
          spellCheck
          value={draft.body}
          onChange={draft.change}
        />
      )}
      {draft.isChanged && <p className={styles.note}>{legalTextsText.draft}</p>}
      <div className={styles.actions}>
        {draft.isChanged && draft.basedOn === latest && (
          <>
            <Button onClick={() => setQuestion('publish')}>{legalTextsText.publish}</Button>
            <Button variant="outline" onClick={() => setQuestion('discard')}>
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
      <ConfirmDialog
        danger
        open={question === 'discard'}
        onOpenChange={close}
        title={legalTextsText.discardTitle}
        text={legalTextsText.discardText}
        cancelLabel={legalTextsText.cancel}
        confirmLabel={legalTextsText.discardDraft}
        onConfirm={draft.discard}
      />
    </div>
  )
}
