const storageKey = 'reloaded-for-code'
/** Code that is still missing so soon after a reload is missing on the server. */
const reloadPauseMs = 60_000
const checkTimeoutMs = 10_000

function mayReload() {
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(storageKey)) < reloadPauseMs
    if (!isRecent) sessionStorage.setItem(storageKey, String(Date.now()))
    return !isRecent
  } catch {
    return false
  }
}

/** What a reload would lose: words in a field, or a chosen picture. Drafts are kept, but a field does not tell which. */
const hasUnsaved = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ type, value }) => !['checkbox', 'radio', 'file', 'range', 'hidden', 'search'].includes(type) && value !== '',
  ) || document.querySelector('img[src^="data:"]') !== null

/**
 * Reloads the page, once, because code of it is missing although the server answers: Firefox does not request a module
 * again that failed once, and the copy for use without a network may be wrong. Returns whether the page reloads.
 */
export async function reloadForCode(): Promise<boolean> {
  const isReachable = await fetch('/index.html', {
    cache: 'no-store',
    signal: AbortSignal.timeout(checkTimeoutMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isReachable || hasUnsaved() || !mayReload()) return false
  if ('caches' in window) await caches.delete('app').catch(() => false)
  window.location.reload()
  return true
}

/** Returns a function that loads code, and from the second failure on reloads the page for it. */
export function reloadingAfterFailures<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let hasFailed = false
  return async () => {
    try {
      return await load()
    } catch (error) {
      if (hasFailed) void reloadForCode()
      hasFailed = true
      throw error
    }
  }
}
