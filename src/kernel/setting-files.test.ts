import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'

const NO_FILE = '/no/such/file'

test('a setting is read from the file that is named in its place', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'granary-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'database-url')
  await writeFile(file, 'postgres://granary:secret@db.example:5432/granary\n')
  const { databaseUrl, drainSeconds } = readConfig({ DATABASE_URL_FILE: file }, NO_FILE)
  expect(databaseUrl).toBe('postgres://granary:secret@db.example:5432/granary')
  expect(drainSeconds).toBe(5)
})

test('a file that is not there is told, with all others', () => {
  const environment = { SMTP_URL_FILE: '/no/smtp', METRICS_TOKEN_FILE: '/no/token' }
  expect(() => readConfig(environment, NO_FILE)).toThrow(/\/no\/smtp[^]*\/no\/token/)
})

test('the same setting both ways is refused', () => {
  const environment = { REDIS_URL: 'redis://cache:6379', REDIS_URL_FILE: '/run/secrets/redis-url' }
  expect(() => readConfig(environment, NO_FILE)).toThrow(/^REDIS_URL_FILE .*REDIS_URL/)
})
