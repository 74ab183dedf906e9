import { useState } from 'react'
import { currentUser } from '#web/platform/current-user.ts'
import { useDeferredStart } from './deferred-start.ts'

const ignore = () => undefined
const loadRenewal = async () => (await import('#web/platform/push.ts')).renewPush

/**
 * Registers the push subscription of this browser again if the server has lost it, when the app is opened signed in.
 */
export function PushRenewal() {
  const [openedBy] = useState(() => currentUser()?.id)
  useDeferredStart(async () => {
    const renewPush = await loadRenewal()
    return () => {
      // The subscription of an earlier user is not the new user's.
      if (currentUser()?.id === openedBy) void renewPush().catch(ignore)
      return ignore
    }
  }, 2000)
  return null
}
