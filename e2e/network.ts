import type { Page, Request } from '@playwright/test'
import { addressOf, type CallName } from '#contract/call-paths.ts'

const isCall = (name: CallName) => (url: URL) => url.pathname === addressOf(name).url

/** The network loses this call, until the returned function mends it. */
export async function breakCall(page: Page, name: CallName): Promise<() => Promise<void>> {
  const isBroken = isCall(name)
  await page.route(isBroken, (route) => route.abort())
  return () => page.unroute(isBroken)
}

/** The network keeps what is asked for there on its way to the server, until the returned function lets it go on. */
export async function holdRequests(page: Page, where: Parameters<Page['route']>[0]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(where, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
export const holdCall = (page: Page, name: CallName) => holdRequests(page, isCall(name))

/** The requests of this call that the page makes from now on. */
export function requestsOf(page: Page, name: CallName): Request[] {
  const requests: Request[] = []
  const is = isCall(name)
  page.on('request', (request) => {
    if (is(new URL(request.url()))) requests.push(request)
  })
  return requests
}
