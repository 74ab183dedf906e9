import { vi } from 'vitest'

/** Takes files as Node has them: the database of the tests copies no others. */
class FakeForm extends Map<string, unknown> {
  append(name: string, value: unknown) {
    this.set(name, value)
  }
}

type Answer = (url: string, request: { body: FormData }) => Promise<Response>

/** Lets `answer` reply to forms that `upload` sends: only XMLHttpRequest tells how much of them has left. */
export function stubUploads(answer: Answer): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    #url = ''
    #headers = new Headers()
    open(_method: string, url: string) {
      this.#url = url
    }
    getResponseHeader(name: string) {
      return this.#headers.get(name)
    }
    async send(body: FormData) {
      try {
        const response = await answer(this.#url, { body })
        this.#headers = response.headers
        this.responseText = await response.text()
        this.status = response.status
      } catch {
        // The network fails: the status stays 0.
      }
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('FormData', FakeForm)
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}
