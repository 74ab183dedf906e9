import { useGoBack } from '#web/navigation/go-back.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/postcards-on-a-line.svg'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useExportAccount } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import styles from './AccountForm.module.css'
import { PasswordForm } from './PasswordForm.tsx'

/** Downloads all data of the account, after the password was entered. */
export function ExportAccountPage() {
  const goBack = useGoBack()
  const download = useExportAccount()
  return (
    <>
      <title>{authText.exportTitle}</title>
      <PageHeader title={authText.exportTitle} onBack={goBack} />
      <Stack gap={5} padding="4 5 8">
        <img className={styles.drawing} src={drawing} alt="" width={240} height={200} />
        <Stack gap={2}>
          <h2 className={styles.heading}>{authText.exportHeading}</h2>
          <Muted>{authText.exportText}</Muted>
        </Stack>
        <PasswordForm error={download.error} onSubmit={(password) => download.mutate(password)}>
          <Button type="submit" wide busy={download.isPending}>
            {authText.exportAccount}
          </Button>
        </PasswordForm>
      </Stack>
    </>
  )
}
