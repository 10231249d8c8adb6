import { createDecipheriv, hkdfSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { openTestSecrets, TEST_SECRET_KEY, testSecretKey } from '../../../test/secrets.ts'
import { secretKeySource } from '../../cli/secret-key.ts'
import { readColumns } from '../../db/catalog.ts'
import type { Database } from '../../db/open.ts'
import { inTransaction } from '../../db/transaction.ts'
import { newSecretKey, Vault } from '../../kernel/vault.ts'
import { changeSecretKey, resetSecretKey, rotateSigningKey, openVault } from './vault.ts'

// What a copy of the database, or a backup, gives away: nothing that opens a door.

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

/** Everything that a copy of a database shows. */
async function copyOf({ pool }: Database): Promise<string> {
  const tables = new Set((await readColumns(pool)).map(({ table }) => table))
  const texts = await Promise.all(
    [...tables].map(async (table) => {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${table}" t`)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}

test('a copy of the database holds no key, secret or token in the open', async () => {
  const admin = farm.as('admin')
  const url = 'https://receiver.example/granary'
  const { body: hook } = await admin.post('/api/system/webhooks', { url })
  const { body: rotated } = await admin.post(`/api/system/webhooks/${hook.id}/rotate-secret`)
  const ann = await addPerson(service, farm, 'viewer')
  const copy = await copyOf(service.database)
  const secrets = [hook.secret, rotated.secret, ann.accessToken, ann.refreshToken, farm.keys.owner]
  expect(secrets.every((each) => typeof each === 'string' && each.length > 40)).toBe(true)
  expect(secrets.filter((each) => copy.includes(each))).toEqual([])
  // The private half of a key is the member `d` of a JSON Web Key.
  expect(copy).toContain('""crv""')
  expect(copy).not.toContain('""d""')
})

test('a stored answer does not open with its Idempotency-Key alone', async () => {
  const { db } = service.database
  const key = { name: 'Weighbridge', role: 'operator' }
  const once = { 'Idempotency-Key': '1' }
  const { body } = await farm.as('admin').post('/api/identity/api-keys', key, once)
  const again = await farm.as('admin').post('/api/identity/api-keys', key, once)
  expect(again.body).toEqual(body)
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['body', 'sealed'])
    .where('organisation_id', '=', farm.organisationId)
    .execute()
  const answers = kept.map(({ sealed }) => sealed ?? Buffer.alloc(0))
  expect(answers.length).toBeGreaterThan(0)
  expect(kept.map((answer) => answer.body)).toEqual(answers.map(() => null))
  // A client that counts its keys tells everybody what they are.
  const opened = answers.filter((sealed) => isOpenedBy(sealed, '1'))
  expect(opened).toEqual([])
})

function isOpenedBy(sealed: Buffer, key: string): boolean {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'granary idempotent answer', 32))
  const decipher = createDecipheriv('aes-256-gcm', derived, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).length > 0
  } catch {
    return false
  }
}

test('the secret key is made beside the database, for its owner alone', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'granary-secret-'))
  const settings = { dataDir, secretKey: undefined, secretKeyFile: undefined }
  const database = await openTestDatabase()
  try {
    await openVault(database, secretKeySource(settings), new Date())
    const file = path.join(dataDir, 'secret-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const key = (await readFile(file, 'utf8')).trim()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await copyOf(database)).not.toContain(key)
    await openVault(database, secretKeySource(settings), new Date())

    const refused = async () =>
      openVault(database, secretKeySource(settings), new Date()).catch((error: unknown) => error)
    await rm(file)
    expect(String(await refused())).toBe(
      `VaultRefused: The SECRET_KEY of this database is missing: ${file} has none. Put the right one back. If it is lost, run: npm run granary -- secret reset; people then sign in again, and webhooks need new secrets.`,
    )
    await expect(stat(file)).rejects.toThrow('ENOENT')
    await writeFile(file, newSecretKey())
    expect(String(await refused())).toContain(`in ${file} is not the one that sealed this database. Put`)
    // A change of the key that was cut off before the file got its name.
    await writeFile(`${file}.next`, key)
    await openVault(database, secretKeySource(settings), new Date())
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true })
  }
})

test('in a database that no server has used since secrets are sealed, they are sealed', async () => {
  const database = await openTestDatabase()
  try {
    await database.pool.query(`
      insert into organisations (id, name, country_iso, time_zone, locale, created_at)
        values (gen_random_uuid(), 'Hill Farm', 'GB', 'Europe/London', 'en-GB', now());
      insert into webhooks (id, organisation_id, url, description, secret, previous_secret, previous_secret_until, cursor_number, created_by, created_by_name, created_at)
        select id, id, 'https://a.example', '', 'whsec_new', 'whsec_before', now(), 0, id, '', now() from organisations`)
    const { vault } = await openTestSecrets(database)
    expect(await copyOf(database)).not.toContain('whsec_')
    const { rows } = await sql<{ id: string; secret: string; previous_secret: string }>`
      select id, secret, previous_secret from webhooks`.execute(database.db)
    const [row] = rows
    expect(
      [row?.secret, row?.previous_secret].map((each) => vault.unseal(each ?? '', `webhook ${row?.id}`)),
    ).toEqual(['whsec_new', 'whsec_before'])
  } finally {
    await database.close()
  }
})

test('a sealed text opens for its own use alone, and not when it was altered', () => {
  const vault = new Vault(TEST_SECRET_KEY)
  const sealed = vault.seal('a secret', 'webhook 1')
  expect(vault.unseal(sealed, 'webhook 1')).toBe('a secret')
  expect(() => vault.unseal(sealed, 'webhook 2')).toThrow()
  expect(() => new Vault(newSecretKey()).unseal(sealed, 'webhook 1')).toThrow()
  const altered = Buffer.from(sealed.slice('sealed:'.length), 'base64')
  altered[20] = (altered[20] ?? 0) ^ 1
  expect(() => vault.unseal(`sealed:${altered.toString('base64')}`, 'webhook 1')).toThrow()
})

const ME = '/api/identity/me'
const refresh = (refreshToken: string) => service.client().post('/api/identity/refresh', { refreshToken })

test('keys rotate: old access tokens end, and people stay signed in unless sessions are ended too', async () => {
  const { db } = service.database
  const ann = await addPerson(service, farm, 'viewer')
  const secrets = await openTestSecrets(service.database)
  const rotate = async (endsSessions: boolean) => {
    const now = service.clock.now()
    const ended = await inTransaction(db, (trx) => rotateSigningKey(trx, secrets, { endsSessions, now }))
    await service.system.hearNotices()
    return ended
  }
  expect((await ann.client.get(ME)).status).toBe(200)
  expect(await rotate(false)).toBe(0)
  expect((await ann.client.get(ME)).status).toBe(401)
  const { status, body } = await refresh(ann.refreshToken)
  expect(status).toBe(200)
  expect((await service.client({ token: body.accessToken }).get(ME)).status).toBe(200)
  expect(await rotate(true)).toBeGreaterThan(0)
  expect((await refresh(body.refreshToken)).status).toBe(401)
})

test('another secret key: what was sealed opens with it alone; a lost one is given up', async () => {
  const database = await openTestDatabase()
  const now = new Date()
  const source = (key: string) => ({ ...testSecretKey, read: () => [key] })
  try {
    const first = await openTestSecrets(database)
    await database.pool
      .query(`insert into organisations (id, name, country_iso, time_zone, locale, created_at)
        values (gen_random_uuid(), 'Hill Farm', 'GB', 'Europe/London', 'en-GB', now());
      insert into webhooks (id, organisation_id, url, description, secret, cursor_number, due_at, created_by, created_by_name, created_at)
        select id, id, 'https://a.example', '', 'whsec_open', 0, now(), id, '', now() from organisations`)
    await openTestSecrets(database)
    const next = newSecretKey()
    await inTransaction(database.db, (trx) => changeSecretKey(trx, first, new Vault(next), now))
    await expect(openTestSecrets(database)).rejects.toThrow('is not the one that sealed')
    const { vault, answersKey } = await openVault(database, source(next), now)
    // Or answers that were stored before could not be given again.
    expect(answersKey).toEqual(first.answersKey)
    const hook = () =>
      database.db.selectFrom('webhooks').select(['id', 'secret', 'status']).executeTakeFirstOrThrow()
    const { id, secret } = await hook()
    expect(vault.unseal(secret, `webhook ${id}`)).toBe('whsec_open')

    const lost = new Vault(newSecretKey())
    expect(await inTransaction(database.db, (trx) => resetSecretKey(trx, lost, now))).toEqual({
      sessions: 0,
      webhooks: 1,
    })
    const after = await hook()
    expect(after.status).toBe('paused')
    expect(lost.unseal(after.secret, `webhook ${id}`)).toMatch(/^whsec_.{44}$/)
  } finally {
    await database.close()
  }
})
