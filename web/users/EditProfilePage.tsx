import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { displayNameLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { BioField, ProfilePhoto } from './ProfileFields.tsx'
import { useUpdateProfile } from './users.api.ts'
import { usersText } from './users.text.ts'

export function EditProfilePage() {
  const user = useCurrentUser()
  const goBack = useGoBack()
  if (!user) return <Navigate to={pagePaths.login} replace />
  return (
    <>
      <title>{usersText.editTitle}</title>
      <PageHeader title={usersText.editTitle} onBack={goBack} />
      <ProfileForm user={user} />
    </>
  )
}

/** The input stays until it was saved. */
function ProfileForm({ user }: { user: CurrentUser }) {
  // A copy of the user that an earlier version has stored has no name.
  const storedName = user.display_name ?? ''
  const [name, setName] = useState(storedName)
  const [bio, setBio] = useState(user.bio)
  /** Undefined: unchanged; null: removed. */
  const [photo, setPhoto] = useState<string | null>()
  const [preparing, setPreparing] = useState(false)
  const { mutate: update, isPending, error } = useUpdateProfile()
  const navigate = useNavigate()
  const save = () =>
    update(
      {
        bio,
        // Another device may have changed it.
        ...(name !== storedName && { display_name: name }),
        ...(photo && { profile_pic: photo }),
        ...(photo === null && { remove_profile_pic: 1 }),
      },
      {
        onSuccess: () => {
          showToast(usersText.saved)
          void navigate(pagePaths.profile(user.id), { replace: true })
        },
      },
    )
  return (
    <Stack gap={5} padding="4 4" flush>
      <ProfilePhoto
        username={user.username}
        photo={photo === undefined ? user.profile_pic : photo}
        disabled={isPending}
        preparing={preparing}
        onPreparing={setPreparing}
        onPhoto={setPhoto}
      />
      <TextField
        label={usersText.displayName}
        name="display-name"
        autoComplete="nickname"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={displayNameLimit}
        value={name}
        readOnly={isPending}
        onChange={setName}
        hint={usersText.displayNameHint(user.username)}
      />
      <BioField value={bio} readOnly={isPending} onChange={setBio} />
      {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      <Button wide busy={isPending || preparing} onClick={save}>
        {usersText.save}
      </Button>
    </Stack>
  )
}
