const form =
  'must be postgres://USER:PASSWORD@HOST:PORT/NAME, or postgres:///NAME?host=FOLDER with the folder of a socket'
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

/** The driver accepts a URL without a host, which WHATWG's URL does not if it has a user. */
const readUrl = (value: string): URL => new URL(URL.canParse(value) ? value : value.replace('@/', '@-/'))

const hostOf = ({ hostname, searchParams }: URL): string =>
  searchParams.get('host') ?? decodeURIComponent(hostname === '-' ? '' : hostname)

/**
 * Parses the URL of a database. Throws an Error that says in one line what is wrong, without the URL's password.
 * @returns the URL, in which `sslmode` means what it means to every other program (libpq): the driver would warn about
 * it and take `require` for `verify-full`.
 */
export function parseDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//i.test(value) || !URL.canParse(value.replace('@/', '@-/'))) throw new Error(form)
  const url = readUrl(value)
  if (hostOf(url) === '') throw new Error(form)
  const mode = url.searchParams.get('sslmode')
  if (mode === null) return value
  if (!sslModes.includes(mode)) throw new Error(`sslmode must be ${sslModes.slice(0, -1).join(', ')} or verify-full`)
  if (mode === 'verify-ca' && !url.searchParams.get('sslrootcert'))
    throw new Error('sslmode=verify-ca must come with sslrootcert=FILE, the certificate of the authority')
  return value.includes('uselibpqcompat=') ? value : `${value}&uselibpqcompat=true`
}

/** Returns host and port, or the folder of the socket, as an operator knows them. */
export function placeOf(databaseUrl: string): string {
  const url = readUrl(databaseUrl)
  const host = hostOf(url)
  return host.startsWith('/') ? host : `${host}:${url.searchParams.get('port') ?? (url.port || '5432')}`
}
