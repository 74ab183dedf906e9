import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { readStorage, removeFromStorage, type StorageKey, writeStorage } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateFollowers, patchOwnProfile } from '#web/users/users.api.ts'
import { invalidateNearbyCell } from './nearby-cell.api.ts'
import { settingsText } from './settings.text.ts'

/** Saves run one after the other, so the last one wins; loading waits for them. */
let lastSave: Promise<unknown> = Promise.resolve()
/**
 * Stores the settings that are being saved. A page that is reloaded meanwhile has lost `lastSave`, and would load the
 * old settings.
 */
const unsavedKey = (user_id: number): StorageKey => `settings-${user_id}`

/** Repeats a save that was in flight when the page was left. */
async function repeatUnfinishedSave() {
  const user_id = currentUser()?.id
  const unsaved = user_id === undefined ? null : readStorage(unsavedKey(user_id))
  if (unsaved !== null) await save(JSON.parse(unsaved) as Settings).catch(() => undefined)
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'getUserSettings'],
    queryFn: async ({ signal }) => {
      await lastSave
      await repeatUnfinishedSave()
      return call('getUserSettings', {}, signal)
    },
    // The form edits a copy, so it must start from the server's state: another device may have changed it.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: false,
  })

/** Saves for the current user only: another user may have signed in before a queued save starts. */
function save(settings: Settings) {
  const user_id = currentUser()?.id
  if (user_id === undefined) return Promise.resolve(null)
  const unsaved = JSON.stringify(settings)
  writeStorage(unsavedKey(user_id), unsaved)
  const saving = lastSave.then(async () =>
    currentUser()?.id === user_id ? call('updateUserSettings', { ...settings, user_id }) : null,
  )
  lastSave = saving
    .catch(() => undefined)
    .finally(() => {
      if (readStorage(unsavedKey(user_id)) === unsaved) removeFromStorage(unsavedKey(user_id))
    })
  return saving
}

export const useUpdateUserSettings = () =>
  useMutation({
    mutationFn: save,
    onSuccess: (_reply, { profile_visibility }) => {
      patchOwnProfile({ profile_visibility })
      // Going public accepts the pending followers.
      invalidateFollowers()
      void invalidateNearbyCell()
    },
    onError: (error) => showToast(settingsText.saveFailed(errorMessage(error)), 'danger'),
  })
