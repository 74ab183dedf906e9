import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useDebounced } from '#web/platform/debounced.ts'

const rest = 200
const written = { byTyping: true }

/**
 * What is typed, at once; and the words to search for, when typing rests. These stand in the
 * URL too, so who comes back from a result finds them. A new visit of the page begins with its URL.
 */
export function useSearchQuery() {
  const [query] = useSearchParams()
  const inUrl = query.get('q') ?? ''
  const [typed, setTyped] = useState(inUrl)
  const { key, state } = useLocation()
  const [visit, setVisit] = useState(key)
  if (visit !== key) {
    setVisit(key)
    if (state?.byTyping !== true) setTyped(inUrl)
  }

  const settled = useDebounced(typed.trim(), rest)
  const navigate = useNavigate()
  useEffect(() => {
    if (settled !== inUrl && settled === typed.trim())
      void navigate({ search: settled && `?q=${encodeURIComponent(settled)}` }, { replace: true, state: written })
  }, [settled, typed, inUrl, navigate])

  // An empty box is empty at once.
  return { typed, setTyped, words: typed.trim() && settled }
}
