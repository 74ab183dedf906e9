import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useIsOwnUrl, useSetOwnUrl } from '#web/navigation/own-url.ts'
import { useDebounced } from '#web/platform/debounced.ts'

const debounceMs = 200

export const searchedKinds = ['everything', 'people', 'places', 'posts', 'hashtags'] as const
export type SearchedKind = (typeof searchedKinds)[number]

const kindParameter = 'in'
const findKind = (name: string | null) => searchedKinds.find((known) => known === name) ?? null

/**
 * The typed text, the query to search for once typing pauses, and the kind of results. Hashtags are the default for a
 * query that begins with #. Query and chosen kind are part of the URL, so that they are there on return from a result.
 * A new visit starts with those of its URL.
 */
export function useSearch() {
  const [params] = useSearchParams()
  const queryInUrl = params.get('q') ?? ''
  const kindInUrl = findKind(params.get(kindParameter))
  const [typed, setTyped] = useState(queryInUrl)
  const [chosenKind, setKind] = useState(kindInUrl)
  const { key } = useLocation()
  const isOwnUrl = useIsOwnUrl()
  const [visit, setVisit] = useState(key)
  if (visit !== key) {
    setVisit(key)
    if (!isOwnUrl) {
      setTyped(queryInUrl)
      setKind(kindInUrl)
    }
  }

  const debouncedQuery = useDebounced(typed.trim(), debounceMs)
  const setOwnUrl = useSetOwnUrl(pagePaths.search)
  // Query and kind are written together: written apart, each would overwrite the other with an older value.
  const isSettled = debouncedQuery === typed.trim()
  const isInUrl = debouncedQuery === queryInUrl && chosenKind === kindInUrl
  useEffect(() => {
    if (isSettled && !isInUrl) setOwnUrl({ search: searchOf(debouncedQuery, chosenKind) })
  }, [isSettled, isInUrl, debouncedQuery, chosenKind, setOwnUrl])

  // An empty field shows suggestions at once.
  const query = typed.trim() && debouncedQuery
  return { typed, setTyped, query, kind: chosenKind ?? (query.startsWith('#') ? 'hashtags' : 'everything'), setKind }
}

/** The query string of a search. */
export function searchOf(query: string, kind: SearchedKind | null): string {
  const parts = [query && `q=${encodeURIComponent(query)}`, kind && `${kindParameter}=${kind}`].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
