import type { CurrentUser } from '#contract/auth.ts'
import type { Input } from '#contract/calls.ts'
import { BioField, ProfilePhoto } from '#web/users/ProfileFields.tsx'
import { onboardingText } from './onboarding.text.ts'
import styles from './ProfileStep.module.css'
import { StepHeader } from './StepHeader.tsx'

/** `photo`: undefined keeps the current one, null removes it. */
export type ProfileDraft = { bio?: string; photo?: string | null }

/** Returns the changes to save, or null. */
export function changesOf({ bio, photo }: ProfileDraft, user: CurrentUser): Input<'updateProfile'> | null {
  const changes = {
    ...(bio !== undefined && bio.trim() !== user.bio && { bio }),
    ...(photo && { profile_pic: photo }),
    ...(photo === null && user.profile_pic && { remove_profile_pic: 1 as const }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}

type ProfileStepProps = {
  user: CurrentUser
  draft: ProfileDraft
  disabled: boolean
  preparing: boolean
  onPreparing: (preparing: boolean) => void
  onChange: (part: ProfileDraft) => void
}

export const ProfileStep = ({ user, draft, disabled, preparing, onPreparing, onChange }: ProfileStepProps) => (
  <>
    <StepHeader title={onboardingText.profileTitle} text={onboardingText.profileText} />
    <div className={styles.form}>
      <ProfilePhoto
        username={user.username}
        photo={draft.photo === undefined ? user.profile_pic : draft.photo}
        disabled={disabled}
        preparing={preparing}
        onPreparing={onPreparing}
        onPhoto={(photo) => onChange({ photo })}
      />
      <BioField value={draft.bio ?? ''} readOnly={disabled} onChange={(bio) => onChange({ bio })} />
    </div>
  </>
)
