import { createContext, use } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'

/**
 * Whether Back, Forward or a reload has led to the current URL. Inside `<Routes location>`, React Router's
 * `useNavigationType` always returns POP.
 */
export const BackNavigation = createContext(true)

export const useIsBackNavigation = () => use(BackNavigation)

/** Returns a function that goes back, or to `fallback` if this is the first page of the visit. */
export function useGoBack(fallback: string = pagePaths.home) {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(fallback, { replace: true }) : navigate(-1))
}
