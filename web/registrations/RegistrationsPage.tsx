import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { invitationLifetimesDays, invitationNoteLimit, invitationUsesLimit } from '#contract/limits.ts'
import type { RegistrationMode } from '#contract/registrations.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDialogForm } from '#web/platform/dialog-form.ts'
import { ListSection } from '#web/settings/ListSection.tsx'
import { SettingsSection, SettingsSections } from '#web/settings/SettingsSection.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { BlockedAddressesSection } from './BlockedAddressesSection.tsx'
import {
  invitationsQuery,
  registrationModeQuery,
  useChangeRegistrationMode,
  useCreateInvitation,
  useWithdrawInvitation,
} from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'
import styles from './RegistrationsPage.module.css'

type Days = (typeof invitationLifetimesDays)[number]
type CreateInvitationDialogProps = { open: boolean; onClose: () => void; onCreated: (url: string) => void }

const lifetimes = invitationLifetimesDays.map((days) => ({
  value: `${days}` as const,
  label: registrationsText.lifetimes[days],
}))
const empty = { note: '', uses: '1', days: 7 as Days }

const isCount = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= invitationUsesLimit

function CreateInvitationDialog({ open, onClose, onCreated }: CreateInvitationDialogProps) {
  const creation = useCreateInvitation()
  const { fields, change, submitted, dialog } = useDialogForm({
    empty,
    mutation: creation,
    read: ({ note, uses, days }) => (isCount(uses.trim()) ? { note, max_uses: Number(uses), days } : null),
    onClose,
    onDone: ({ url }) => onCreated(url),
  })
  const { note, uses, days } = fields
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={registrationsText.createInvitation}
      text={registrationsText.createInvitationText}
      submitLabel={registrationsText.createInvitation}
      problem={creation.error && errorMessage(creation.error)}
    >
      <TextField
        label={registrationsText.note}
        autoComplete="off"
        maxLength={invitationNoteLimit}
        value={note}
        onChange={(value) => change({ note: value })}
        hint={registrationsText.noteHint}
      />
      <TextField
        label={registrationsText.uses}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={uses}
        onChange={(value) => change({ uses: value })}
        error={submitted && !isCount(uses.trim()) ? registrationsText.usesProblem : null}
      />
      <SelectField
        label={registrationsText.lifetime}
        placeholder={registrationsText.lifetime}
        options={lifetimes}
        value={`${days}`}
        onChange={(value) => change({ days: Number(value) as Days })}
      />
    </FormDialog>
  )
}

const options = (['open', 'invitation', 'closed'] as const).map((value) => ({
  value,
  label: registrationsText.modes[value],
}))

/** The choice of who may create an account. It is saved at once. */
function ModeSection() {
  const query = useQuery(registrationModeQuery())
  const { mutate } = useChangeRegistrationMode()
  // Shown while it is saved.
  const [chosen, setChosen] = useState<RegistrationMode | null>(null)
  const mode = chosen ?? query.data
  const choose = (next: RegistrationMode) => {
    setChosen(next)
    mutate(next, { onSettled: () => setChosen(null) })
  }
  return (
    <SettingsSection title={registrationsText.modeTitle}>
      {query.isError && !query.data ? (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.choice} aria-busy={query.isPending}>
          <RadioList
            label={registrationsText.modeTitle}
            options={options}
            value={mode ?? null}
            disabled={query.isPending}
            onChange={choose}
          />
          {mode && (
            <Muted size="label" padding="1 0 0">
              {registrationsText.modeHints[mode]}
            </Muted>
          )}
        </div>
      )}
    </SettingsSection>
  )
}

/** The invitations, which are created and withdrawn here. */
function InvitationsSection() {
  const query = useInfiniteQuery(invitationsQuery())
  const { mutateAsync: withdraw } = useWithdrawInvitation()
  return (
    <ListSection
      title={registrationsText.invitations}
      text={registrationsText.invitationsText}
      addLabel={registrationsText.createInvitation}
      query={query}
      items={query.data?.pages.flatMap((page) => page.invitations)}
      icon={<Ticket size={20} aria-hidden />}
      row={(invitation) => ({
        title: invitation.note || registrationsText.unnamed,
        note: registrationsText.invitationState(invitation),
      })}
      removal={{
        label: registrationsText.withdraw,
        title: registrationsText.withdrawTitle,
        text: () => registrationsText.withdrawText,
        danger: true,
        remove: withdraw,
      }}
      createDialog={CreateInvitationDialog}
      secretWords={registrationsText.newInvitation}
    />
  )
}

/** For administrators: who may create an account. */
export const RegistrationsPage = () => (
  <>
    <title>{registrationsText.title}</title>
    <PageHeader title={registrationsText.title} onBack={useGoBack()} />
    <SettingsSections>
      <ModeSection />
      <InvitationsSection />
      <BlockedAddressesSection />
    </SettingsSections>
  </>
)
