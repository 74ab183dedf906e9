import { expect, test } from 'vitest'
import { ReplyReader } from './reply-reader.ts'

const plain = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}'
const refused = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n'

test.each([1, 2, 3, 7, 64, 1000])(
  'the load generator counts each reply once, at its end, when it arrives in pieces of %i bytes',
  (size) => {
    const seen: number[] = []
    const reader = new ReplyReader((status) => seen.push(status))
    for (const reply of [plain, refused, chunked, plain]) {
      const before = seen.length
      const bytes = Buffer.from(reply)
      for (let at = 0; at < bytes.length; at += size) {
        expect(seen).toHaveLength(before)
        reader.read(bytes.subarray(at, at + size))
      }
      expect(seen).toHaveLength(before + 1)
    }
    expect(seen).toEqual([200, 503, 200, 200])
  },
)
