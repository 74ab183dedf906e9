import { useInfiniteQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { announcementTextLimit } from '#contract/limits.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDialogForm } from '#web/platform/dialog-form.ts'
import { ListSection } from '#web/settings/ListSection.tsx'
import { SettingsSections } from '#web/settings/SettingsSection.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { allAnnouncementsQuery, useCreateAnnouncement, useWithdrawAnnouncement } from './all-announcements.api.ts'
import { announcementsText } from './announcements.text.ts'
import { AnnouncementBanner } from './Announcements.tsx'

const blank = { text: '', starts: '', ends: '' }

/** The moment of a `datetime-local` field, which is of the clock of this device. */
const momentOf = (wallTime: string) => new Date(wallTime).toISOString()

const read = ({ text, starts, ends }: typeof blank) =>
  text.trim() === ''
    ? null
    : {
        text: text.trim(),
        ...(starts && { starts_at: momentOf(starts) }),
        ...(ends && { ends_at: momentOf(ends) }),
      }

function CreateAnnouncementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const creation = useCreateAnnouncement()
  const { fields, change, submitted, dialog } = useDialogForm({ empty: blank, mutation: creation, read, onClose })
  const text = fields.text.trim()
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={announcementsText.create}
      text={announcementsText.createText}
      submitLabel={announcementsText.publish}
      problem={creation.error && errorMessage(creation.error)}
    >
      <TextArea
        label={announcementsText.text}
        placeholder={announcementsText.placeholder}
        maxLength={announcementTextLimit}
        countdown
        rows={3}
        value={fields.text}
        onChange={(value) => change({ text: value })}
        error={submitted && !text ? announcementsText.textMissing : null}
      />
      <TextField
        type="datetime-local"
        label={announcementsText.starts}
        hint={announcementsText.startsHint}
        value={fields.starts}
        onChange={(value) => change({ starts: value })}
      />
      <TextField
        type="datetime-local"
        label={announcementsText.ends}
        hint={announcementsText.endsHint}
        value={fields.ends}
        onChange={(value) => change({ ends: value })}
      />
      {text && (
        <Stack gap={2}>
          <Muted size="label" padding="0 1">
            {announcementsText.preview}
          </Muted>
          <AnnouncementBanner text={text} />
        </Stack>
      )}
    </FormDialog>
  )
}

/** For administrators: the current, past and future announcements. */
export function AnnouncementsPage() {
  const query = useInfiniteQuery(allAnnouncementsQuery())
  const { mutateAsync: withdraw } = useWithdrawAnnouncement()
  return (
    <>
      <title>{announcementsText.title}</title>
      <PageHeader title={announcementsText.title} onBack={useGoBack()} />
      <SettingsSections>
        <ListSection
          title={announcementsText.all}
          text={announcementsText.explanation}
          addLabel={announcementsText.create}
          query={query}
          items={query.data?.pages.flatMap((page) => page.announcements)}
          icon={<Megaphone size={20} aria-hidden />}
          row={(announcement) => ({
            title: announcement.text,
            note: announcementsText.state(announcement),
            marked: announcement.state === 'current',
            isRemovable: announcement.state !== 'over',
          })}
          removal={{
            label: announcementsText.withdraw,
            title: announcementsText.withdrawTitle,
            text: () => announcementsText.withdrawText,
            danger: true,
            remove: withdraw,
          }}
          createDialog={CreateAnnouncementDialog}
        />
      </SettingsSections>
    </>
  )
}
