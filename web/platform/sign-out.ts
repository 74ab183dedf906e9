import { NetworkError } from './api-errors.ts'
import { call } from './api.ts'
import { isSignOutPending, removeFromStorage, writeStorage } from './storage.ts'

/** After this long the device is cleared without the server's answer. */
const patienceMs = 5000

/** Ends the session at the server. Resolves to whether it has ended. */
async function endSession(): Promise<boolean> {
  try {
    await call('logout', {})
  } catch (error) {
    if (error instanceof NetworkError) return false
  }
  removeFromStorage('sign-out-pending')
  return true
}

/** Ends the session that a sign-out without a network has left. */
export async function finishSignOut(): Promise<void> {
  if (isSignOutPending()) await endSession()
}

/** @param clearDevice deletes what is stored. The session ends now, or when the network is back. */
export async function signOut(clearDevice: () => void): Promise<void> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), patienceMs)
  })
  const hasEnded = await Promise.race([endSession(), late])
  clearDevice()
  if (!hasEnded) writeStorage('sign-out-pending', '1')
}
