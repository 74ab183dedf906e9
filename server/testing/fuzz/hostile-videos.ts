import { createVideo } from '#server/testing/fixtures/videos.ts'

/** Returns a copy of a video in which the content of the first box of a type is changed. */
export function changeBox(video: Buffer, type: string, change: (content: Buffer) => void): Buffer {
  const copy = Buffer.from(video)
  const start = copy.indexOf(type)
  if (start === -1) throw new Error(`no ${type}`)
  change(copy.subarray(start + 4, start - 4 + copy.readUInt32BE(start - 4)))
  return copy
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** Replaces the box of sample sizes by another one of the same length. */
function changeSizes(video: Buffer, type: 'stsz' | 'stz2', fields: number[]): Buffer {
  const content = Buffer.alloc(fields.length * 4)
  for (const [index, field] of fields.entries()) content.writeUInt32BE(field, index * 4)
  const start = video.indexOf('stsz') - 4
  const length = video.readUInt32BE(start)
  const sizes = box(type, content)
  const rest = box('free', Buffer.alloc(length - sizes.length - 8))
  return Buffer.concat([video.subarray(0, start), sizes, rest, video.subarray(start + length)])
}

const fileType = (video: Buffer) => video.subarray(0, video.readUInt32BE(0))
const withoutFrames = (video: Buffer) => video.subarray(0, video.indexOf('mdat') + 4)
const nest = (depth: number): Buffer =>
  Array.from({ length: depth }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0))

/** Files that say they are videos. */
export const hostileVideos: Record<string, () => Promise<Buffer>> = {
  'a text': async () => Buffer.from('Ciao, sono un video.'),
  'a page with a script': async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a zip': async () => Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'a WebM': async () => Buffer.from('1a45dfa3934282847765626d', 'hex'),
  'a playlist of another server': async () => Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/a.ts\n'),
  'a name without a video': async () => fileType(await createVideo()),
  'an index without frames': async () => withoutFrames(await createVideo()),
  'boxes in boxes': async () => Buffer.concat([fileType(await createVideo()), nest(2000)]),
  'millions of empty boxes': async () =>
    Buffer.concat([fileType(await createVideo()), Buffer.concat(Array.from({ length: 2_000_000 }, () => box('free')))]),
  'a box of size 0': async () => changeBox(await createVideo(), 'moov', (content) => content.writeUInt32BE(0)),
  'a box that is longer than the file': async () =>
    changeBox(await createVideo(), 'moov', (content) => content.writeUInt32BE(0xfffffff0)),
  'four billion sizes': async () =>
    changeBox(await createVideo(), 'stsz', (content) => content.writeUInt32BE(0xfffffff0, 8)),
  'a million frames': async () => changeSizes(await createVideo(), 'stsz', [0, 9, 1_000_000]),
  'four billion frames of no size': async () => changeSizes(await createVideo(), 'stz2', [0, 0, 4_000_000_000]),
  'frames without bytes': async () => changeBox(await createVideo(), 'stsz', (content) => content.fill(0, 12)),
  'frames beyond the end': async () =>
    changeBox(await createVideo(), 'stco', (content) => content.writeUInt32BE(0x7fffffff, 8)),
  'frames that begin in the index': async () =>
    changeBox(await createVideo(), 'stco', (content) => content.writeUInt32BE(0, 8)),
  'parameters that are cut off': async () =>
    changeBox(await createVideo(), 'avcC', (content) => content.writeUInt16BE(0xffff, 6)),
  'no units of time': async () => changeBox(await createVideo(), 'mdhd', (content) => content.writeUInt32BE(0, 12)),
}
