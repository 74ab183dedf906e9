import { useLocation, useNavigate } from 'react-router'
import { paths } from './paths.ts'

/** Back to the page before; for who came straight here, to the start. */
export function useGoBack() {
  const navigate = useNavigate()
  const isFirst = useLocation().key === 'default'
  return () => void (isFirst ? navigate(paths.home, { replace: true }) : navigate(-1))
}
