import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { call } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/api-errors.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { followRequestsQuery, patchOwnProfile } from '#web/users/users.api.ts'
import { settingsText } from './settings.text.ts'

/** One save after the other: the last one wins, and who loads afterwards sees it. */
let lastSave: Promise<unknown> = Promise.resolve()

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'getUserSettings'],
    queryFn: async ({ signal }) => {
      await lastSave
      return (await call('getUserSettings', {}, signal)).settings
    },
    // The page changes a copy, and begins with what the server says.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

function save(settings: Settings) {
  const saving = lastSave.then(() => call('updateUserSettings', settings))
  lastSave = saving.catch(() => undefined)
  return saving
}

export const useUpdateUserSettings = () =>
  useMutation({
    mutationFn: save,
    onSuccess: (_reply, { profile_visibility }) => {
      patchOwnProfile({ profile_visibility })
      // Going public accepts who was waiting.
      void queryClient.invalidateQueries({ queryKey: followRequestsQuery().queryKey })
    },
    onError: (error) => showToast(settingsText.failed(sentenceOf(error)), 'danger'),
  })
