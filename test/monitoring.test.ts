import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { noteCommandBackup } from '../src/system/backups/backup-runs.ts'
import { openTestApp, type TestApp } from './app.ts'
import { makeOrganisation } from './factories.ts'
import { ok } from './scene.ts'

// The rules and the dashboard that an operator copies: each asks for figures that the service has, and each rule tells what it is for.

const FOLDER = fileURLToPath(new URL('../deploy/monitoring', import.meta.url))
const RULES = readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8')
const DASHBOARD: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(path.join(FOLDER, 'grafana.json'), 'utf8'),
)
/** Prometheus has it of each target. */
const OF_PROMETHEUS = new Set(['up'])
const FUNCTIONS =
  /\b(?:sum|max|rate|increase|absent|topk|histogram_quantile|by|or|on|instance|status|kind|state|table|operation|le|job)\b/g

let service: TestApp
beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

const metricsOf = async () => (await service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body

/** Names of figures in an expression. */
function figuresIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '').replaceAll(FUNCTIONS, '')
  return [...new Set(bare.match(/\b[a-z][a-z0-9_]{2,}\b/g))]
}

test('every figure that a rule or a panel asks for is one of the service', async () => {
  const organisation = await makeOrganisation(service)
  ok(await organisation.as('owner').get('/api/inventory/storage'))
  const made = { file: '/a.granary', rows: 1, ledgerHash: '', isEncrypted: true }
  const now = service.clock.now()
  expect(await metricsOf()).not.toMatch(/^backup_age_seconds \d/m)
  await noteCommandBackup(service.database.db, { ...made, takenAt: now.toISOString() }, now)
  const metrics = await metricsOf()
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const asked = [
    ...[...RULES.matchAll(/expr: (?:\|\s+)?(.+)/g)].map(([, expression = '']) => expression),
    ...DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap(figuresIn)
  expect(asked.length).toBeGreaterThan(20)
  const unknown = asked
    .filter((name) => !OF_PROMETHEUS.has(name))
    .filter((name) => !known.has(name.replace(/_(?:count|bucket|sum)$/, '')))
  expect(unknown).toEqual([])
  expect(metrics).toMatch(/^backup_age_seconds \d/m)
  expect(metrics).toMatch(/^schema_fits 1$/m)
})

test('failed sign-ins, waiting events and entries are counted', async () => {
  const { db } = service.database
  await sql`insert into sign_in_failures (subject, failures, last_failed_at) values ('guessed', 201, ${service.clock.now()})`.execute(
    db,
  )
  const metrics = await metricsOf()
  expect(metrics).toMatch(/^sign_in_failures 201$/m)
  expect(metrics).toMatch(/^audit_waiting \d+$/m)
  expect(metrics).toMatch(/^table_rows\{table="\w+"\} \d/m)
})

/** Series that set off each rule, and series beside them that do not. */
const CAUSES: Record<string, [firing: string, quiet: string]> = {
  GranaryIsAway: [`up{job="granary"} 0x1560`, `up{job="granary"} 1x1560`],
  GranaryFails: [
    'http_request_duration_seconds_count{status="500"} 0+1x1560',
    'http_request_duration_seconds_count{status="200"} 0+1x1560',
  ],
  GranaryIsUnavailable: [
    'http_request_duration_seconds_count{status="503"} 0+10x1560',
    'http_request_duration_seconds_count{status="503"} 0+1x1560',
  ],
  GranaryIsSlow: [
    'http_request_duration_seconds_bucket{le="2.5"} 0+1x1560\n      http_request_duration_seconds_bucket{le="10"} 0+9x1560\n      http_request_duration_seconds_bucket{le="+Inf"} 0+9x1560',
    'http_request_duration_seconds_bucket{le="2.5"} 0+9x1560\n      http_request_duration_seconds_bucket{le="10"} 0+9x1560\n      http_request_duration_seconds_bucket{le="+Inf"} 0+9x1560',
  ],
  GranaryWaitsForTheDatabase: [
    'database_connections_waited_for 21x1560',
    'database_connections_waited_for 20x1560',
  ],
  GranaryHasAnotherSchema: ['schema_fits 0x1560', 'schema_fits 1x1560'],
  GranaryIsBlocked: [
    'nodejs_eventloop_lag_p99_seconds 1.1x1560',
    'nodejs_eventloop_lag_p99_seconds 0.9x1560',
  ],
  GranaryGaveUpJobs: ['jobs_failed{kind="invitation"} 1x1560', 'jobs_failed{kind="invitation"} 0x1560'],
  GranaryHasOldJobs: [
    'jobs_oldest_seconds{kind="invitation"} 3601x1560',
    'jobs_oldest_seconds{kind="invitation"} 3600x1560',
  ],
  GranaryWebhooksFail: ['webhooks{state="failing"} 1x1560', 'webhooks{state="active"} 1x1560'],
  GranaryEventsLag: ['events_waiting 10001x1560', 'events_waiting 10000x1560'],
  GranaryAuditLags: ['audit_waiting 10001x1560', 'audit_waiting 10000x1560'],
  GranaryIsGuessedAt: ['sign_in_failures 201x1560', 'sign_in_failures 200x1560'],
  GranaryBackupFailed: ['backup_failed{kind="drill"} 1x1560', 'backup_failed{kind="drill"} 0x1560'],
  GranaryHasNoBackup: ['backup_age_seconds 172801x1560', 'backup_age_seconds 172000x1560'],
}

test('each rule is set off by its cause, and by nothing less', { timeout: 60_000 }, async ({ skip }) => {
  const rules = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(rules.toSorted()).toEqual(Object.keys(CAUSES).toSorted())
  if (!existsSync('/usr/bin/promtool')) return skip('promtool is not there: apt-get install prometheus')
  const folder = await mkdtemp(path.join(tmpdir(), 'granary-rules-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const setOff = async (which: 'firing' | 'quiet'): Promise<string[]> => {
    const tests = Object.entries(CAUSES).map(([name, [firing, quiet]]) =>
      testOf(name, which === 'firing' ? firing : quiet),
    )
    const file = path.join(folder, `${which}.yml`)
    await writeFile(
      file,
      `rule_files: ['${FOLDER}/alerts.yml']\nevaluation_interval: 1m\ntests:\n${tests.join('')}`,
    )
    // Each is expected to be silent: those that speak are told as failed.
    const ended = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(
      (error: Ended) => error,
    )
    const said = ended.stdout + ended.stderr
    if (!/FAILED|SUCCESS/.test(said)) throw new Error(said)
    return [...said.matchAll(/alertname: ?(\w+)/g)].map(([, name = '']) => name).toSorted()
  }
  expect(await setOff('firing')).toEqual(Object.keys(CAUSES).toSorted())
  expect(await setOff('quiet')).toEqual([])
})

type Ended = Error & { stdout: string; stderr: string }

/** A test of promtool: the rule is asked when those that wait for a day have waited. */
function testOf(name: string, series: string): string {
  const lines = series.split('\n').map((line) => {
    const [, metric = '', values = ''] = /^\s*(.*) (\S+)$/.exec(line) ?? []
    return `      - series: '${metric}'\n        values: '${values}'\n`
  })
  return `  - interval: 1m
    input_series:
${lines.join('')}    alert_rule_test:
      - eval_time: 25h
        alertname: ${name}
        exp_alerts: []
`
}
