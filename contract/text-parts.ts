// Finds the links, hashtags and mentions in a text. Server and page use the same code, so a mention that is shown as a
// link has notified its person, and a hashtag leads to a page with the post. Without zod, so that the page can load it.

export type TextPart =
  | { kind: 'text'; text: string }
  /** `url`: absolute, http or https. */
  | { kind: 'link'; text: string; url: string }
  /** `tag`: as hashtags are compared. */
  | { kind: 'hashtag'; text: string; tag: string }
  | { kind: 'mention'; text: string; username: string }

/** Different hashtags and mentions that are live in one text; what comes after them stays plain. */
const hashtagsLimit = 30
const mentionsLimit = 10
/** Characters without the sign. */
export const hashtagLength = 50
const usernameLength = 30

const candidates =
  /(?<link>(?:https?:\/\/|www\.)[^\s<>"\p{C}]+)|#(?<hashtag>[\p{L}\p{N}\p{M}_]+)|@(?<mention>[A-Za-z0-9._]+)/giu
/** Before a sign: "a#b", "&#39;", "a@b.it", "//host/@name" and "##" are none. */
const joinsHashtag = /[\p{L}\p{N}\p{M}_&/#]$/u
const joinsMention = /[\p{L}\p{N}\p{M}_.+\-/@#&]$/u
const joinsLink = /[\p{L}\p{N}\p{M}_@./-]$/u
/** After a mention: "@name@host" is an address elsewhere, "@città" is no username. */
const continuesMention = /^[\p{L}\p{N}\p{M}@]/u

/** A hashtag as it is compared and addressed, without the sign: "Città", "CITTÀ" and "citta" are one. */
export const hashtagKey = (tag: string): string =>
  tag
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** Returns a text in parts, which together are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  const tags = new Set<string>()
  const usernames = new Set<string>()
  let shown = 0
  const add = (part: TextPart, at: number) => {
    if (at > shown) parts.push({ kind: 'text', text: text.slice(shown, at) })
    parts.push(part)
    shown = at + part.text.length
  }
  for (const { 0: found, index, groups } of text.matchAll(candidates)) {
    // Two code units: letters beyond the basic plane are pairs.
    const before = text.slice(Math.max(0, index - 2), index)
    const after = text.slice(index + found.length, index + found.length + 2)
    const part = readPart(groups ?? {}, before, after)
    if (!part) continue
    if (part.kind === 'hashtag' && !addWithin(tags, part.tag, hashtagsLimit)) continue
    if (part.kind === 'mention' && !addWithin(usernames, part.username.toLowerCase(), mentionsLimit)) continue
    add(part, index)
  }
  if (shown < text.length) parts.push({ kind: 'text', text: text.slice(shown) })
  return parts
}

type Groups = { link?: string; hashtag?: string; mention?: string }

function readPart({ link, hashtag, mention = '' }: Groups, before: string, after: string): TextPart | null {
  if (link !== undefined) return readLink(link, before)
  return hashtag === undefined ? readMention(mention, before, after) : readHashtag(hashtag, before)
}

function addWithin(known: Set<string>, key: string, limit: number): boolean {
  if (known.size < limit) known.add(key)
  return known.has(key)
}

function readLink(found: string, before: string): TextPart | null {
  if (joinsLink.test(before)) return null
  const text = withoutClosing(found)
  const url = parseUrl(/^https?:/i.test(text) ? text : `https://${text}`)
  // In "https://bank.it@elsewhere.it" a reader takes bank.it for the host, but the link leads to elsewhere.it.
  const isLive = url && url.username === '' && url.password === '' && /[^.]\.[^.]/.test(url.hostname)
  return isLive ? { kind: 'link', text, url: url.href } : null
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const closings: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Leaves out the end of the sentence around a link, and a bracket that was opened before it. */
function withoutClosing(link: string): string {
  let end = link.length
  // Counted once and kept, so that many brackets take no longer than many letters.
  const surplus = new Map(
    Object.entries(closings).map(([close, open]) => [close, countOf(link, close) - countOf(link, open)]),
  )
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    const unmatched = surplus.get(last)
    if (unmatched !== undefined) {
      if (unmatched <= 0) break
      surplus.set(last, unmatched - 1)
    } else if (!/[.,;:!?'’”»*_~…]/.test(last)) break
  }
  return link.slice(0, end)
}

const countOf = (text: string, character: string) => text.split(character).length - 1

function readHashtag(tag: string, before: string): TextPart | null {
  // "#1" is a number.
  const key = hashtagKey(tag)
  if (Math.max(tag.length, key.length) > hashtagLength || !/\p{L}/u.test(tag) || joinsHashtag.test(before)) return null
  return { kind: 'hashtag', text: `#${tag}`, tag: key }
}

function readMention(found: string, before: string, after: string): TextPart | null {
  if (joinsMention.test(before) || continuesMention.test(after)) return null
  const username = found.replace(/\.+$/, '')
  if (username === '' || username.length > usernameLength) return null
  return { kind: 'mention', text: `@${username}`, username }
}

/** Returns the first part of a text in parts; what is cut through is no longer live. */
export function cutParts(parts: readonly TextPart[], length: number): TextPart[] {
  const cut: TextPart[] = []
  let left = length
  for (const part of parts) {
    if (left <= 0) break
    cut.push(part.text.length <= left ? part : { kind: 'text', text: part.text.slice(0, left) })
    left -= part.text.length
  }
  return cut
}

/** The hashtags of a text, each once. */
export const hashtagsOf = (text: string): string[] => [
  ...new Set(textParts(text).flatMap((part) => (part.kind === 'hashtag' ? [part.tag] : []))),
]

/** The usernames that a text mentions, each once, in lower case. */
export const mentionsOf = (text: string): string[] => [
  ...new Set(textParts(text).flatMap((part) => (part.kind === 'mention' ? [part.username.toLowerCase()] : []))),
]
