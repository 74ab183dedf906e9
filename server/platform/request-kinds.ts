import { addressOf, callNames } from '#contract/call-paths.ts'

/**
 * What a request is for. `document`: the description of the calls. `file`: assets, tiles and pictures. `download`: an
 * archive of one's own data. `health`: the questions of whoever watches over the server.
 */
export type RequestKind = 'call' | 'document' | 'page' | 'file' | 'stream' | 'download' | 'health'

const kindsByPath = new Map<string, RequestKind>([
  ...callNames.map((name) => [addressOf(name).url, 'call'] as const),
  ['/api/events', 'stream'],
  ['/livez', 'health'],
  ['/readyz', 'health'],
])
const kindsByBeginning: [beginning: string, kind: RequestKind][] = [
  ['/api/export/', 'download'],
  ['/api/', 'document'],
  ['/media/', 'file'],
  ['/map/', 'file'],
  ['/assets/', 'file'],
]
/** Icons, the manifest, the service worker. */
const isNamedFile = /^\/[\w-]+\.\w+$/

/** @param url of a request, or the pattern of its route. */
export function kindOf(url: string): RequestKind {
  const [path = ''] = url.split('?', 1)
  const known = kindsByPath.get(path) ?? kindsByBeginning.find(([beginning]) => path.startsWith(beginning))?.[1]
  return known ?? (isNamedFile.test(path) ? 'file' : 'page')
}
