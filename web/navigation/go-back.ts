import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/page-paths.ts'

/** Back to the page before; for who came straight here, to the start, or to what the page is a part of. */
export function useGoBack(above: string = paths.home) {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(above, { replace: true }) : navigate(-1))
}
