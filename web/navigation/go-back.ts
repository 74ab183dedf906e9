import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'

/** Back to the page before; for who came straight here, to the start, or to what the page is a part of. */
export function useGoBack(above: string = pagePaths.home) {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(above, { replace: true }) : navigate(-1))
}
