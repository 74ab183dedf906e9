import { useGoBack } from '#web/navigation/go-back.ts'
import { SettingsSections } from '#web/settings/SettingsSections.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { BlockedAddressesSection } from './BlockedAddressesSection.tsx'
import { InvitationsSection } from './InvitationsSection.tsx'
import { ModeSection } from './ModeSection.tsx'
import { registrationsText } from './registrations.text.ts'

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
