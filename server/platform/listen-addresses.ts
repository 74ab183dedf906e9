import { lookup as lookupName } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, isIPv6, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ListenAddress } from './config-values.ts'
import { ConfigError } from './config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Accept connections at the second and each further address, and hand them to `server`. */
    furtherServers: Server[]
  }
}

type Place = { address: string; port: number }

/** The variables that an operator has to change when a server cannot listen. */
type Variables = { host: string; port: string }
const ofServer: Variables = { host: 'HOST', port: 'PORT' }
export const ofMetrics: Variables = { host: 'METRICS', port: 'METRICS' }

/** `missing`: addresses of the name that this machine does not have. */
export type FoundAddresses = { addresses: string[]; missing: string[] }

type Lookup = (host: string, options: { all: true }) => Promise<{ address: string }[]>

const allowedHosts = 'must be an address or a name of this machine, or 0.0.0.0 for all IPv4 addresses'
const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'the user may not: below 1024 is for root',
}

export const urlOf = ({ address, port }: Place): string =>
  `http://${isIPv6(address) ? `[${address}]` : address}:${port}`

class MissingAddress extends ConfigError {}

function explain(error: unknown, { host, port }: Variables, place: Place): ConfigError {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return new MissingAddress(`${host}: ${place.address} is no address of this machine: ${allowedHosts}`)
  return new ConfigError(
    `${port}: cannot listen at ${urlOf(place)} (${reasons[code] ?? code}): must be a free port, or 0 for any`,
  )
}

/** Opens a server. Throws a ConfigError that names the variable and says what is allowed. */
export async function openServer(server: Server, place: Place, variables = ofServer): Promise<void> {
  server.listen(place.port, place.address)
  await once(server, 'listening').catch((error: unknown) => {
    throw explain(error, variables, place)
  })
}

async function tryAddress(place: Place, variables: Variables): Promise<void> {
  const probe = createServer()
  await openServer(probe, place, variables)
  probe.close()
  await once(probe, 'close')
}

/**
 * Tries all addresses of a name: `localhost` has one or two, and `::1` also where the machine has no IPv6. Throws a
 * ConfigError when one of them is taken, or the machine has none of them.
 */
export async function findListenAddresses(
  { host, port }: ListenAddress,
  variables = ofServer,
  lookup: Lookup = lookupName,
): Promise<FoundAddresses> {
  const found = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${variables.host}: ${host} has no address (${error.code}): ${allowedHosts}`)
  })
  const addresses: string[] = []
  const missing = new Map<string, MissingAddress>()
  for (const address of new Set(found.map((entry) => entry.address))) {
    try {
      await tryAddress({ address, port }, variables)
      addresses.push(address)
    } catch (error) {
      if (!(error instanceof MissingAddress)) throw error
      missing.set(address, error)
    }
  }
  const [firstMissing] = missing.values()
  if (addresses.length === 0 && firstMissing) throw firstMissing
  return { addresses, missing: [...missing.keys()] }
}

/**
 * Listens at all addresses, with one port. Fastify opens a single one when it is given its server (`serverFactory`).
 * @returns the URL of the first.
 */
export async function listenAt(app: FastifyInstance, addresses: readonly string[], port: number): Promise<string> {
  const [first = '', ...others] = addresses
  const url = await app.listen({ port, host: first }).catch((error: unknown) => {
    throw explain(error, ofServer, { address: first, port })
  })
  for (const address of others) {
    const place = { address, port: Number(new URL(url).port) }
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
      app.server.emit('connection', socket),
    )
    await openServer(server, place)
    app.furtherServers.push(server)
    app.log.info(`Server listening at ${urlOf(place)}`)
  }
  return url
}
