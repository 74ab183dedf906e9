import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './SettingsForm.module.css'
import { settingsText } from './settings.text.ts'

export const SettingsSkeleton = () => (
  <div className={styles.form} aria-busy>
    <output className="visually-hidden">{settingsText.loading}</output>
    <Skeleton round="photo" height={276} />
    <Skeleton round="photo" height={182} />
    <Skeleton round="photo" height={355} />
    <Skeleton round="photo" height={174} />
  </div>
)
