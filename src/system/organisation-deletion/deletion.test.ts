import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { acceptForGood, addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, makeBay, makeRecord, movement, oldStock, enterRecord } from '../../../test/farm.ts'
import { ok, signInAgain } from '../../../test/scene.ts'
import { of } from '../../../test/shared-store.ts'
import { fillDemo } from '../../cli/demo.ts'
import { inTransaction } from '../../db/transaction.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { chainAudit, readAuditHead } from '../audit/chain.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import { FILES, uploadTo } from '../files/test-files.ts'
import { workOff } from '../jobs/worker.ts'
import { deleteOrganisation } from './delete-organisation.ts'

const DELETION = '/api/identity/organisation/deletion'
const I = '/api/identity'

let app: TestApp
let farm: TestOrganisation
let owner: Client
beforeAll(async () => void (app = await openTestApp()), 60_000)
afterAll(() => app.close())
beforeEach(async () => {
  farm = await makeOrganisation(app)
  owner = (await signInAgain(app, farm.owner)).client
})

/** Every table with a row in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not c.relispartition order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await app.database.pool.query(
      `select from "${name}" t where position($1 in t::text) > 0 limit 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

const isThere = async ({ organisationId }: TestOrganisation) =>
  (await app.database.pool.query('select from organisations where id = $1', [organisationId])).rowCount === 1

/** Goes to the end of the grace, and does the chore. */
async function passGrace(): Promise<void> {
  app.clock.advance({ days: 30, seconds: 1 })
  await app.system.deleteDue()
}

const ask = (client: Client, { name }: TestOrganisation) => client.post(DELETION, { name })

test('an organisation goes with all that it has, and others keep its name', async () => {
  const mill = await makeOrganisation(app, { name: 'Brook Mill' })
  const { organisationId: id, name } = farm
  await inTransaction(app.database.db, (trx) => fillDemo(trx, id, app.clock.now()))
  // The demo's neighbour has barley there.
  await app.database.pool.query('update records set owner_id = keeper_id::text where keeper_id = $1', [id])
  const both = await addPerson(app, farm, 'admin')
  const there = await addPerson(app, mill, 'owner', both)
  const alone = await addPerson(app, farm, 'operator')
  const bob = await addPerson(app, mill, 'manager')
  ok(
    await alone.client.post('/api/system/conversations', { to: bob.userId, title: 'Oats', message: 'Oats?' }),
  )
  const file = ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
  ok(
    await farm.as('owner').put(`${FILES}/${file.id}/organisations`, { organisations: [mill.organisationId] }),
  )
  // Barley that the farm has sold to the mill's books, and which has left since.
  await acceptForGood(farm, mill)
  const bay = await makeBay(mill)
  const { id: record } = await enterRecord(mill, oldStock(bay, 500, of(farm)))
  expect(ok(await owner.get(DELETION)).obstacles.join()).toMatch(/500 kg.*Brook Mill/)
  ok(await mill.as('owner').post(`${base}/movements`, movement(record, 500, 'mill')))
  ok(await owner.post(`${I}/organisation/exports`))

  expect(ok(await ask(owner, farm)).message).toContain('30 days')
  expect(ok(await owner.get(DELETION))).toMatchObject({ isAsked: true, daysLeft: 30, obstacles: [] })
  const mails = await workOff(app.system.background.jobs)
  expect(mails).toBeGreaterThanOrEqual(3)
  const today = async (client: Client) => ok(await client.get(`${base}/today`)).deletion.daysLeft
  expect([await today(owner), await today(alone.client)]).toEqual([30, 0])
  // It works on meanwhile.
  await makeRecord(farm)
  await chainAudit(app.database.db)
  app.clock.advance({ days: 29, hours: 23 })
  await app.system.deleteDue()
  expect(await isThere(farm)).toBe(true)
  app.clock.advance({ hours: 2 })
  await app.system.deleteDue()
  expect(await isThere(farm)).toBe(false)

  // Who is elsewhere, too, is there still; who was here alone has an account, and no organisation.
  const again = await signInAgain(app, there)
  expect(ok(await again.client.get(`${I}/me`)).organisations).toHaveLength(1)
  expect((await farm.as('owner').get(`${I}/me`)).status).toBe(401)
  const { rows: accounts } = await app.database.pool.query('select from users where id = $1', [alone.userId])
  expect(accounts).toHaveLength(1)
  // What others have of it reads as before.
  expect(ok(await mill.as('owner').get(`${base}/records/${record}`))).toMatchObject({
    organisationName: name,
  })
  const talk = ok(await (await signInAgain(app, bob)).client.get('/api/system/conversations'))
  expect(talk.docs[0].messages).toMatchObject([{ message: 'Oats?', sentForName: name }])
  // Its id stands in nothing but that, and the log of the installation.
  await chainAudit(app.database.db)
  const left = await tablesWith(id)
  const ofOthers = [
    'audit_entries',
    'confirmations',
    'conversation_messages',
    'conversations',
    'counterparties',
    'deleted_organisations',
    'events',
    'idempotency_keys',
    'kept_searches',
    'ledger_entries',
    'ledger_spans',
    'movements',
    'partners',
    'personal_events',
    'record_changes',
    'records',
    'search_changes',
    'search_heads',
  ]
  expect(left.filter((table) => !ofOthers.includes(table))).toEqual([])
  for (const column of ['organisation_id', 'keeper_id', 'storer_id'])
    for (const table of [
      'movements',
      'records',
      'ledger_entries',
      'events',
      'kept_searches',
      'search_changes',
    ]) {
      const { rowCount } = await app.database.pool.query(
        `select from "${table}" t where to_jsonb(t) ->> '${column}' = $1 limit 1`,
        [id],
      )
      expect(rowCount, `${table}.${column}`).toBe(0)
    }
  await app.system.sweepFiles()
  expect((await verifyChain(app.database.db, mill.organisationId)).fault).toBeUndefined()
  expect((await verifyChain(app.database.db, NIL_ID)).fault).toBeUndefined()
  const { rows: entry } = await app.database.pool.query<{ after: { name: string; auditHead: string } }>(
    `select after from audit_entries where organisation_id = $1 and deed = 'operator.organisationDelete'`,
    [NIL_ID],
  )
  expect(entry).toMatchObject([
    { after: { name, auditHead: expect.stringMatching(/^\d+[: ].*[0-9a-f]{20}/) } },
  ])
}, 120_000)

test('only an owner, as a person who has shown lately that it is them, by its name', async () => {
  const admin = await addPerson(app, farm, 'admin')
  const operator = await addPerson(app, farm, 'operator')
  expect((await ask(operator.client, farm)).status).toBe(403)
  expect((await ask(admin.client, farm)).status).toBe(403)
  expect((await ask(farm.as('owner'), farm)).status).toBe(403)
  expect((await admin.client.delete(DELETION)).status).toBe(403)
  expect(await owner.post(DELETION, { name: 'Another' })).toMatchObject({
    status: 400,
    body: { validation: [{ path: 'name' }] },
  })
  expect((await owner.delete(DELETION)).status).toBe(404)
  await app.database.pool.query(
    `update sessions set proved_at = proved_at - interval '11 minutes' where user_id = $1`,
    [farm.owner.userId],
  )
  expect((await ask(owner, farm)).body.code).toBe('step_up_needed')
  ok(await owner.post(`${I}/me/step-up`, { password: farm.owner.password }))
  // Twice at once, and it is asked for once.
  const answers = await Promise.all([ask(owner, farm), ask(owner, farm)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('stock of others here is in the way, in words, also when the grace is over', async () => {
  const mill = await makeOrganisation(app, { name: 'Reed Mill' })
  await acceptForGood(mill, farm)
  const bay = await makeBay(farm)
  const { id } = await enterRecord(farm, oldStock(bay, 700, of(mill)))
  const refused = await ask(owner, farm)
  expect(refused).toMatchObject({ status: 400, body: { code: 'in_use' } })
  expect(refused.body.message).toMatch(/700 kg of Reed Mill/)
  ok(await farm.as('owner').post(`${base}/movements`, movement(id, 700, 'mill')))
  ok(await ask(owner, farm))
  const { id: later } = await enterRecord(farm, oldStock(bay, 300, of(mill)))
  await passGrace()
  expect(await isThere(farm)).toBe(true)
  // Once it has gone, the next day will do.
  ok(await farm.as('owner').post(`${base}/movements`, movement(later, 300, 'mill')))
  await app.system.deleteDue()
  expect(await isThere(farm)).toBe(true)
  app.clock.advance({ days: 1 })
  await app.system.deleteDue()
  expect(await isThere(farm)).toBe(false)
})

test('what another books in its name, and it has not confirmed, is not in the way', async () => {
  const stranger = await makeOrganisation(app)
  await enterRecord(stranger, oldStock(await makeBay(stranger), 900, of(farm)))
  ok(await ask(owner, farm))
})

test('withdrawn in the last second, it stays; and after the last one nobody is there to withdraw', async () => {
  const second = await addPerson(app, farm, 'owner')
  ok(await ask(owner, farm))
  app.clock.advance({ days: 29, hours: 23, minutes: 59 })
  const late = (await signInAgain(app, second)).client
  app.clock.advance({ seconds: 59 })
  expect(ok(await late.delete(DELETION)).message).toContain('stays')
  app.clock.advance({ seconds: 10 })
  await app.system.deleteDue()
  expect(await isThere(farm)).toBe(true)
  const mailsBefore = await workOff(app.system.background.jobs)
  expect(mailsBefore).toBe(4)

  const again = (await signInAgain(app, farm.owner)).client
  ok(await ask(again, farm))
  app.clock.advance({ days: 30 })
  const last = (await signInAgain(app, second)).client
  const [, withdrawn] = await Promise.all([app.system.deleteDue(), last.delete(DELETION)])
  // Whoever came first: never both.
  expect(withdrawn.status === 200).toBe(await isThere(farm))
})

test('the operator deletes one at once, and a second time there is none', async () => {
  await makeRecord(farm)
  const { database, clock } = app
  await chainAudit(database.db)
  const head = await readAuditHead(database.db, farm.organisationId)
  const now = clock.now()
  const options = { now, onlyIfDue: false }
  expect(await deleteOrganisation(database, farm.organisationId, options)).toEqual({
    id: farm.organisationId,
    name: farm.name,
    auditHead: head,
  })
  await expect(deleteOrganisation(database, farm.organisationId, options)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the bytes of its files go from the store', async () => {
  const before = await storedFiles()
  ok(await uploadTo(farm.as('operator'), { bytes: 'text' }))
  expect(await storedFiles()).toBe(before + 1)
  await deleteOrganisation(app.database, farm.organisationId, { now: app.clock.now(), onlyIfDue: false })
  await app.system.sweepFiles()
  expect(await storedFiles()).toBe(before)
})

async function storedFiles(): Promise<number> {
  const kept = path.join(path.dirname(app.system.incoming), 'kept')
  const found = await readdir(kept, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((each) => each.isFile()).length
}
