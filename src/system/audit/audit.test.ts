import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { makeBay, makeRecord, movement } from '../../../test/farm.ts'
import { ok, openScene } from '../../../test/scene.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import { purgeAudit } from './purge-audit.ts'
import { verifyChain } from './verify-chain.ts'

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const IDENTITY = '/api/identity'

async function auditOf(of: TestOrganisation, query = ''): Promise<Record<string, unknown>[]> {
  return ok(await of.as('admin').get(`/api/system/audit?${query}`)).docs
}

test('a command leaves who, on what, from where, and what stands since', async () => {
  const body = { name: 'North Farm', type: 'farm' }
  const made = await farm
    .as('owner')
    .post(`${IDENTITY}/business-units`, body, { 'x-request-id': 'audit-1', 'user-agent': 'Weighbridge/2' })
  const [entry] = await auditOf(farm)
  expect(entry).toMatchObject({
    sequence: 1,
    atUTC: service.clock.now().toISOString(),
    actor: 'key',
    actorName: 'owner key',
    address: '127.0.0.1',
    userAgent: 'Weighbridge/2',
    requestId: made.headers['x-request-id'],
    category: 'settings',
    deed: 'identity.postBusinessUnits',
    deedName: 'Settings: added',
    subjectKind: 'business-units',
    subjectId: made.body.id,
    outcome: 'done',
    before: null,
    after: body,
  })
})

test('a change leaves what it changed, before and after, and no more', async () => {
  ok(await farm.as('owner').patch(`${IDENTITY}/organisation`, { locale: 'de-DE', auditYears: 3 }))
  const [entry] = await auditOf(farm, 'category=settings')
  expect(entry).toMatchObject({
    deed: 'identity.patchOrganisation',
    before: { locale: 'en-GB', auditYears: 7 },
    after: { locale: 'de-DE', auditYears: 3 },
  })
  expect(Object.keys(entry?.['after'] as object)).toEqual(['locale', 'auditYears'])
})

test('what is refused leaves nothing, and neither does a dry run, a read or a second answer under one key', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene, 1000)
  const bay = await makeBay(scene)
  const before = await auditOf(scene.farm)
  const operator = scene.farm.as('operator')
  expect((await operator.post('/api/inventory/movements', movement(id, 2000, bay))).status).toBe(400)
  ok(await operator.post('/api/inventory/movements?dryRun=true', movement(id, 10, bay)))
  ok(await operator.get(`/api/inventory/records/${id}`))
  expect(await auditOf(scene.farm)).toEqual(before)
  const key = { 'idempotency-key': 'once' }
  const { ids } = ok(await operator.post('/api/inventory/movements', movement(id, 10, bay), key))
  ok(await operator.post('/api/inventory/movements', movement(id, 10, bay), key))
  const after = await auditOf(scene.farm)
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({
    deed: 'inventory.postMovements',
    category: 'stock',
    after: null,
    subjectId: ids.join(','),
  })
})

test('movements that are stored together leave an entry each', async () => {
  const scene = await openScene(service)
  const { id } = await makeRecord(scene, 1000)
  const sent = await Promise.all(
    Array.from({ length: 8 }, () =>
      scene.farm.as('operator').post('/api/inventory/movements', movement(id, 10, 'mill')),
    ),
  )
  const subjects = sent.map((answer) => ok(answer).ids.join(','))
  const entries = await auditOf(scene.farm, 'deed=inventory.postMovements')
  expect(entries.map(({ subjectId }) => subjectId).sort()).toEqual(subjects.sort())
})

test('signing in, out and a wrong password are told of in the log of the organisation', async () => {
  const { email, password, userId } = farm.owner
  const anybody = service.client()
  const { accessToken } = ok(await anybody.post(`${IDENTITY}/sign-in`, { email, password }))
  ok(await service.client({ token: accessToken }).post(`${IDENTITY}/sign-out`))
  expect((await anybody.post(`${IDENTITY}/sign-in`, { email, password: 'a wrong guess at it' })).status).toBe(
    401,
  )
  const entries = await auditOf(farm, 'category=access')
  expect(entries).toMatchObject([
    {
      deed: 'identity.postSignIn',
      outcome: 'refused',
      actor: 'nobody',
      subjectId: userId,
      after: { refusal: 'unauthenticated' },
    },
    { deed: 'identity.postSignOut', outcome: 'done', actor: 'person', actorName: 'Test Owner' },
    {
      deed: 'identity.postSignIn',
      outcome: 'done',
      actor: 'person',
      actorId: userId,
      actorName: 'Test Owner',
    },
  ])
})

test('a flood of wrong passwords is counted', async () => {
  const anybody = service.client()
  const tries = Array.from({ length: 40 }, (_each, index) =>
    anybody.post(`${IDENTITY}/sign-in`, {
      email: `nobody-${index}@flood.example`,
      password: 'a wrong guess at it',
    }),
  )
  await Promise.all(tries)
  service.clock.advance({ minutes: 2 })
  await anybody.post(`${IDENTITY}/sign-in`, {
    email: 'nobody@flood.example',
    password: 'a wrong guess at it',
  })
  await service.system.audit.chainAudit()
  const { rows } = await sql<{ deed: string; subject: string; after: { count?: number } }>`
    select deed, subject_id as subject, after from audit_entries where organisation_id = ${NIL_ID} and outcome = 'refused' order by sequence`.execute(
    service.database.db,
  )
  expect(rows.length).toBeLessThan(20)
  expect(JSON.stringify(rows)).not.toContain('flood.example')
  const flood = rows.find(({ deed }) => deed === 'identity.refusedSignIns')
  // One was refused before by another test.
  expect((flood?.after.count ?? 0) + rows.length - 2).toBeGreaterThanOrEqual(39)
})

test('an export and a paper are told of, with what was asked', async () => {
  const other = await makeOrganisation(service)
  await service.app.inject({
    url: '/api/inventory/movements?format=csv&query=rye',
    headers: { 'x-api-key': other.keys.viewer },
  })
  const [entry] = await auditOf(other)
  expect(entry).toMatchObject({
    deed: 'inventory.getMovements',
    category: 'exports',
    after: { query: 'rye', format: 'csv' },
  })
})

test('secrets are marks', async () => {
  const hook = { url: 'https://receiver.example/granary', types: ['movement.'] }
  const { secret } = ok(await farm.as('owner').post('/api/system/webhooks', hook))
  const { key } = ok(await farm.as('owner').post(`${IDENTITY}/api-keys`, { name: 'Scale', role: 'operator' }))
  const person = await addPerson(service, farm, 'operator')
  const passwords = { currentPassword: person.password, newPassword: 'another long sentence of theirs' }
  await person.client.post(`${IDENTITY}/me/password`, passwords)
  const text = JSON.stringify(await auditOf(farm, 'limit=200'))
  expect(text).toContain('•••')
  for (const each of [secret, key, person.password, passwords.newPassword, farm.owner.password])
    expect(text).not.toContain(each)
})

test.for<[string, string[]]>([
  ['query=north', ['identity.postBusinessUnits']],
  ['query=NOR', ['identity.postBusinessUnits']],
  ['query=south', []],
  ["query=o'nor%5C%20%26%20!", []],
  ['deed=identity.postApiKeys', ['identity.postApiKeys']],
  ['subject=webhooks', ['system.postWebhooks']],
  ['subject=webhooks/nothing', []],
  ['outcome=refused', ['identity.postSignIn']],
  ['category=keys&from=2026-08-14&to=2026-08-14', ['identity.postApiKeys', 'system.postWebhooks']],
  ['to=2026-08-13', []],
])('a search by %s', async ([query, deeds]) => {
  expect((await auditOf(farm, query)).map(({ deed }) => deed)).toEqual(deeds)
})

test('pages follow each other without gap, and a table has all of them', async () => {
  const seen: unknown[] = []
  for (let next = ''; ;) {
    const page = ok(await farm.as('admin').get(`/api/system/audit?limit=2${next && `&next=${next}`}`))
    seen.push(...page.docs.map(({ sequence }: { sequence: number }) => sequence))
    if (page.next === '') break
    next = page.next
  }
  expect(seen).toEqual(Array.from({ length: seen.length }, (_each, index) => seen.length - index))
  const table = await service.app.inject({
    url: '/api/system/audit?format=csv',
    headers: { 'x-api-key': farm.keys.admin },
  })
  expect(table.body.trim().split('\r\n')).toHaveLength(seen.length + 2)
})

test.for<[string, RegExp]>([
  ['next=7', /ist nicht das/],
  ['from=soon', /./],
  ['limit=0', /./],
])('%s is refused, in the reader’s language', async ([query, said]) => {
  const answer = await farm.as('admin').get(`/api/system/audit?${query}`, { 'accept-language': 'de' })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  expect(answer.body.message).toMatch(said)
})

test('what was done to somebody is found by their name, and says it; of another organisation nobody is looked up', async () => {
  const store = await makeOrganisation(service)
  const person = await addPerson(service, store, 'operator')
  await addPerson(service, await makeOrganisation(service), 'operator')
  const admin = await addPerson(service, store, 'admin')
  ok(await admin.client.put(`${IDENTITY}/users/${person.userId}/role`, { role: 'viewer' }))
  ok(await admin.client.post(`${IDENTITY}/users/${person.userId}/suspend`))
  const { givenName, familyName } = ok(await admin.client.get(`${IDENTITY}/users/${person.userId}`))
  const name = `${givenName} ${familyName}`
  for (const query of [`${familyName}`, familyName.slice(0, -1), person.email]) {
    const found = await auditOf(store, new URLSearchParams({ query, category: 'people' }).toString())
    expect(found, query).toMatchObject([
      { deed: 'identity.postUsersByIdSuspend', subjectId: person.userId, subjectName: name },
      { deed: 'identity.putUsersByIdRole', subjectId: person.userId, subjectName: name },
    ])
  }
  expect(await auditOf(store, 'query=Nobody')).toEqual([])
  expect(await auditOf(store, `query=${familyName}&outcome=refused`)).toEqual([])
})

test('what is found by words is the same page by page, also beyond those that are walked through first', async () => {
  const long = await makeOrganisation(service)
  const name = (n: number) => (n % 1000 === 1 ? 'rare' : 'common')
  const entries = Array.from({ length: 3100 }, (_each, n) => ({
    organisationId: long.organisationId,
    at: new Date(service.clock.now().getTime() + n).toISOString(),
    actor: 'operator',
    actorId: null,
    actorName: name(n),
    address: '',
    userAgent: '',
    requestId: '',
    category: 'operator',
    deed: 'operator.userCreate',
    subjectKind: 'users',
    subjectId: `${n}`,
    outcome: 'done',
    before: null,
    after: null,
  }))
  await sql`
    insert into audit_pending (organisation_id, entry)
    select ${long.organisationId}::uuid, entry::text from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) entry`.execute(
    service.database.db,
  )
  const read = async (query: string, limit: number) => {
    const found: unknown[] = []
    for (let next: string | undefined = ''; next !== undefined && found.length < 8;) {
      const page = ok(
        await long
          .as('admin')
          .get(`/api/system/audit?query=${query}&limit=${limit}${next && `&next=${next}`}`),
      )
      found.push(...page.docs.map(({ subjectId }: { subjectId: string }) => subjectId))
      next = page.next || undefined
    }
    return found
  }
  expect(await read('rare', 2)).toEqual(['3001', '2001', '1001', '1'])
  expect(await read('rar', 200)).toEqual(['3001', '2001', '1001', '1'])
  expect(await read('com', 4)).toEqual(['3099', '3098', '3097', '3096', '3095', '3094', '3093', '3092'])
})

test('another organisation sees none of it', async () => {
  const other = await makeOrganisation(service)
  expect(await auditOf(other)).toEqual([])
})

test('a closing keeps the head of the log, and its end cut off shows by it', async () => {
  const db = service.database.db
  const { ids } = ok(await farm.as('owner').post('/api/inventory/periods', { upTo: '2026-07-31' }))
  const { auditHead } = ok(await farm.as('viewer').get(`/api/inventory/periods/${ids[0]}`))
  await auditOf(farm)
  const sound = await verifyChain(db, farm.organisationId)
  expect(sound.fault).toBeUndefined()
  expect(auditHead).toMatch(/^\d+:[0-9a-f]{64}$/)
  const closedAt = Number(auditHead.split(':')[0])
  // As somebody with the whole database would: the entry and the chain's own head.
  const rewritten = await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local granary.audit_retention = 'on'`.execute(trx)
      await sql`delete from audit_entries where organisation_id = ${farm.organisationId} and sequence >= ${closedAt}`.execute(
        trx,
      )
      await sql`update audit_chains set last_sequence = ${closedAt - 1}, last_hash = (
        select hash from audit_entries where organisation_id = ${farm.organisationId} and sequence = ${closedAt - 1}
      ) where organisation_id = ${farm.organisationId}`.execute(trx)
      throw new Verified(await verifyChain(trx, farm.organisationId))
    })
    .catch((error: unknown) => error)
  expect(rewritten).toMatchObject({
    verdict: { fault: { kind: 'cut', sequence: closedAt - 1, source: 'period 2026-07-31' } },
  })
})

/** Takes back what a test has done, with what was found. */
class Verified extends Error {
  readonly verdict: unknown
  constructor(verdict: unknown) {
    super('verified')
    this.verdict = verdict
  }
}

test('entries are neither changed nor deleted, but for retention by whole days', async () => {
  const { db } = service.database
  await expect(sql`update audit_entries set actor_name = 'Nobody'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`update audit_pending set entry = '{}'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_pending`.execute(db)).rejects.toThrow('append-only')
  const count = async () => (await verifyChain(db, farm.organisationId)).entries
  const before = await count()
  await purgeAudit(db, new Date('2029-08-14T23:59:59Z'))
  expect(await count()).toBe(before)
  service.clock.set('2029-08-16T08:30:00Z')
  ok(await farm.as('owner').post(`${IDENTITY}/business-units`, { name: 'Later' }))
  await service.system.audit.chainAudit()
  await purgeAudit(db, service.clock.now())
  const left = await verifyChain(db, farm.organisationId)
  expect(left).toMatchObject({ entries: 1, fault: undefined })
  expect(ok(await farm.as('admin').get('/api/system/audit')).keptAfter).toBe(before)
})
