import { Link } from 'react-router'
import { useGoBack } from '#web/app/go-back.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import styles from './DeleteAccountPage.module.css'
import { settingsText } from './settings.text.ts'

/** How one leaves for good, as it is today: through who runs the server. */
export function DeleteAccountPage() {
  const goBack = useGoBack()
  return (
    <>
      <title>{settingsText.deleteTitle}</title>
      <PageHeader title={settingsText.deleteTitle} onBack={goBack} />
      <EmptyState drawing={drawing} title={settingsText.deleteHeading} text={settingsText.deleteText}>
        <p className={styles.meanwhile}>{settingsText.deleteMeanwhile}</p>
        <Button variant="soft" render={(clothes) => <Link to={paths.settings} {...clothes} />}>
          {settingsText.backToSettings}
        </Button>
      </EmptyState>
    </>
  )
}
