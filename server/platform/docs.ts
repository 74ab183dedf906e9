import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'
import { sendStored } from './stored-reply.ts'

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const code = (value: object) => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`

function describeSecurity(ways: Operation['security']): string {
  const scope = ways.find(({ accessToken }) => accessToken)?.accessToken?.[0]
  const isPublic = ways.some((way) => Object.keys(way).length === 0)
  const token = scope ? ` or an access token with <code>${scope}</code>` : ''
  return isPublic ? `Public${token && '; who is signed in sees more'}.` : `Needs a session${token}.`
}

function operationHtml(method: string, url: string, operation: Operation): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation
  const input = parameters
    ? Object.fromEntries(parameters.map(({ name, required, schema }) => [required ? name : `${name}?`, schema]))
    : (requestBody?.content['application/json']?.schema ?? {})
  const refusals = Object.keys(responses)
    .filter((status) => status !== '200')
    .join(', ')
  const output = responses['200']?.content['application/json']?.schema ?? {}
  return `<details id="${operationId}">
<summary><b>${method.toUpperCase()}</b> <code>${escape(url)}</code> ${escape(summary)}</summary>
<p>${describeSecurity(security)}${refusals ? ` Refuses with ${refusals}.` : ''}</p>
<h3>Input</h3>${code(input)}<h3>Output</h3>${code(output)}</details>`
}

function page(document: ReturnType<typeof openApiDocument>): string {
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  const byFeature = Map.groupBy(
    paths.flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ url, method, operation })),
    ),
    ({ operation }) => operation.tags[0] ?? '',
  )
  const sections = [...byFeature].map(
    ([feature, calls]) =>
      `<section><h2>${escape(feature)}</h2>
${calls.map(({ url, method, operation }) => operationHtml(method, url, operation)).join('\n')}</section>`,
  )
  return `<!doctype html><html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Dintorni: the calls</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Dintorni: the calls</h1>
<p>Every POST takes JSON, a form or multipart. A refusal is <code>{"success": false, "error": "…"}</code>.
A session is the cookie <code>sid</code>, or its value as <code>Authorization: Bearer</code>. Programs better use a
personal access token as <code>Authorization: Bearer</code>: people create one under “Account e sicurezza”, with the
scopes <code>read</code>, <code>write</code> (publish and change), <code>chat</code> (conversations).
Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`
}

const stylesheet = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 24px }
main { max-width: 860px; margin: auto }
details { border: 1px solid #8884; border-radius: 12px; padding: 10px 14px; margin: 8px 0 }
summary { cursor: pointer; min-height: 28px }
pre { overflow: auto; font-size: 13px }
h3 { margin: 8px 0 0; font-size: 14px }`

/** Adds `/api/openapi.json` and `/api/docs`, which are generated from the contract at the first request. */
export function addDocs(app: FastifyInstance, origin: string): void {
  const document = () => openApiDocument(origin)
  app.get(
    '/api/openapi.json',
    sendStored('application/json; charset=utf-8', () => JSON.stringify(document())),
  )
  app.get(
    '/api/docs',
    sendStored('text/html; charset=utf-8', () => page(document())),
  )
  app.get(
    '/api/docs.css',
    sendStored('text/css; charset=utf-8', () => stylesheet),
  )
}
