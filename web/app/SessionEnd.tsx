import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { deleteLastSeen } from '#web/platform/offline-cache.ts'
import { discardPreloadedData } from '#web/platform/preloaded-data.ts'
import { isSignOutPending } from '#web/platform/storage.ts'
import { useWhenBack } from '#web/platform/online.ts'

/** A session may end without a sign-out, and another user sign in. */
const dropPush = async () => (await import('#web/platform/push.ts')).dropPushSubscription()

/** A sign-out without a network is finished when it is back. */
function finishSignOut() {
  if (isSignOutPending())
    void import('#web/platform/sign-out.ts').then(
      (signOut) => signOut.finishSignOut(),
      () => undefined,
    )
}

/** Clears what one user has loaded when the user changes, and redirects to /login when the session ends. */
export function SessionEnd() {
  const userId = useCurrentUser()?.id ?? null
  const before = useRef(userId)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(finishSignOut, [])
  useWhenBack(finishSignOut)
  useEffect(() => {
    if (before.current === userId) return
    before.current = userId
    queryClient.clear()
    discardPreloadedData()
    deleteLastSeen()
    void dropPush().catch(() => undefined)
    if (userId === null) void navigate(pagePaths.login, { replace: true })
  }, [userId, queryClient, navigate])
  return null
}
