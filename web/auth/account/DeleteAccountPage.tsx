import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useDeleteAccount } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import styles from './AccountForm.module.css'
import { PasswordField } from '#web/auth/PasswordField.tsx'

/** Explains what is deleted, and deletes it with the password after a confirmation. */
export function DeleteAccountPage() {
  const goBack = useGoBack()
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const remove = useDeleteAccount()
  return (
    <>
      <title>{authText.deleteTitle}</title>
      <PageHeader title={authText.deleteTitle} onBack={goBack} />
      <div className={styles.page}>
        <img className={styles.drawing} src={drawing} alt="" width={240} height={200} />
        <div>
          <h2 className={styles.heading}>{authText.deleteHeading}</h2>
          <p className={styles.text}>{authText.deleteText}</p>
        </div>
        <ul className={styles.deletedContent}>
          {authText.deletedContent.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div>
          <h2 className={styles.heading}>{authText.exportHeading}</h2>
          <p className={styles.text}>{authText.exportFirst}</p>
        </div>
        <Button variant="soft" wide render={(props) => <Link to={pagePaths.exportAccount} {...props} />}>
          {authText.exportAccount}
        </Button>
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            setSubmitted(true)
            remove.reset()
            if (password) setConfirmOpen(true)
            else if (form.current) focusFirstInvalid(form.current)
          }}
          noValidate
        >
          {remove.error && <Banner tone="danger">{errorMessage(remove.error)}</Banner>}
          <PasswordField label={authText.password} value={password} onChange={setPassword} submitted={submitted} />
          <Button type="submit" variant="danger" wide {...dialogTriggerProps}>
            {authText.deleteAccount}
          </Button>
        </form>
      </div>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={authText.deleteQuestion}
        text={authText.deleteWarning}
        cancelLabel={authText.cancel}
        confirmLabel={authText.deleteConfirm}
        onConfirm={() => remove.mutateAsync(password).catch(() => undefined)}
      />
    </>
  )
}
