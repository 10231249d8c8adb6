import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openTestApp, testBackground, testBackups, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, ok } from '../../../test/scene.ts'
import { drillBackup } from '../../cli/backup/drill-backup.ts'
import { countRows } from '../../cli/backup/source.ts'
import { writeBackup } from '../../cli/backup/write-backup.ts'
import type { Lock } from '../archives/encryption.ts'
import { openTestS3, type TestS3 } from '../files/test-s3.ts'
import { workOff } from '../jobs/worker.ts'
import { backupName } from './retention-rules.ts'
import { scheduleOf } from './schedule.ts'

// Backups that the service makes by itself or is asked for, with real archives and a real scratch database. The process of its own, in which
// they are made, is tried by test/own-backups.test.ts.

const PATIENCE = 120_000
const URL_OF_BACKUPS = '/api/system/installation/backups'
const PASSPHRASE = 'barn owl silo rain plough'
const DAY_MS = 86_400_000

let folder: string
let place: string
let s3: TestS3
let service: TestApp
let admin: Client
let updates: string
/** Of the backups that are made from now on. */
let lock: Lock | undefined
/** True where drills know the passphrase. */
let opens = true

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-own-backups-'))
  place = path.join(folder, 'backups')
  updates = path.join(folder, 'updates')
  await mkdir(updates)
  s3 = await openTestS3()
  service = await openOne({ schedule: scheduleOf('02:00'), drillSchedule: scheduleOf('0 4 * * 0') })
  admin = await adminOf(service)
})
afterAll(async () => {
  await service.close()
  await s3.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  lock = undefined
  opens = true
  await rm(place, { recursive: true, force: true })
  await service.database.db.deleteFrom('jobs').execute()
  await service.database.db.deleteFrom('backup_runs').execute()
})

async function openOne(overrides: Parameters<typeof testBackups>[1]): Promise<TestApp> {
  const backups = testBackups(folder, {
    dataDir: folder,
    updates: { url: undefined, directory: updates },
    tool: {
      async write(target) {
        const manifest = await writeBackup(
          { database: opened.database, store: undefined, lock, now: opened.clock.now() },
          target,
        )
        return { rows: countRows(manifest), ledgerHash: manifest.ledgerHash, isEncrypted: lock !== undefined }
      },
      drill: (file, scratch) =>
        drillBackup(file, scratch, { passphrase: opens ? PASSPHRASE : undefined, identities: [] }),
    },
    ...overrides,
  })
  const opened: TestApp = await openTestApp({ settings: { background: testBackground(folder, { backups }) } })
  return opened
}

const adminOf = async (app: TestApp) =>
  (await makePlatformAdmin({ service: app, farm: await makeOrganisation(app) })).client

/** A token is good for minutes. */
async function later(by: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
  service.clock.advance(by)
  admin = await adminOf(service)
}

/** Asks, has it done, and answers what came of it. */
async function done(kind: 'backup' | 'drill', app = service) {
  const by = app === service ? admin : await adminOf(app)
  const { id } = ok(await by.post(URL_OF_BACKUPS, { kind }))
  await workOff(app.system.background.jobs)
  return ok(await by.get(`${URL_OF_BACKUPS}/${id}`))
}

describe('a backup that is asked for', { timeout: PATIENCE }, () => {
  test('is made, told of, and tried in a scratch database of which nothing stays', async () => {
    await makeOrganisation(service)
    const made = await done('backup')
    expect(made).toMatchObject({
      status: 'done',
      origin: 'person',
      isEncrypted: false,
      isThere: true,
      problem: '',
    })
    expect(await readdir(place)).toEqual([made.file])
    expect(made.sizeBytes).toBe((await readFile(path.join(place, made.file))).length)
    await later({ minutes: 1 })
    const tried = await done('drill')
    expect(tried).toMatchObject({
      status: 'done',
      file: made.file,
      rows: made.rows,
      ledgerHash: made.ledgerHash,
    })
    expect((await readdir(folder)).filter((name) => name.startsWith('drill-'))).toEqual([])
    const { backups, attention } = ok(await admin.get('/api/system/installation'))
    expect(backups).toMatchObject({
      last: [{ id: made.id }],
      lastDrill: [{ id: tried.id }],
      isUnderWay: false,
    })
    expect(attention).toEqual([])
  })

  test('waits alone: a second one is refused, a drill is not', async () => {
    ok(await admin.post(URL_OF_BACKUPS, { kind: 'backup' }))
    const { status, body } = await admin.post(URL_OF_BACKUPS, { kind: 'backup' })
    expect([status, body.code, body.message]).toEqual([400, 'in_use', 'A backup is being made already.'])
    ok(await admin.post(URL_OF_BACKUPS, { kind: 'drill' }))
    expect(ok(await admin.get('/api/system/installation')).backups.isUnderWay).toBe(true)
  })

  test('is downloaded only where it is encrypted', async () => {
    const open = await done('backup')
    const refused = await admin.get(`${URL_OF_BACKUPS}/${open.id}/file`)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    await later({ minutes: 1 })
    lock = { passphrase: PASSPHRASE }
    const sealed = await done('backup')
    const { status, headers } = await admin.get(`${URL_OF_BACKUPS}/${sealed.id}/file`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain(sealed.file)
    expect(Number(headers['content-length'])).toBe(sealed.sizeBytes)
    expect((await readFile(path.join(place, sealed.file))).toString('latin1', 0, 22)).toBe(
      'age-encryption.org/v1\n',
    )
  })
})

describe('what is wrong is told in one sentence', { timeout: PATIENCE }, () => {
  /** The job tries three times, with pauses. */
  async function failed(kind: 'backup' | 'drill') {
    const { id } = ok(await admin.post(URL_OF_BACKUPS, { kind }))
    for (let tries = 0; tries < 3; tries++) {
      await workOff(service.system.background.jobs)
      await later({ hours: 1 })
    }
    return ok(await admin.get(`${URL_OF_BACKUPS}/${id}`))
  }

  test('a byte that is another', async () => {
    const { file } = await done('backup')
    const bytes = await readFile(path.join(place, file))
    bytes[200] = (bytes[200] ?? 0) ^ 1
    await writeFile(path.join(place, file), bytes)
    const { status, problem } = await failed('drill')
    expect([status, problem]).toEqual([
      'failed',
      expect.stringMatching(/^\S+ is damaged: .* Take another copy of it\.$/),
    ])
    const [told] = ok(await admin.get('/api/system/installation')).attention
    expect(told).toMatch(/^The backup that was tried on .* could not be restored\. .* is damaged/)
  })

  test('a key that is elsewhere', async () => {
    lock = { passphrase: PASSPHRASE }
    opens = false
    await done('backup')
    expect((await failed('drill')).problem).toMatch(/is encrypted for a key that is not on this machine/)
  })

  test('nothing to try', async () => {
    expect((await failed('drill')).problem).toBe(`There is no backup in ${place} that could be tried.`)
  })

  test('a folder that is a file, and metrics have it', async () => {
    await writeFile(place, '')
    const { status, problem } = await failed('backup')
    expect(status).toBe('failed')
    expect(problem).not.toBe('')
    expect(ok(await admin.get('/api/system/installation')).attention[0]).toMatch(/^The backup of .* failed\./)
    const { body } = await service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(body).toMatch(/^backup_failed\{kind="backup"\} 1$/m)
    expect(body).not.toMatch(/^backup_age_seconds \d/m)
  })
})

describe('backups by themselves', { timeout: PATIENCE }, () => {
  const runs = async () => ok(await admin.get(URL_OF_BACKUPS))

  test('one for each time of the schedule, also a time that was missed, and the surplus goes', async () => {
    await mkdir(place)
    const now = service.clock.now().getTime()
    const old = Array.from({ length: 40 }, (_, day) => backupName(new Date(now - (day + 2) * DAY_MS)))
    for (const name of [...old, 'notes.txt']) await writeFile(path.join(place, name), '')
    await service.system.background.askBackups()
    await service.system.background.askBackups()
    const waiting = (await runs()).filter(({ kind }: { kind: string }) => kind === 'backup')
    expect(waiting).toHaveLength(1)
    expect(waiting[0]).toMatchObject({ origin: 'schedule', status: 'queued', askedBy: '' })
    await workOff(service.system.background.jobs)
    const left = await readdir(place)
    expect(left).toContain('notes.txt')
    // Seven days, and with them at most four weeks and two or three months.
    expect(left.length).toBeGreaterThan(7)
    expect(left.length).toBeLessThan(15)
    await later({ hours: 1 })
    await service.system.background.askBackups()
    expect((await runs()).filter(({ status }: { status: string }) => status === 'queued')).toEqual([])
    await later({ days: 1 })
    await service.system.background.askBackups()
    expect((await runs()).filter(({ status }: { status: string }) => status === 'queued')).toHaveLength(1)
  })

  test('a backup that is missing is told of', async () => {
    expect(ok(await admin.get('/api/system/installation')).attention[0]).toMatch(
      /^No backup has been made yet/,
    )
    await done('backup')
    expect(ok(await admin.get('/api/system/installation')).attention).toEqual([])
    await later({ days: 3 })
    expect(ok(await admin.get('/api/system/installation')).attention[0]).toMatch(
      /^The last good backup is of /,
    )
  })
})

test(
  'a bucket keeps them, is looked through to its end, and gives them back',
  { timeout: PATIENCE },
  async () => {
    const app = await openOne({ s3: { ...s3.settings, bucket: 'granary-backups' } })
    onTestFinished(() => app.close())
    const made: { file: string }[] = []
    for (let day = 0; day < 3; day++) {
      made.push(await done('backup', app))
      app.clock.advance({ days: 1 })
    }
    expect([...s3.objects.keys()].toSorted()).toEqual(made.map(({ file }) => `granary-backups/${file}`))
    expect(await readdir(place)).toEqual([])
    expect(await done('drill', app)).toMatchObject({ status: 'done', file: made.at(-1)?.file })
    const by = await adminOf(app)
    s3.failWith(503)
    const { id } = ok(await by.post(URL_OF_BACKUPS, { kind: 'drill' }))
    await workOff(app.system.background.jobs)
    s3.failWith(undefined)
    const { status, problem } = ok(await by.get(`${URL_OF_BACKUPS}/${id}`))
    expect([status, problem]).toEqual([
      'queued',
      expect.stringMatching(/^The place of backups, s3:\/\/granary-backups/),
    ])
  },
)

describe('a newer version', () => {
  test('is found in the folder that the operator names, and nowhere else', async () => {
    await writeFile(path.join(updates, 'granary-99.2.0-linux-x64.tar.gz'), '')
    await writeFile(path.join(updates, 'granary-99.10.0-rc.1.zip'), '')
    await writeFile(path.join(updates, 'other-100.0.0.zip'), '')
    const { update, version, schema, database, disk } = ok(await admin.get('/api/system/installation'))
    expect(update).toEqual({ version: '99.10.0-rc.1', isNewer: true, problem: '' })
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(schema).toBeGreaterThanOrEqual(160)
    expect(database.sizeBytes).toBeGreaterThan(1_000_000)
    expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes)
  })

  test('at an address, which may be away', async () => {
    const answers: [number, string][] = [
      [500, ''],
      [200, '{"version":"0.0.1"}'],
    ]
    const server = createServer((_request, response) => {
      const [status, text] = answers.shift() ?? [404, '']
      response.writeHead(status).end(text)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const app = await openOne({ updates: { url: `http://127.0.0.1:${port}/`, directory: undefined } })
    onTestFinished(() => app.close())
    const by = await adminOf(app)
    const look = async () => ok(await by.get('/api/system/installation')).update
    expect(await look()).toEqual({
      version: '',
      isNewer: false,
      problem: 'Newer versions could not be looked for: HTTP 500',
    })
    expect(await look()).toEqual({ version: '0.0.1', isNewer: false, problem: '' })
    // For an hour nobody is asked again.
    expect(await look()).toEqual({ version: '0.0.1', isNewer: false, problem: '' })
  })
})
