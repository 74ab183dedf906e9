import { inlinePreloadedData, type PreloadedData } from '#contract/preloaded-data.ts'
import { urlOf } from '#contract/call-paths.ts'
import { pictureUrlAtWidth, type PictureWidth, pictureWidths } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { roundPosition, storedPosition } from '#web/platform/geolocation.ts'
import { openOfflineCache } from '#web/platform/offline-cache.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { feedQuery } from './feed.api.ts'

/** Milliseconds: what changes again at once is kept once. */
const settling = 1000
/** A picture that this screen has not shown yet is kept smaller. */
const unseenPost = 640
const unseenFace = 320

/** Keeps the page of the feed as it was last, with its pictures, until the returned function is called. */
export function startLastFeedCopy(): () => void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    // Where there is no room, or no network, the one from before stays.
    timer = setTimeout(() => void keep(ending.signal).catch(() => undefined), settling)
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

/** The first page of the feed, as the server would have put it into the page. */
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
  // Opened before whoever signs out throws it away: what is put into it later goes with it.
  const kept = await openOfflineCache('last-feed')
  await kept.put('/', page)
  const there = new Set((await kept.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = new Set(['/', ...picturesOf(opening.response.posts, there)])
  for (const url of wanted) if (!there.has(url)) await kept.add(new Request(url, { signal })).catch(() => undefined)
  for (const url of there) if (!wanted.has(url)) await kept.delete(url)
}

/** With the page's rules, but not with how the body was sent. */
function headersOf({ headers }: Response) {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) kept.delete(name)
  return kept
}

/** In the width that this screen has fetched already, if it has: now, or when the page was kept before. */
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
    ...kept(image_url, unseenPost),
    ...kept(profile_pic, unseenFace),
  ])
}
