import { useState } from 'react'

const storageKey = 'opened-posts'
const maxStored = 500

function load(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

let opened: ReadonlySet<number> = new Set(load())

/** The folded posts that were opened in this tab: who comes back to the feed, or reloads it, finds the same cards. */
export function useOpenedPosts() {
  const [openedPosts, setOpenedPosts] = useState(opened)
  const openPosts = (ids: readonly number[]) => {
    opened = new Set([...opened, ...ids])
    setOpenedPosts(opened)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...opened].slice(-maxStored)))
    } catch {
      // Without storage they are folded again after a reload.
    }
  }
  return { openedPosts, openPosts }
}
