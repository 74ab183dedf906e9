import { useState } from 'react'
import { useLocation } from 'react-router'
import { pageKey } from './page-key.ts'

const openTabs = new Map<string, string>()

/** The open tab of a page, restored when the user comes back to it. */
export function useTabMemory<Value extends string>(first: Value) {
  const key = pageKey(useLocation())
  const [tab, setTab] = useState(() => (openTabs.get(key) as Value | undefined) ?? first)
  const open = (next: Value) => {
    openTabs.set(key, next)
    setTab(next)
  }
  return [tab, open] as const
}
