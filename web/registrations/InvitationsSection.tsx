import { useInfiniteQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import type { Invitation } from '#contract/registrations.ts'
import { EditableSection } from '#web/settings/EditableSection.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { CreateInvitationDialog } from './CreateInvitationDialog.tsx'
import { invitationsQuery, useWithdrawInvitation } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

/** The invitations, which are created and withdrawn here. */
export function InvitationsSection() {
  const query = useInfiniteQuery(invitationsQuery())
  const invitations = query.data?.pages.flatMap((page) => page.invitations)
  const [openDialog, setOpenDialog] = useState<'create' | 'link' | 'withdraw' | null>(null)
  const [link, setLink] = useState('')
  const [chosen, setChosen] = useState<Invitation | null>(null)
  const { mutateAsync: withdraw } = useWithdrawInvitation()
  return (
    <>
      <EditableSection
        title={registrationsText.invitations}
        text={registrationsText.invitationsText}
        addLabel={registrationsText.createInvitation}
        unavailableReason={null}
        onAdd={() => setOpenDialog('create')}
      >
        {!invitations && query.isError && (
          <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {invitations?.map((invitation) => (
          <IconRow
            key={invitation.id}
            icon={<Ticket size={20} aria-hidden />}
            title={invitation.note || registrationsText.unnamed}
            note={registrationsText.invitationState(invitation)}
          >
            <Button
              size="small"
              variant="outline"
              {...dialogTriggerProps}
              onClick={() => {
                setChosen(invitation)
                setOpenDialog('withdraw')
              }}
            >
              {registrationsText.withdraw}
              <span className="visually-hidden"> {invitation.note || registrationsText.unnamed}</span>
            </Button>
          </IconRow>
        ))}
        <NextPage query={query} />
      </EditableSection>
      <CreateInvitationDialog
        open={openDialog === 'create'}
        onClose={() => setOpenDialog(null)}
        onCreated={(url) => {
          setLink(url)
          setOpenDialog('link')
        }}
      />
      <CopyDialog
        open={openDialog === 'link'}
        onClose={() => {
          setOpenDialog(null)
          setLink('')
        }}
        title={registrationsText.newInvitation}
        text={registrationsText.newInvitationText}
        value={link}
        copyLabel={registrationsText.copy}
        copied={registrationsText.copied}
        failed={registrationsText.copyFailed}
        doneLabel={registrationsText.done}
      />
      <ConfirmDialog
        danger
        open={openDialog === 'withdraw'}
        onOpenChange={(open) => setOpenDialog(open ? 'withdraw' : null)}
        title={registrationsText.withdrawTitle}
        text={registrationsText.withdrawText}
        cancelLabel={registrationsText.cancel}
        confirmLabel={registrationsText.withdraw}
        onConfirm={() => chosen && withdraw(chosen.id)}
      />
    </>
  )
}
