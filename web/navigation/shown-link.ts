const maxLength = 40

/**
 * Returns a URL as it is read: without scheme, shortened at its end. The host is as the browser writes it, so that none
 * looks like another.
 */
export function shownLink(url: string): string {
  const { host, pathname, search, hash } = new URL(url)
  const shown =
    host.replace(/^www\./, '') + readable(pathname === '/' && !search && !hash ? '' : pathname + search + hash)
  const letters = [...shown]
  return letters.length <= maxLength ? shown : `${letters.slice(0, maxLength - 1).join('')}…`
}

/** Decodes letters only: a decoded blank, quote or invisible character would say something else. */
const readable = (path: string) =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}]+$/u.test(decoded) ? decoded : encoded
    } catch {
      return encoded
    }
  })
