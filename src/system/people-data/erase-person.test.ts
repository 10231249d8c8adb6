import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { makeRecord } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { inTransaction } from '../../db/transaction.ts'
import { chainAudit } from '../audit/chain.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import { erasePerson } from './erase-person.ts'

let app: TestApp
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())

/** Every row of every table as text: what a dump of the database holds. */
async function dump(): Promise<string> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public'`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    text += rows.map(({ row }) => row).join('\n')
  }
  return text
}

const erase = async (email: string) => {
  const { db } = app.database
  await chainAudit(db)
  const erased = await inTransaction(db, (trx) =>
    erasePerson(trx, { email, now: app.clock.now(), isByOperator: true }),
  )
  await chainAudit(db)
  return erased
}

test('an erased person stands nowhere, the others stay, and the audit log holds together', async () => {
  const farm = await makeOrganisation(app)
  const email = 'wilhelmina.zebrowska@gone.example'
  const { token } = ok(await farm.as('owner').post('/api/identity/invitations', { email, role: 'admin' }))
  const accepting = {
    token,
    password: 'wide yellow combine',
    givenName: 'Wilhelmina',
    familyName: 'Zebrowska',
  }
  const signedIn = ok(await app.client().post('/api/identity/invitations/accept', accepting))
  const own = app.client({ token: signedIn.accessToken })
  const other = await addPerson(app, farm, 'manager')
  // Stock that they entered, with a history that names them.
  const { id } = await makeRecord({ as: () => own })
  ok(await own.post('/api/identity/api-keys', { name: 'Scale', role: 'viewer' }))
  const beforehand = await dump()
  expect(beforehand.includes('Zebrowska') && beforehand.includes(email)).toBe(true)

  const { pseudonym, rows } = await erase('Wilhelmina.Zebrowska@Gone.example')
  expect(rows).toBeGreaterThan(2)
  const left = await dump()
  expect(left.match(/.{60}(zebrowska|wilhelmina).{20}/gi) ?? []).toEqual([])
  expect(left.includes(pseudonym)).toBe(true)
  expect((await own.get('/api/identity/me')).status).toBe(401)
  expect((await other.client.get('/api/identity/me')).status).toBe(200)
  const { rows: entered } = await app.database.pool.query(
    'select created_by_name as by from records where id = $1',
    [id],
  )
  expect(entered).toEqual([{ by: pseudonym }])
  expect((await other.client.get(`/api/inventory/records/${id}`)).status).toBe(200)
  expect((await verifyChain(app.database.db, farm.organisationId)).fault).toBeUndefined()
  const log = ok(await farm.as('owner').get('/api/system/audit?limit=50'))
  expect(JSON.stringify(log).includes(pseudonym)).toBe(true)
})

test('what is written of somebody after the log was chained is erased, too', async () => {
  const farm = await makeOrganisation(app)
  const { token } = ok(
    await farm
      .as('owner')
      .post('/api/identity/invitations', { email: 'kunigunde@gone.example', role: 'admin' }),
  )
  const accepting = { token, password: 'wide yellow combine', givenName: 'Kunigunde', familyName: 'Brzoska' }
  ok(await app.client().post('/api/identity/invitations/accept', accepting))
  const { db } = app.database
  await inTransaction(db, (trx) =>
    erasePerson(trx, { email: 'kunigunde@gone.example', now: app.clock.now(), isByOperator: true }),
  )
  await chainAudit(db)
  expect((await dump()).match(/.{60}(brzoska|kunigunde).{20}/gi) ?? []).toEqual([])
  expect((await verifyChain(db, farm.organisationId)).fault).toBeUndefined()
})

test('what is written into an entry after an erasure is found', async () => {
  const farm = await makeOrganisation(app)
  const ann = await addPerson(app, farm, 'admin')
  ok(await ann.client.post('/api/identity/api-keys', { name: 'Scale', role: 'viewer' }))
  const { rows: people } = await app.database.pool.query<{ email: string }>(
    'select email from users where id = $1',
    [ann.userId],
  )
  await erase(people[0]?.email ?? '')
  const { db, pool } = app.database
  expect((await verifyChain(db, farm.organisationId)).fault).toBeUndefined()
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`set local granary.audit_erasure = 'on'`)
  await client.query(
    `update audit_entries set deed = 'identity.nothing' where organisation_id = $1 and erasure_id is not null`,
    [farm.organisationId],
  )
  await client.query('commit')
  client.release()
  expect((await verifyChain(db, farm.organisationId)).fault).toMatchObject({ kind: 'changed' })
})

test('the last owner is not erased', async () => {
  const farm = await makeOrganisation(app)
  await expect(erase(farm.owner.email)).rejects.toMatchObject({ code: 'in_use' })
  await addPerson(app, farm, 'owner')
  await erase(farm.owner.email)
  await expect(erase(farm.owner.email)).rejects.toMatchObject({ code: 'not_found' })
})
