import { act } from '@testing-library/react'

type Report = (entries: { isIntersecting: boolean }[]) => void

/** The browser's observer of one element; the test scrolls. */
export class FakeIntersectionObserver {
  static last: FakeIntersectionObserver
  isObserving = false
  readonly options: object
  private readonly report: Report
  constructor(report: Report, options: object) {
    this.report = report
    this.options = options
    FakeIntersectionObserver.last = this
  }
  observe() {
    this.isObserving = true
  }
  unobserve() {
    this.isObserving = false
  }
  disconnect() {
    this.isObserving = false
  }
  comeNear(isIntersecting = true) {
    if (this.isObserving) act(() => this.report([{ isIntersecting }]))
  }
}
