import { useRef, useState } from 'react'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/postcards-on-a-line.svg'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useExportAccount } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { PasswordField } from '#web/auth/PasswordField.tsx'
import styles from './AccountForm.module.css'

/** With the password people download everything that is theirs. */
export function ExportAccountPage() {
  const goBack = useGoBack()
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const download = useExportAccount()
  return (
    <>
      <title>{authText.exportTitle}</title>
      <PageHeader title={authText.exportTitle} onBack={goBack} />
      <div className={styles.page}>
        <img className={styles.drawing} src={drawing} alt="" width={240} height={200} />
        <div>
          <h2 className={styles.heading}>{authText.exportHeading}</h2>
          <p className={styles.text}>{authText.exportText}</p>
        </div>
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            setSubmitted(true)
            if (password) download.mutate(password)
            else if (form.current) focusFirstInvalid(form.current)
          }}
          noValidate
        >
          {download.error && <Banner tone="danger">{errorMessage(download.error)}</Banner>}
          <PasswordField label={authText.password} value={password} onChange={setPassword} submitted={submitted} />
          <Button type="submit" wide busy={download.isPending}>
            {authText.exportAccount}
          </Button>
        </form>
      </div>
    </>
  )
}
