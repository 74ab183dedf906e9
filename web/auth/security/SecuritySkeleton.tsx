import { SettingsSections } from '#web/settings/SettingsSections.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { securityText } from './security.text.ts'

export const SecuritySkeleton = () => (
  <div aria-busy>
    <output className="visually-hidden">{securityText.loading}</output>
    <SettingsSections>
      <Skeleton round="photo" height={160} />
      <Skeleton round="photo" height={210} />
      <Skeleton round="photo" height={230} />
      <Skeleton round="photo" height={170} />
    </SettingsSections>
  </div>
)
