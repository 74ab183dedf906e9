import { queryOptions, skipToken, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Notification } from '#contract/notifications.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { isNearTop } from '#web/platform/screen.ts'
import { showToast } from '#web/ui/toast.ts'
import { holdsPeople, invalidateFollowers } from '#web/users/users.api.ts'
import { setUnread } from './unread.api.ts'

const pageSize = 20

/** The new followers of a page stand in a list of their own, which following them back changes. */
const followersIn = (notifications: Notification[]) => notifications.flatMap(({ follower }) => follower ?? [])

/** Live events keep the open list current; it is refetched when the page opens, to drop withdrawn notifications. */
export const notificationsQuery = () =>
  cursorQuery(
    ['notifications', 'getNotifications'],
    'getNotifications',
    { limit: pageSize },
    {
      toPage: (page) => {
        setUnread(page.unread_count)
        return { ...page, people: followersIn(page.notifications) }
      },
      meta: holdsPeople,
      staleTime: 0,
      refetchOnReconnect: false,
    },
  )

/** Notifications that arrived while the reader had scrolled down, newest first: the list moves only on request. */
export const newNotificationsQuery = () =>
  queryOptions<Notification[]>({
    queryKey: ['notifications', 'new'],
    queryFn: skipToken,
    initialData: [],
    staleTime: Infinity,
  })

const changeNotifications = (change: (notifications: Notification[], pageIndex: number) => Notification[]) =>
  changePages({ queryKey: notificationsQuery().queryKey }, 'notifications', change)

const patchNotification = (id: number, patch: Partial<Notification>) =>
  changeNotifications((notifications) => notifications.map((one) => (one.id === id ? { ...one, ...patch } : one)))

const removeNotification = (id: number) =>
  changeNotifications((notifications) => notifications.filter((one) => one.id !== id))

const newestFirst = (notifications: Notification[]) =>
  notifications.toSorted((one, other) => other.position - one.position)

/** Inserts a notification at the top, or moves it there if it has grown by another actor. */
function putNotification(notification: Notification) {
  changeNotifications((notifications, pageIndex) => {
    const others = notifications.filter(({ id }) => id !== notification.id)
    return pageIndex === 0 ? newestFirst([notification, ...others]) : others
  })
  changePages({ queryKey: notificationsQuery().queryKey }, 'people', (people: ListedUser[], pageIndex) => {
    const others = people.filter(({ id }) => id !== notification.follower?.id)
    return pageIndex === 0 ? [...followersIn([notification]), ...others] : others
  })
}

const cachedPages = () => queryClient.getQueryData(notificationsQuery().queryKey)?.pages ?? []

const isShown = ({ id, position }: Notification) =>
  cachedPages().some(({ notifications }) => notifications.some((one) => one.id === id && one.position === position))

/** Whether the notification is older than the loaded pages, so that a later page will bring it. */
const isBeyondLoadedPages = ({ position }: Notification) => {
  const last = cachedPages().at(-1)
  return last !== undefined && last.next_cursor !== null && position < (last.notifications.at(-1)?.position ?? 0)
}

/**
 * Positions of the follow requests answered here: an event that the server read before the answer may arrive after it.
 */
const answeredPositions = new Set<number>()

/** Inserts a notification into the list, or holds it back while the reader has scrolled down. */
export function onNotificationEvent(notification: Notification) {
  if (answeredPositions.has(notification.position) || isBeyondLoadedPages(notification)) return
  const isOpen = queryClient.getQueryCache().find({ queryKey: notificationsQuery().queryKey })?.isActive() === true
  if (isShown(notification)) patchNotification(notification.id, notification)
  else if (isOpen && !isNearTop())
    queryClient.setQueryData(newNotificationsQuery().queryKey, (waiting = []) =>
      newestFirst([notification, ...waiting.filter(({ id }) => id !== notification.id)]),
    )
  else putNotification(notification)
}

export function showNewNotifications() {
  for (const notification of queryClient.getQueryData(newNotificationsQuery().queryKey) ?? [])
    putNotification(notification)
  queryClient.setQueryData(newNotificationsQuery().queryKey, [])
}

/** Marks notifications as read on the server only: `showAsRead` changes the list. After a failure they stay unread. */
export async function markNotificationsRead(upTo: number) {
  const { unread_count } = await call('markNotificationsRead', { up_to: upTo })
  setUnread(unread_count)
}

/** Removes the unread mark in the cached list, up to a position. */
export const showAsRead = (upTo: number) =>
  changeNotifications((notifications) =>
    notifications.map((one) => (one.position <= upTo && !one.is_read ? { ...one, is_read: true } : one)),
  )

type FollowRequestAnswer = Pick<Input<'respondFollowRequest'>, 'action'> & { requesterId: number }

/** Accepts or declines the follow request of a notification. */
export const useRespondFollowRequest = ({ id, position }: Notification) =>
  useMutation({
    mutationFn: ({ action, requesterId }: FollowRequestAnswer) =>
      call('respondFollowRequest', { requester_id: requesterId, action }),
    onSuccess: ({ message }, { action }) => {
      answeredPositions.add(position)
      if (action === 'accept') patchNotification(id, { follow_status: 'accepted' })
      else removeNotification(id)
      showToast(message)
      invalidateFollowers()
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })
