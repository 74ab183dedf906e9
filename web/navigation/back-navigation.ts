import { createContext, use } from 'react'

/**
 * Whether Back, Forward or a reload has led to the current URL. React Router's `useNavigationType` says so of every page
 * inside `<Routes location>`.
 */
export const BackNavigation = createContext(true)

export const useIsBackNavigation = () => use(BackNavigation)
