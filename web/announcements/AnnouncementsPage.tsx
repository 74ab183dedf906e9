import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import type { ListedAnnouncement } from '#contract/announcements.ts'
import { EditableSection } from '#web/settings/EditableSection.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { SettingsSections } from '#web/settings/SettingsSections.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { allAnnouncementsQuery, useWithdrawAnnouncement } from './all-announcements.api.ts'
import { announcementsText } from './announcements.text.ts'
import { CreateAnnouncementDialog } from './CreateAnnouncementDialog.tsx'

/** For administrators: the current, past and future announcements. */
export function AnnouncementsPage() {
  const query = useInfiniteQuery(allAnnouncementsQuery())
  const announcements = query.data?.pages.flatMap((page) => page.announcements)
  const [openDialog, setOpenDialog] = useState<'create' | 'withdraw' | null>(null)
  const [chosen, setChosen] = useState<ListedAnnouncement | null>(null)
  const { mutateAsync: withdraw } = useWithdrawAnnouncement()
  return (
    <>
      <title>{announcementsText.title}</title>
      <PageHeader title={announcementsText.title} onBack={useGoBack()} />
      <SettingsSections>
        <EditableSection
          title={announcementsText.all}
          text={announcementsText.explanation}
          addLabel={announcementsText.create}
          unavailableReason={null}
          onAdd={() => setOpenDialog('create')}
        >
          {!announcements && query.isError && (
            <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          )}
          {announcements?.map((announcement) => (
            <IconRow
              key={announcement.id}
              icon={<Megaphone size={20} aria-hidden />}
              title={announcement.text}
              note={announcementsText.state(announcement)}
              marked={announcement.state === 'current'}
            >
              {announcement.state !== 'over' && (
                <Button
                  size="small"
                  variant="outline"
                  {...dialogTriggerProps}
                  onClick={() => {
                    setChosen(announcement)
                    setOpenDialog('withdraw')
                  }}
                >
                  {announcementsText.withdraw}
                  <span className="visually-hidden"> {announcement.text}</span>
                </Button>
              )}
            </IconRow>
          ))}
          <NextPage query={query} />
        </EditableSection>
      </SettingsSections>
      <CreateAnnouncementDialog open={openDialog === 'create'} onClose={() => setOpenDialog(null)} />
      <ConfirmDialog
        danger
        open={openDialog === 'withdraw'}
        onOpenChange={(open) => setOpenDialog(open ? 'withdraw' : null)}
        title={announcementsText.withdrawTitle}
        text={announcementsText.withdrawText}
        cancelLabel={announcementsText.cancel}
        confirmLabel={announcementsText.withdraw}
        onConfirm={() => chosen && withdraw(chosen.id)}
      />
    </>
  )
}
