import { Component, type ReactNode, useEffect } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/leaning-tower.svg'
import wireDown from '#web/ui/drawings/wire-down.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { appText } from './app.text.ts'
import { MissingCode } from './lazy-page.ts'

/** Its buttons load a new document, because the app itself may be broken. */
function ErrorPage() {
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

const reload = () => window.location.reload()

/** Shown in place of a page whose code has not arrived. The network coming back reloads it. */
function MissingCodePage() {
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <div role="alert">
      <title>{appText.missingCodeTitle}</title>
      <EmptyState heading="h1" drawing={wireDown} title={appText.missingCodeTitle} text={appText.missingCodeText}>
        <Button onClick={reload}>{appText.errorReload}</Button>
      </EmptyState>
    </div>
  )
}

type ErrorBoundaryProps = {
  children: ReactNode
  /** When it changes, the page is rendered again. */
  resetKey: string
  /** Shown after a failure instead of the error page. */
  fallback?: ReactNode
}
type ErrorBoundaryState = { error: unknown; failed: boolean; resetKey: string }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { error: null, failed: false, resetKey }
  }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error, failed: true }
  }

  override render() {
    const { error, failed } = this.state
    const { fallback = error instanceof MissingCode ? <MissingCodePage /> : <ErrorPage />, children } = this.props
    return failed ? fallback : children
  }
}
