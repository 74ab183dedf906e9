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
  const [params] = useSearchParams()
  const queryInUrl = params.get('q') ?? ''
  const [typed, setTyped] = useState(queryInUrl)
  const { key, state } = useLocation()
  const [visit, setVisit] = useState(key)
  if (visit !== key) {
    setVisit(key)
    if (state?.byTyping !== true) setTyped(queryInUrl)
  }

  const debouncedQuery = useDebounced(typed.trim(), debounceMs)
  const navigate = useNavigate()
  useEffect(() => {
    if (debouncedQuery !== queryInUrl && debouncedQuery === typed.trim())
      void navigate(
        { search: debouncedQuery && `?q=${encodeURIComponent(debouncedQuery)}` },
        { replace: true, state: typedState },
      )
  }, [debouncedQuery, typed, queryInUrl, navigate])

  // An empty field shows suggestions at once.
  return { typed, setTyped, query: typed.trim() && debouncedQuery }
}
