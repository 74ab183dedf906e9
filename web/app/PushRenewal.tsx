import { useState } from 'react'
import { currentUser } from '#web/platform/current-user.ts'
import { useDeferredStart } from './deferred-start.ts'

const ignore = () => undefined
const loadRenewal = async () => (await import('#web/platform/push.ts')).renewPush

/** Registers a browser with push notifications again that the server has lost, when the app is opened signed in. */
export function PushRenewal() {
  const [openedBy] = useState(() => currentUser()?.id)
  useDeferredStart(async () => {
    const renewPush = await loadRenewal()
    return () => {
      // The subscription of somebody who was here before is not the new user's.
      if (currentUser()?.id === openedBy) void renewPush().catch(ignore)
      return ignore
    }
  }, 2000)
  return null
}
