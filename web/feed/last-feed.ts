import { inlinePreloadedData, type PreloadedData } from '#contract/preloaded-data.ts'
import { urlOf } from '#contract/call-paths.ts'
import { pictureUrlAtWidth, type PictureWidth, pictureWidths } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { roundPosition, storedPosition } from '#web/platform/geolocation.ts'
import { openOfflineCache } from '#web/platform/offline-cache.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { feedQuery } from './feed.api.ts'

/** Changes within this time are stored once. */
const debounceMs = 1000
/** Widths of pictures that this screen has not shown yet. */
const unseenPictureWidth = 640
const unseenAvatarWidth = 320

/** Stores the first page of the feed with its pictures after every change, until the returned function is called. */
export function startLastFeedCopy(): () => void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    // Without space or a network, the previous copy stays.
    timer = setTimeout(() => void keep(ending.signal).catch(() => undefined), debounceMs)
  }
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'feed' && query.queryKey[1] !== 'newest') keepSoon()
  })
  keepSoon()
  return () => {
    ending.abort()
    clearTimeout(timer)
    stop()
  }
}

/** Returns the first page of the feed as the server would preload it. */
function currentPreloadedData() {
  const user = currentUser()
  const position = storedPosition()
  const state = queryClient.getQueryState(feedQuery(position).queryKey)
  const feed = state?.data?.pages[0]
  if (!user || !position || !state || !feed) return null
  return {
    user,
    requestUrl: urlOf('getFeed', roundPosition(position, 2)),
    response: feed,
    stored_at: state.dataUpdatedAt,
  } satisfies PreloadedData
}

async function keep(signal: AbortSignal) {
  const opening = currentPreloadedData()
  const shell = await (await openOfflineCache('app')).match('/index.html')
  if (!opening || !shell) return
  const page = new Response(inlinePreloadedData(await shell.text(), opening), { headers: headersOf(shell) })
  signal.throwIfAborted()
  // Opened before a sign-out deletes it: later writes go to the deleted cache.
  const kept = await openOfflineCache('last-feed')
  await kept.put('/', page)
  const there = new Set((await kept.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = new Set(['/', ...picturesOf(opening.response.posts, there)])
  for (const url of wanted) if (!there.has(url)) await kept.add(new Request(url, { signal })).catch(() => undefined)
  for (const url of there) if (!wanted.has(url)) await kept.delete(url)
}

/** Copies the headers without those of the transfer. */
function headersOf({ headers }: Response) {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) kept.delete(name)
  return kept
}

/** Returns the pictures of posts, in the width that is shown or already cached, if there is one. */
function picturesOf(posts: Post[], there: ReadonlySet<string>) {
  const shown = new Map(
    [...document.images]
      .filter(({ complete, currentSrc }) => complete && currentSrc)
      .map((image) => [image.getAttribute('src'), new URL(image.currentSrc).pathname]),
  )
  const kept = (url: string | null, unseen: PictureWidth) =>
    url === null
      ? []
      : [
          shown.get(url) ??
            pictureWidths.map((width) => pictureUrlAtWidth(url, width)).find((one) => there.has(one)) ??
            pictureUrlAtWidth(url, unseen),
        ]
  return posts.flatMap(({ image_url, profile_pic }) => [
    ...kept(image_url, unseenPictureWidth),
    ...kept(profile_pic, unseenAvatarWidth),
  ])
}
