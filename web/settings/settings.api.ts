import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { readStorage, removeFromStorage, type StorageKey, writeStorage } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateFollowers, patchOwnProfile } from '#web/users/users.api.ts'
import { settingsText } from './settings.text.ts'

/** One save after the other: the last one wins, and who loads afterwards sees it. */
let lastSave: Promise<unknown> = Promise.resolve()
/**
 * What is being saved: a page that is loaded again does not know of a save that is on its way, and would be answered
 * before it.
 */
const underWay = (user_id: number): StorageKey => `settings-${user_id}`

/** Saves once more what a page was saving when it was left. */
async function saveAgain() {
  const user_id = currentUser()?.id
  const kept = user_id === undefined ? null : readStorage(underWay(user_id))
  if (kept !== null) await save(JSON.parse(kept) as Settings).catch(() => undefined)
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'getUserSettings'],
    queryFn: async ({ signal }) => {
      await lastSave
      await saveAgain()
      return call('getUserSettings', {}, signal)
    },
    // The page changes a copy, and begins with what the server says; who comes back to it may have changed them
    // elsewhere.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: false,
  })

/** For who changed them: nobody else's are touched by a save that had to wait. */
function save(settings: Settings) {
  const user_id = currentUser()?.id
  if (user_id === undefined) return Promise.resolve(null)
  const kept = JSON.stringify(settings)
  writeStorage(underWay(user_id), kept)
  const saving = lastSave.then(async () =>
    currentUser()?.id === user_id ? call('updateUserSettings', { ...settings, user_id }) : null,
  )
  lastSave = saving
    .catch(() => undefined)
    .finally(() => {
      if (readStorage(underWay(user_id)) === kept) removeFromStorage(underWay(user_id))
    })
  return saving
}

export const useUpdateUserSettings = () =>
  useMutation({
    mutationFn: save,
    onSuccess: (_reply, { profile_visibility }) => {
      patchOwnProfile({ profile_visibility })
      // Going public accepts who was waiting.
      invalidateFollowers()
    },
    onError: (error) => showToast(settingsText.saveFailed(errorMessage(error)), 'danger'),
  })
