import { readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeRecord } from '../../../test/farm.ts'
import { ok, signInAgain } from '../../../test/scene.ts'
import { chainAudit } from '../audit/chain.ts'
import { uploadTo } from '../files/test-files.ts'
import { openFiles } from '../files/store.ts'
import { workOff } from '../jobs/worker.ts'
import { deleteOrganisation } from '../organisation-deletion/delete-organisation.ts'
import { importOrganisation } from './import-organisation.ts'

const EXPORTS = '/api/identity/organisation/exports'

let app: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  app = await openTestApp()
  farm = await makeOrganisation(app)
  await makeRecord(farm)
  ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
}, 60_000)
afterAll(() => app.close())

const work = () => workOff(app.system.background.jobs)

test('an admin asks for an archive, which is written beside requests, downloaded, and gone after a week', async () => {
  const admin = farm.as('admin')
  const made = await admin.post(EXPORTS)
  const { id } = ok(made)
  expect(made.headers['location']).toBe(`${EXPORTS}/${id}`)
  const archive = `${EXPORTS}/${id}/archive`
  expect((await admin.get(archive)).status).toBe(404)
  expect(await admin.post(EXPORTS)).toMatchObject({ status: 400, body: { code: 'in_use' } })
  await work()
  const done = ok(await admin.get(`${EXPORTS}/${id}`))
  expect(done).toMatchObject({
    status: 'done',
    expiresAtUTC: '2026-08-21T08:30:00.000Z',
    problem: '',
    missingFiles: 0,
  })
  expect(done.sizeBytes).toBeGreaterThan(1000)
  const answer = await app.app.inject({ url: archive, headers: { 'x-api-key': farm.keys.admin } })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toHaveLength(done.sizeBytes)
  expect(answer.headers['content-disposition']).toContain('.granary')
  await chainAudit(app.database.db)
  const log = ok(await farm.as('owner').get('/api/system/audit?category=exports'))
  expect(log.docs).toMatchObject([{ deed: 'identity.getOrganisationExportsByIdArchive' }])

  // It can be read again: here, once the organisation is gone.
  const file = path.join(app.system.incoming, 'downloaded.granary')
  await writeFile(file, answer.rawPayload)
  const now = app.clock.now()
  const files = openFiles({ directory: path.dirname(app.system.incoming), s3: undefined, quotaBytes: 1 })
  const bytes = await readFile(file)
  const damaged = path.join(app.system.incoming, 'damaged.granary')
  await writeFile(damaged, bytes)
  await truncate(damaged, bytes.length - 100)
  await deleteOrganisation(app.database, farm.organisationId, { now, onlyIfDue: false })
  await expect(importOrganisation({ database: app.database, files, now }, damaged)).rejects.toThrow()
  const imported = await importOrganisation({ database: app.database, files, now }, file)
  expect(imported.organisation).toEqual({ id: farm.organisationId, name: farm.name })
  expect(imported.missingFiles).toEqual([])
}, 120_000)

test('after a week it is gone, and its bytes with it', async () => {
  const mill = await makeOrganisation(app)
  const { id } = ok(await mill.as('owner').post(EXPORTS))
  await work()
  ok(await mill.as('owner').get(`${EXPORTS}/${id}`))
  app.clock.advance({ days: 7, seconds: 1 })
  expect((await mill.as('owner').get(`${EXPORTS}/${id}/archive`)).status).toBe(404)
  await app.system.background.purge()
  expect(ok(await mill.as('owner').get(EXPORTS))).toEqual([])
  const { rows } = await app.database.pool.query<{ key: string }>(
    `select storage_key as key from unfinished_files where storage_key like 'exports/%'`,
  )
  expect(rows).toHaveLength(2)
  await app.system.sweepFiles()
  const { rowCount } = await app.database.pool.query(
    `select from unfinished_files where storage_key like 'exports/%'`,
  )
  expect(rowCount).toBe(0)
})

test('it is for admins who have shown lately that it is them, and of their own organisation', async () => {
  const [one, other] = [await makeOrganisation(app), await makeOrganisation(app)]
  expect((await one.as('manager').post(EXPORTS)).status).toBe(403)
  expect((await one.as('manager').get(EXPORTS)).status).toBe(403)
  const { id } = ok(await one.as('owner').post(EXPORTS))
  await work()
  for (const url of [`${EXPORTS}/${id}`, `${EXPORTS}/${id}/archive`, `${EXPORTS}/nonsense/archive`])
    expect((await other.as('owner').get(url)).status, url).toBe(404)
  const ann = await addPerson(app, one, 'admin')
  const { client } = await signInAgain(app, ann)
  await app.database.pool.query(
    `update sessions set proved_at = proved_at - interval '11 minutes' where user_id = $1`,
    [ann.userId],
  )
  expect((await client.post(EXPORTS)).body.code).toBe('step_up_needed')
  expect((await client.get(`${EXPORTS}/${id}/archive`)).body.code).toBe('step_up_needed')
  // Asked for twice at once, one is written.
  const answers = await Promise.all([1, 2, 3].map(() => one.as('owner').post(EXPORTS)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
})
