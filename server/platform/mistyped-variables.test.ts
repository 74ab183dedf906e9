import { expect, test } from 'vitest'
import { configVariables } from './config-variables.ts'
import { findMistyped, findRemoved } from './mistyped-variables.ts'

test('Variables that resemble one of the server’s are named in one line, with the one that was meant', () => {
  const env = {
    SMTP_URI: 'smtp://x',
    MAX_POST_PER_DAY: '3',
    TRUST_PROXIES: 'on',
    POTR: '80',
    port: '80',
    SMTP_HOST: 'x',
  }
  expect(findMistyped(env)).toBe(
    'variables that Dintorni does not have: SMTP_URI (SMTP_URL?), MAX_POST_PER_DAY (MAX_POSTS_PER_DAY?), ' +
      'TRUST_PROXIES (TRUST_PROXY?), POTR (PORT?), port (PORT?), SMTP_HOST (SMTP_URL?)',
  )
  expect(findMistyped({ DINTORNI_PORT: '80', DINTORNI_NAME: 'x' })).toContain('DINTORNI_PORT (PORT?), DINTORNI_NAME')
})

test('The server’s own variables, those of other programs and empty ones are not mentioned', () => {
  const others = ['HOME', 'HOSTNAME', 'PATH', 'PGHOST', 'LANG', 'LOGNAME', 'TERM', 'SHELL', 'NODE_ENV', 'MAIL', 'USER']
  const names = [...configVariables, ...others, 'AWS_REGION', 'OTEL_SERVICE_NAME', 'PROCESSES', 'PUBLIC_KEY']
  expect(findMistyped({ ...Object.fromEntries(names.map((name) => [name, 'x'])), SMTP_URI: '' })).toBeUndefined()
})

test('Variables of earlier versions are answered with what to do instead', () => {
  expect(findRemoved({ PROCESSES: '4', PORT: '80', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toEqual([
    'PROCESSES has no effect: a server is one process; run several servers behind a proxy (docs/operations.md)',
    'OTEL_EXPORTER_OTLP_ENDPOINT has no effect: the server sends no traces; METRICS=on shows which calls and jobs take how long',
  ])
  expect(findRemoved({ PROCESSES: '' })).toEqual([])
})
