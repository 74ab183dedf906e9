import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { readMetrics } from '#server/testing/harness/metrics-text.ts'
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
let types: string[]
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-operations-'))
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder, METRICS: '127.0.0.1:0' })
  const metrics = await readMetrics(server)
  await server.stop()
  types = [...metrics.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

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
  })
})

test('Alerts name only metrics that a server serves', () => {
  const named = read('prometheus/alerts.yml').match(/\b(dintorni|nodejs)_\w+/g) ?? []
  expect(named.length).toBeGreaterThan(10)
  const served = new Set([...types].flatMap((name) => ['', '_bucket', '_count'].map((suffix) => name + suffix)))
  expect(named.filter((name) => !served.has(name))).toEqual([])
})
