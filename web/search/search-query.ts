import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useDebounced } from '#web/platform/debounced.ts'

const debounceMs = 200
const typedState = { byTyping: true }

/**
 * The typed text, and the query to search for once typing pauses. The query is part of the URL, so that it is there on
 * return from a result. A new visit starts with the query of its URL.
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

  const settled = useDebounced(typed.trim(), debounceMs)
  const navigate = useNavigate()
  useEffect(() => {
    if (settled !== inUrl && settled === typed.trim())
      void navigate({ search: settled && `?q=${encodeURIComponent(settled)}` }, { replace: true, state: typedState })
  }, [settled, typed, inUrl, navigate])

  // An empty field shows suggestions at once.
  return { typed, setTyped, words: typed.trim() && settled }
}
