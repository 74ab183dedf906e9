import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useDeleteAccount } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './AccountForm.module.css'

/** Explains what is deleted, and deletes it with the password after a confirmation. */
export function DeleteAccountPage() {
  const goBack = useGoBack()
  const { confirm, confirmation } = useConfirm()
  const remove = useDeleteAccount()
  const ask = (password: string) => {
    remove.reset()
    confirm({
      danger: true,
      title: authText.deleteQuestion,
      text: authText.deleteWarning,
      confirmLabel: authText.deleteConfirm,
      onConfirm: () => remove.mutateAsync(password).catch(() => undefined),
    })
  }
  return (
    <>
      <title>{authText.deleteTitle}</title>
      <PageHeader title={authText.deleteTitle} onBack={goBack} />
      <Stack gap={5} padding="4 5 8">
        <img className={styles.drawing} src={drawing} alt="" width={240} height={200} />
        <Stack gap={2}>
          <h2 className={styles.heading}>{authText.deleteHeading}</h2>
          <Muted>{authText.deleteText}</Muted>
        </Stack>
        <Stack as="ul" gap={2} className={styles.deletedContent}>
          {authText.deletedContent.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
        <Stack gap={2}>
          <h2 className={styles.heading}>{authText.exportHeading}</h2>
          <Muted>{authText.exportFirst}</Muted>
        </Stack>
        <Button variant="soft" wide render={(props) => <Link to={pagePaths.exportAccount} {...props} />}>
          {authText.exportAccount}
        </Button>
        <PasswordForm error={remove.error} onSubmit={ask}>
          <DialogButton type="submit" variant="danger" wide>
            {authText.deleteAccount}
          </DialogButton>
        </PasswordForm>
      </Stack>
      {confirmation}
    </>
  )
}
