import { useState } from 'react'
import { useLocation } from 'react-router'
import { pageKey } from './page-key.ts'

const chosen = new Map<string, string>()

/** The tab that is open; who comes back to the page finds it as it was left. */
export function useTabMemory<Value extends string>(first: Value) {
  const key = pageKey(useLocation())
  const [tab, setTab] = useState(() => (chosen.get(key) as Value | undefined) ?? first)
  const open = (next: Value) => {
    chosen.set(key, next)
    setTab(next)
  }
  return [tab, open] as const
}
