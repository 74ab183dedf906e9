import { CloudOff } from 'lucide-react'
import { useOnline } from '#web/platform/online.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { appText } from './app.text.ts'
import styles from './OfflineBanner.module.css'

export function OfflineBanner() {
  const online = useOnline()
  return (
    <div className={styles.place} aria-live="polite">
      {!online && (
        <Banner tone="new" icon={<CloudOff size={18} />}>
          {appText.offline}
        </Banner>
      )}
    </div>
  )
}
