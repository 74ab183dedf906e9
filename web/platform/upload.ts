import type { Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { NetworkError } from './api-errors.ts'
import { contentOf, parsed, type Reply } from './api.ts'

/** Longer than this, nothing has moved: the network is gone. */
const uploadPauseMs = 45_000

/**
 * Calls the server with a form, for files: only such a request tells how much of it has been sent. Throws as `call`
 * does. @param onProgress gets the part that has been sent, 0 to 1.
 */
export function upload<Name extends CallName>(
  name: Name,
  form: FormData,
  onProgress: (part: number) => void,
): Promise<Output<Name>> {
  const { url } = addressOf(name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), uploadPauseMs)
    }
    request.open('POST', url)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      const { status } = request
      if (status === 0) return reject(new NetworkError(url))
      const retryAfter = Number(request.getResponseHeader('retry-after')) || null
      const reply: Reply = {
        ok: status >= 200 && status < 300,
        status,
        retryAfter,
        content: parsed(request.responseText),
      }
      try {
        resolve(contentOf(url, reply) as Output<Name>)
      } catch (error) {
        reject(error)
      }
    })
    watch()
    request.send(form)
  })
}
