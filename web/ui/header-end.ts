import { createContext, type ReactNode } from 'react'

/** What stands at the right end of every page header. */
export const HeaderEnd = createContext<ReactNode>(null)
