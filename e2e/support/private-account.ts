import type { Settings } from '#contract/settings.ts'
import type { ApiUser } from './fixtures.ts'

/** Makes an account private; requests to follow it must then be accepted. */
export async function makePrivate({ callOk }: ApiUser): Promise<void> {
  const { settings } = await callOk('getUserSettings', {})
  await callOk('updateUserSettings', { ...settings, profile_visibility: 'private' } satisfies Settings)
}
