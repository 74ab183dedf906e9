import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { failure } from '#contract/errors.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'

type Json = Record<string, unknown>

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Statuses with which any call may refuse: malformed, too many, not available now. */
const everywhere = [400, 429, 503]

/** A session, or a personal access token with the scope. */
const securityOf = (name: CallName, { access }: Endpoint): Json[] => {
  const scope = calls[name].scope
  const ways = [{ cookie: [] }, { bearer: [] }, ...(scope ? [{ accessToken: [scope] }] : [])]
  return access === 'public' ? [{}, ...ways] : ways
}

function operationOf(name: CallName, call: Endpoint): Json {
  const { method, url } = addressOf(name)
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const refusal = (status: number) => [
    status,
    {
      description: `Refusal ${status}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]
  const refusals = new Set([
    ...everywhere,
    ...(call.errors ?? []),
    ...(call.access === 'viewer' ? [401] : []),
    ...(['moderator', 'administrator'].includes(call.access) ? [404] : []),
    ...(call.actingAs ? [403] : []),
  ])
  return {
    operationId: name,
    tags: [url.split('/')[2]],
    summary: call.summary,
    security: securityOf(name, call),
    ...(method === 'GET'
      ? {
          parameters: Object.entries(input.properties ?? {}).map(([field, schema]) => ({
            name: field,
            in: 'query',
            required: input.required?.includes(field) ?? false,
            schema,
          })),
        }
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: input }])),
          },
        }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: schemaOf(call.output, 'output') } } },
      ...(call.isPolled && { 304: { description: 'The content whose ETag was sent as If-None-Match' } }),
      ...Object.fromEntries([...refusals].toSorted().map(refusal)),
    },
  }
}

/** The stream of server-sent events (platform/live/serve.ts). It is no call of the contract, since it does not end. */
const events: Json = {
  operationId: 'events',
  tags: ['events'],
  summary:
    'Live events for the viewer: `unread` (a count), `notification` (as in get_notifications; its id goes into ' +
    '`Last-Event-ID`), `post` (the counters of a watched post), `heartbeat` every 20 seconds',
  security: [{ cookie: [] }, { bearer: [] }],
  parameters: [
    {
      name: 'posts',
      in: 'query',
      schema: { type: 'string' },
      description: 'Ids of posts to watch, with commas, at most 50',
    },
    {
      name: 'after',
      in: 'query',
      schema: { type: 'integer' },
      description: 'The last event id that was received, for clients that cannot send `Last-Event-ID`',
    },
    {
      name: 'once',
      in: 'query',
      schema: { type: 'string' },
      description: 'Ends the stream after its first events, for networks that hold streams back',
    },
  ],
  responses: {
    200: { description: 'A stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    401: { description: 'Refusal 401' },
    503: { description: 'Refusal 503' },
  },
}

/**
 * Returns the contract as an OpenAPI 3.1 document.
 * @param origin of this server.
 */
export function openApiDocument(origin: string): Json {
  const names = Object.keys(calls) as CallName[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dintorni',
      version: '1',
      description:
        'Every call of the web app; the same calls serve any other client. The web app and the server are released ' +
        'together: a call changes only in ways that an older client survives.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: origin }],
    paths: {
      ...Object.fromEntries(
        names.map((name) => {
          const { method, url } = addressOf(name)
          return [url, { [method.toLowerCase()]: operationOf(name, calls[name]) }]
        }),
      ),
      '/api/events': { get: events },
    },
    components: {
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'A session' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The value of the cookie of a session' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token, which a person creates under “Account e sicurezza”, with the scope that the ' +
            'call names; for a call that names none only a session serves',
        },
      },
    },
  }
}
