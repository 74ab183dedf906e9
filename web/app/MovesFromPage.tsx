import { type ReactNode, useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { movesFromPage } from '#web/ui/back-closes.ts'

/** Makes every link and navigation inside start at the page, not at the layer above it. */
export function MovesFromPage({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext)
  const { navigator } = navigation
  return (
    <NavigationContext value={{ ...navigation, navigator: { ...navigator, ...movesFromPage(navigator) } }}>
      {children}
    </NavigationContext>
  )
}
