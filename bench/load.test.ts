import { expect, test } from 'vitest'
import { ReplyReader } from './load.ts'

test('each reply is found, with its length or in chunks, wherever the bytes are cut', () => {
  const replies =
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
    'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'
  for (let size = 1; size <= 7; size++) {
    const statuses: number[] = []
    const reader = new ReplyReader((status) => statuses.push(status))
    // A reply begins in a chunk of its own, because the next request is sent after it.
    for (const reply of replies.split(/(?=HTTP)/))
      for (let at = 0; at < reply.length; at += size) reader.read(Buffer.from(reply.slice(at, at + size)))
    expect(statuses).toEqual([200, 201, 404])
  }
})
