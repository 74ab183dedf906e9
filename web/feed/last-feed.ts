import { inlinePreloadedData, type PreloadedData } from '#contract/preloaded-data.ts'
import { urlOf } from '#contract/call-paths.ts'
import { pictureUrlAtWidth, type PictureWidth, pictureWidths } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { followedEventsQuery } from '#web/events/followed-events.api.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { openOfflineCache } from '#web/platform/offline-cache.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { feedInput, storedFeedArea } from './feed-area.ts'
import { feedQuery } from './feed.api.ts'

/** Changes within this time are stored once. */
const debounceMs = 1000
/** Widths of pictures that this screen has not shown yet. */
const unseenPictureWidth = 640
const unseenAvatarWidth = 320

/** Stores the first page of the feed with its pictures after every change, until the returned function is called. */
export function startLastFeedCopy(): () => void {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeSoon = () => {
    clearTimeout(timer)
    // Without space or a network, the previous copy stays.
    timer = setTimeout(() => void storeFeed(abort.signal).catch(() => undefined), debounceMs)
  }
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'feed' && query.queryKey[1] !== 'newest') storeSoon()
  })
  storeSoon()
  return () => {
    abort.abort()
    clearTimeout(timer)
    stop()
  }
}

/** Returns the first page of the feed as the server would preload it. */
function currentPreloadedData() {
  const user = currentUser()
  const area = storedFeedArea()
  const state = queryClient.getQueryState(feedQuery(area).queryKey)
  const feed = state?.data?.pages[0]
  if (!user || !area.position || !state || !feed) return null
  return {
    user,
    requestUrl: urlOf('getFeed', feedInput(area)),
    response: feed,
    followed_events: queryClient.getQueryData(followedEventsQuery().queryKey) ?? [],
    stored_at: state.dataUpdatedAt,
  } satisfies PreloadedData
}

async function storeFeed(signal: AbortSignal) {
  const data = currentPreloadedData()
  const shell = await (await openOfflineCache('app')).match('/index.html')
  if (!data || !shell) return
  const page = new Response(inlinePreloadedData(await shell.text(), data), { headers: headersOf(shell) })
  signal.throwIfAborted()
  // Opened before a sign-out deletes it: later writes go to the deleted cache.
  const cache = await openOfflineCache('last-feed')
  await cache.put('/', page)
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wantedPaths = new Set(['/', ...picturesOf(data.response.posts, cachedPaths)])
  for (const url of wantedPaths)
    if (!cachedPaths.has(url)) await cache.add(new Request(url, { signal })).catch(() => undefined)
  for (const url of cachedPaths) if (!wantedPaths.has(url)) await cache.delete(url)
}

/** Copies the headers without those of the transfer. */
function headersOf({ headers }: Response) {
  const copied = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) copied.delete(name)
  return copied
}

/** Returns the pictures of posts, in the width that is shown or already cached, if there is one. */
function picturesOf(posts: Post[], cachedPaths: ReadonlySet<string>) {
  const shown = new Map(
    [...document.images]
      .filter(({ complete, currentSrc }) => complete && currentSrc)
      .map((image) => [image.getAttribute('src'), new URL(image.currentSrc).pathname]),
  )
  const pathOf = (url: string | null, unseen: PictureWidth) =>
    url === null
      ? []
      : [
          shown.get(url) ??
            pictureWidths.map((width) => pictureUrlAtWidth(url, width)).find((one) => cachedPaths.has(one)) ??
            pictureUrlAtWidth(url, unseen),
        ]
  return posts.flatMap(({ image_url, profile_pic }) => [
    ...pathOf(image_url, unseenPictureWidth),
    ...pathOf(profile_pic, unseenAvatarWidth),
  ])
}
