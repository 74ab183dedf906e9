/** The browser's event stream; the test plays the server and forgets the streams of the test before. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly query: URLSearchParams

  constructor(url: string) {
    super()
    this.query = new URL(url, window.location.href).searchParams
    FakeEventSource.opened.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  send(name: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }

  /** The stream breaks; a browser does not reconnect one that was refused. */
  break({ refused = false } = {}) {
    if (refused) this.close()
    this.dispatchEvent(new Event('error'))
  }
}
