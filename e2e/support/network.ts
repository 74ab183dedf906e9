import type { Page, Request, Response } from '@playwright/test'
import { addressOf, type CallName } from '#contract/call-paths.ts'

/** Matches the requests of a call. */
export const isCall = (name: CallName) => (url: URL) => url.pathname === addressOf(name).url

/** Fails every request of a call, until the returned function restores it. */
export async function failCall(page: Page, name: CallName): Promise<() => Promise<void>> {
  const matches = isCall(name)
  await page.route(matches, (route) => route.abort())
  return () => page.unroute(matches)
}

/** Holds matching requests back, until the returned function lets them continue. */
export async function holdRequests(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
export const holdCall = (page: Page, name: CallName) => holdRequests(page, isCall(name))

/** Waits for the next reply to a call. To be called before what triggers the call. */
export const waitForReply = (page: Page, name: CallName): Promise<Response> =>
  page.waitForResponse((response) => isCall(name)(new URL(response.url())))

/**
 * Collects the requests of a call that the page makes from now on. The browser reports a request a moment after it is
 * made, on a busy machine even after the server has answered it.
 */
export function collectRequests(page: Page, name: CallName): Request[] {
  const requests: Request[] = []
  const matches = isCall(name)
  page.on('request', (request) => {
    if (matches(new URL(request.url()))) requests.push(request)
  })
  return requests
}
