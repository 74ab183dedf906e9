import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** When it changes, the page is rendered again. */
  resetKey: string
  /** Shown after a failure instead of the error page. */
  fallback?: ReactNode
}
type ErrorBoundaryState = { failed: boolean; resetKey: string }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true }
  }

  override render() {
    const { fallback = <ErrorPage />, children } = this.props
    return this.state.failed ? fallback : children
  }
}
