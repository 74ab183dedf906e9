import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { readMetrics, type Sample } from '#server/testing/harness/metrics-text.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

// The monitoring files in `operations/` that an operator copies, checked by Prometheus's own program and against a real
// server.

const promtool = process.env.PROMTOOL ?? 'promtool'
const read = (file: string) => readFileSync(`operations/${file}`, 'utf8')
const runPromtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: 'operations/prometheus', encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

let database: CopiedDatabase
let folder: string
let samples: Sample[]
let types: Map<string, string>
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-operations-'))
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder, METRICS: '127.0.0.1:0' })
  const metrics = await readMetrics(server)
  await server.stop()
  samples = metrics.samples
  types = new Map([...metrics.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The names that the server serves: also those of metrics that have no value yet. */
function servedNames(): Set<string> {
  const suffixes = { histogram: ['_bucket', '_sum', '_count'] } as Record<string, string[]>
  return new Set([...types].flatMap(([name, type]) => (suffixes[type] ?? ['']).map((suffix) => name + suffix)))
}

const keywords = ['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']

/** The metrics of an expression: the words that are neither functions nor labels nor texts. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)]
    .filter(({ index }) => !/[\w.]/.test(bare[index - 1] ?? ''))
    .map(([word]) => word)
    .filter((word) => !keywords.includes(word.toLowerCase()))
}

/** The labels that an expression names. */
function labelsIn(expression: string): string[] {
  const matched = [...expression.matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=)\s*"/gi)].map(([, label = '']) => label)
  const grouped = [...expression.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )
  return [...matched, ...grouped]
}

/** Expressions of the alerts: what stands after `expr:`, on one line or on the indented ones that follow. */
const alertExpressions = () =>
  [...read('prometheus/alerts.yml').matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )

type Panel = { title: string; targets?: { expr: string }[] }
const dashboard = JSON.parse(read('grafana/dintorni.json')) as { panels: Panel[] }
/** As Grafana fills them in. */
const dashboardExpressions = () =>
  dashboard.panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))

describe('The files for Prometheus', () => {
  test('are a configuration and rules that it accepts', () => {
    expect(runPromtool('check', 'config', 'prometheus.yml')).toMatchObject({ status: 0 })
    expect(runPromtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 })
  })

  test('alert when they should, and are silent when they should', () => {
    expect(runPromtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ status: 0 })
  })

  test('have a test of both for every alert', () => {
    const alerts = [...read('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const tests = [...read('prometheus/alerts.test.yml').matchAll(/- name: (.+)/g)].map(([, name]) => name)
    expect(tests).toEqual(alerts.flatMap((name) => [`${name} fires`, `${name} is silent`]))
    expect(alerts.length).toBeGreaterThan(10)
    expect(alertExpressions()).toHaveLength(alerts.length)
  })
})

describe('The dashboard for Grafana', () => {
  test('has expressions that Prometheus understands', () => {
    const rules = dashboardExpressions().map(
      (expr, index) => `      - record: panel:${index}\n        expr: ${JSON.stringify(expr)}`,
    )
    const file = path.join(folder, 'dashboard.yml')
    writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${rules.join('\n')}\n`)
    expect(runPromtool('check', 'rules', file)).toMatchObject({ status: 0 })
    expect(rules.length).toBeGreaterThan(30)
  })

  test('has no panel twice, and none without a title', () => {
    const titles = dashboard.panels.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.every(Boolean)).toBe(true)
  })
})

test('Alerts and dashboard name only metrics and labels that a server serves', () => {
  const served = servedNames()
  // `up`, `instance` and `job` are Prometheus's own.
  const labels = [
    'instance',
    'job',
    'le',
    'route',
    'status',
    'query',
    'kind',
    'outcome',
    'operation',
    'state',
    'version',
  ]
  const expressions = [...alertExpressions(), ...dashboardExpressions()]
  for (const expression of expressions) {
    const names = metricsIn(expression)
    expect(names, expression).not.toEqual([])
    expect(
      names.filter((name) => name !== 'up' && !served.has(name)),
      expression,
    ).toEqual([])
    expect(
      labelsIn(expression).filter((label) => !labels.includes(label)),
      expression,
    ).toEqual([])
  }
  expect(samples.length).toBeGreaterThan(100)
})

test('Every metric of Dintorni is on the dashboard', () => {
  const shown = new Set(dashboardExpressions().flatMap(metricsIn))
  const own = [...types.keys()].filter((name) => name.startsWith('dintorni_'))
  const missing = own.filter(
    (name) => ![name, `${name}_bucket`, `${name}_sum`, `${name}_count`].some((one) => shown.has(one)),
  )
  expect(missing).toEqual([])
})
