import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useDebounced } from '#web/platform/debounced.ts'

const debounceMs = 200
const typedState = { byTyping: true }

export const searchedKinds = ['everything', 'people', 'places', 'posts', 'hashtags'] as const
export type SearchedKind = (typeof searchedKinds)[number]

/** The kind of results to search for. It is part of the URL. Hashtags are the default for a query that begins with #. */
export function useSearchedKind(query: string) {
  const [params, setParams] = useSearchParams()
  const otherwise = query.startsWith('#') ? 'hashtags' : 'everything'
  const kind = searchedKinds.find((known) => known === params.get(kindParameter)) ?? otherwise
  const setKind = (next: SearchedKind) =>
    setParams((before) => ({ ...Object.fromEntries(before), [kindParameter]: next }), { replace: true })
  return { kind, setKind }
}

const kindParameter = 'in'

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
        { search: searchOf(debouncedQuery, params.get(kindParameter)) },
        { replace: true, state: typedState },
      )
  }, [debouncedQuery, typed, queryInUrl, params, navigate])

  // An empty field shows suggestions at once.
  return { typed, setTyped, query: typed.trim() && debouncedQuery }
}

/** The query string of a search. */
export function searchOf(query: string, kind: string | null): string {
  const parts = [query && `q=${encodeURIComponent(query)}`, kind && `${kindParameter}=${kind}`].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
