import { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { Notification } from '#contract/notifications.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateFollowers } from '#web/users/users.api.ts'
import { setUnread } from './unread.api.ts'

const pageSize = 20

export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'getNotifications'],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call('getNotifications', { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal)
      setUnread(page.unread_count)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    // What is told meanwhile comes by itself; who opens the page finds out what was taken back.
    staleTime: 0,
    refetchOnReconnect: false,
  })

/** What came while somebody read further down, newest first: the list moves only when asked to. */
export const heldNotificationsQuery = () =>
  queryOptions<Notification[]>({
    queryKey: ['notifications', 'waiting'],
    queryFn: skipToken,
    initialData: [],
    staleTime: Infinity,
  })

type Pages = InfiniteData<Output<'getNotifications'>>

const changeNotifications = (change: (notifications: Notification[], page: number) => Notification[]) =>
  changeData<Pages>({ queryKey: notificationsQuery().queryKey }, (data) => ({
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, notifications: change(page.notifications, index) })),
  }))

const patchNotification = (id: number, patch: Partial<Notification>) =>
  changeNotifications((notifications) => notifications.map((one) => (one.id === id ? { ...one, ...patch } : one)))

const removeNotification = (id: number) =>
  changeNotifications((notifications) => notifications.filter((one) => one.id !== id))

const newestFirst = (notifications: Notification[]) =>
  notifications.toSorted((one, other) => other.position - one.position)

/** Puts it at the top; what was told of the same thing before moves up with it. */
const putNotification = (told: Notification) =>
  changeNotifications((notifications, page) => {
    const others = notifications.filter(({ id }) => id !== told.id)
    return page === 0 ? newestFirst([told, ...others]) : others
  })

const loadedPages = () => queryClient.getQueryData(notificationsQuery().queryKey)?.pages ?? []

const isShown = ({ id, position }: Notification) =>
  loadedPages().some(({ notifications }) => notifications.some((one) => one.id === id && one.position === position))

/** What is older than the list goes so far will come with a page of its own. */
const isBeyondLoadedPages = ({ position }: Notification) => {
  const last = loadedPages().at(-1)
  return last !== undefined && last.next_cursor !== null && position < (last.notifications.at(-1)?.position ?? 0)
}

/** How far from the top somebody still sees what comes there. */
const nearTop = 80

/** Positions of the requests that were answered here: what the server read before the answer may be heard after it. */
const answered = new Set<number>()

/** Something is told. Under the eyes of who reads further down it waits. */
export function onNotificationEvent(told: Notification) {
  if (answered.has(told.position)) return
  const isOpen = queryClient.getQueryCache().find({ queryKey: notificationsQuery().queryKey })?.isActive() === true
  if (isBeyondLoadedPages(told)) return
  if (isShown(told)) patchNotification(told.id, told)
  else if (isOpen && window.scrollY > nearTop)
    queryClient.setQueryData(heldNotificationsQuery().queryKey, (waiting = []) =>
      newestFirst([told, ...waiting.filter(({ id }) => id !== told.id)]),
    )
  else putNotification(told)
}

export function showHeldNotifications() {
  for (const told of queryClient.getQueryData(heldNotificationsQuery().queryKey) ?? []) putNotification(told)
  queryClient.setQueryData(heldNotificationsQuery().queryKey, [])
}

/** They were seen; if the server does not learn of it, they are unread again. */
export async function markNotificationsRead(upTo: number) {
  const { unread_count } = await call('markNotificationsRead', { up_to: upTo })
  setUnread(unread_count)
}

/** What was seen is no longer new to who comes back. */
export const showAsRead = (upTo: number) =>
  changeNotifications((notifications) =>
    notifications.map((one) => (one.position <= upTo && !one.is_read ? { ...one, is_read: true } : one)),
  )

type Answer = Pick<Input<'respondFollowRequest'>, 'action'> & { requesterId: number }

/** Answers the follow request that a notification tells of. */
export const useRespondFollowRequest = ({ id, position }: Notification) =>
  useMutation({
    mutationFn: ({ action, requesterId }: Answer) =>
      call('respondFollowRequest', { requester_id: requesterId, action }),
    onSuccess: ({ message }, { action }) => {
      answered.add(position)
      if (action === 'accept') patchNotification(id, { follow_status: 'accepted' })
      else removeNotification(id)
      showToast(message)
      invalidateFollowers()
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })
