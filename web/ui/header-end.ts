import { createContext, type ReactNode } from 'react'

/** The buttons at the right end of every page header. */
export const HeaderEnd = createContext<ReactNode>(null)
