import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { useStoredText } from '#web/platform/storage.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { announcementsQuery } from './announcements.api.ts'
import { announcementsText } from './announcements.text.ts'

/** One announcement. */
export const AnnouncementBanner = ({ text, trailing }: { text: string; trailing?: ReactNode }) => (
  <Banner icon={<Megaphone size={20} aria-hidden />} trailing={trailing}>
    <p dir="auto" className="written">
      <LiveText text={text} />
    </p>
  </Banner>
)

/** The current announcements. A closed announcement does not appear again on this device. */
export function Announcements({ place }: { place: 'feed' | 'entrance' }) {
  const { data: announcements } = useQuery(announcementsQuery())
  const [stored, setStored] = useStoredText('dismissed-announcements')
  const dismissed = new Set(stored.split(','))
  const shown = announcements.filter(({ id }) => !dismissed.has(String(id)))
  if (shown.length === 0) return null
  const dismiss = (dismissedId: number) => {
    // Only the ids of current announcements need to be remembered.
    const hidden = announcements.filter(({ id }) => id === dismissedId || dismissed.has(String(id)))
    setStored(hidden.map(({ id }) => id).join(','))
  }
  return (
    <Stack
      as="section"
      gap={2}
      {...(place === 'feed' ? { className: 'in-column' } : { padding: '4 0 0' })}
      aria-label={announcementsText.region}
    >
      {shown.map(({ id, text }) => (
        <AnnouncementBanner
          key={id}
          text={text}
          trailing={
            <IconButton label={announcementsText.dismiss} onClick={() => dismiss(id)}>
              <X size={20} aria-hidden />
            </IconButton>
          }
        />
      ))}
    </Stack>
  )
}
