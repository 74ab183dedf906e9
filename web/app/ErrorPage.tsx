import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/leaning-tower.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { appText } from './app.text.ts'
import { pagePaths } from '#contract/page-paths.ts'

/** Its buttons load a new document, because the app itself may be broken. */
export function ErrorPage() {
  return (
    <div role="alert">
      <title>{appText.errorTitle}</title>
      <EmptyState heading="h1" drawing={drawing} title={appText.errorTitle} text={appText.errorText}>
        <Button onClick={() => window.location.reload()}>{appText.errorReload}</Button>
        <Button
          variant="quiet"
          render={({ className, children }) => (
            <a className={className} href={pagePaths.home}>
              {children}
            </a>
          )}
        >
          {appText.errorHome}
        </Button>
      </EmptyState>
    </div>
  )
}
