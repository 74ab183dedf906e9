import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useDeleteAccount } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import styles from './AccountForm.module.css'
import { PasswordForm } from './PasswordForm.tsx'

/** Explains what is deleted, and deletes it with the password after a confirmation. */
export function DeleteAccountPage() {
  const goBack = useGoBack()
  const [password, setPassword] = useState('')
  const [isConfirmOpen, setConfirmOpen] = useState(false)
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
        <PasswordForm
          error={remove.error}
          onSubmit={(typed) => {
            remove.reset()
            setPassword(typed)
            setConfirmOpen(true)
          }}
        >
          <Button type="submit" variant="danger" wide {...dialogTriggerProps}>
            {authText.deleteAccount}
          </Button>
        </PasswordForm>
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
