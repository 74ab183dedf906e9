import type { Notification } from '#contract/notifications.ts'
import { notificationsText } from './notifications.text.ts'

const daysOfAWeek = 7

/** Midnight, so many days ago. */
function dayBefore(days: number) {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return midnight.getTime()
}

/** Notifications by when they came; sections with nothing in them are left out. */
export function groupIntoSections(notifications: Notification[]) {
  const [today, week] = [dayBefore(0), dayBefore(daysOfAWeek - 1)]
  const titleOf = ({ created_at }: Notification) => {
    const at = Date.parse(created_at)
    return at >= today ? notificationsText.today : at >= week ? notificationsText.thisWeek : notificationsText.before
  }
  return [notificationsText.today, notificationsText.thisWeek, notificationsText.before]
    .map((title) => ({ title, notifications: notifications.filter((told) => titleOf(told) === title) }))
    .filter((section) => section.notifications.length > 0)
}
