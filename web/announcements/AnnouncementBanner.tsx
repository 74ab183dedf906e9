import { Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import styles from './Announcements.module.css'

/** One announcement. */
export const AnnouncementBanner = ({ text, trailing }: { text: string; trailing?: ReactNode }) => (
  <Banner icon={<Megaphone size={20} aria-hidden />} trailing={trailing}>
    <p dir="auto" className={styles.text}>
      <LiveText text={text} />
    </p>
  </Banner>
)
