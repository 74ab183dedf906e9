import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'

/** Returns a function that goes back, or to `fallback` if this is the first page of the visit. */
export function useGoBack(fallback: string = pagePaths.home) {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(fallback, { replace: true }) : navigate(-1))
}
