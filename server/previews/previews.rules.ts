import { pagePaths } from '#contract/page-paths.ts'

/** What has a preview. Of a post's two addresses the first is shared. */
export type PreviewTarget = { kind: 'post' | 'place' | 'profile'; id: number }

const kinds: Record<PreviewTarget['kind'], ((id: string) => string)[]> = {
  post: [pagePaths.post, pagePaths.comments],
  place: [pagePaths.location],
  profile: [pagePaths.profile],
}
const targets = Object.entries(kinds).flatMap(([kind, pages]) =>
  pages.map((page) => ({
    kind: kind as PreviewTarget['kind'],
    pattern: new RegExp(`^${page(String.raw`([1-9]\d{0,14})`)}/?$`),
  })),
)

/** Returns what a path of a page is about; null for pages without a preview. */
export function targetOf(path: string): PreviewTarget | null {
  for (const { kind, pattern } of targets) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined) return { kind, id: Number(id) }
  }
  return null
}

/** Returns the path of the page of an address of this server; null for an address of another one. */
export function pathOf(url: string, origin: string): string | null {
  const parsed = URL.parse(url)
  return parsed?.origin === origin ? parsed.pathname : null
}

/** As many characters as previews show. */
const firstWordsLength = 200

/** The beginning of a text in one line, cut between words. */
export function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= firstWordsLength) return line
  const cut = line.slice(0, firstWordsLength)
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), firstWordsLength / 2))
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`
}
