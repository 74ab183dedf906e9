import type { Notification } from '#contract/notifications.ts'
import { notificationsText } from './notifications.text.ts'

/** Returns midnight of a day before `now`, in milliseconds since 1970. */
const midnight = (now: Date, daysBefore: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).getTime()

/** Groups notifications by their age. Empty sections are left out. */
export function groupIntoSections(notifications: Notification[], now = new Date()) {
  const today = midnight(now, 0)
  const weekStart = midnight(now, 6)
  const titleOf = ({ created_at }: Notification) => {
    const createdAt = Date.parse(created_at)
    if (createdAt >= today) return notificationsText.today
    return createdAt >= weekStart ? notificationsText.thisWeek : notificationsText.earlier
  }
  return [notificationsText.today, notificationsText.thisWeek, notificationsText.earlier]
    .map((title) => ({ title, notifications: notifications.filter((one) => titleOf(one) === title) }))
    .filter((section) => section.notifications.length > 0)
}
