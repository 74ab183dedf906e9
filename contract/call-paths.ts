import { callPaths } from './generated-call-paths.ts'

export type CallName = keyof typeof callPaths

export const callNames = Object.keys(callPaths) as CallName[]

/** Where a call is served: `('getFeed')` → `{ method: 'GET', url: '/api/feed/get_feed.php' }`. */
export function addressOf(name: CallName): { method: 'GET' | 'POST'; url: string } {
  const [method, path] = callPaths[name].split(' ') as ['GET' | 'POST', string]
  return { method, url: `/api/${path}.php` }
}

/** Returns the URL of a GET with its input. Parameters are sorted, so that equal inputs have equal URLs. */
export function urlOf(name: CallName, input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input))
    if (value !== undefined && value !== null) query.set(key, String(value))
  query.sort()
  return `${addressOf(name).url}${query.size ? `?${query}` : ''}`
}
