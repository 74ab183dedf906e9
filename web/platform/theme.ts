import { readStorage, subscribeToStorage } from './storage.ts'

/** Applies the theme that is stored on the device; without one the device's own counts. */
function applyTheme() {
  const root = document.documentElement
  const theme = readStorage('theme')
  if (theme === (root.dataset.theme ?? null) && theme === null) return
  if (theme === null) delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = meta.dataset.scheme ?? ''
    const isShown = theme === scheme ? 'all' : 'not all'
    meta.media = theme === null ? `(prefers-color-scheme: ${scheme})` : isShown
  }
}

/** Applies the theme now and whenever it changes, also in another tab. */
export function followTheme() {
  applyTheme()
  subscribeToStorage(applyTheme)
}
