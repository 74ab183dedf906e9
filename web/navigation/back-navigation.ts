import { createContext, use } from 'react'

/**
 * Whether Back, Forward or a reload has led to the current URL. Inside `<Routes location>`, React Router's
 * `useNavigationType` always returns POP.
 */
export const BackNavigation = createContext(true)

export const useIsBackNavigation = () => use(BackNavigation)
