import { expect } from '@playwright/test'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { ApiUser } from './fixtures.ts'

/** Waits for a person's notification of this kind: the server creates it after it has answered the call. */
export async function waitForNotification({ callOk }: ApiUser, kind: NotificationKind): Promise<Notification> {
  const find = async () => (await callOk('getNotifications', {})).notifications.find((found) => found.kind === kind)
  await expect.poll(find).toBeDefined()
  return (await find())!
}
