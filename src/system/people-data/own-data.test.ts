import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestPerson } from '../../../test/factories.ts'
import { makeRecord } from '../../../test/farm.ts'
import { ok, signInAgain } from '../../../test/scene.ts'
import { readColumns } from '../../db/catalog.ts'
import { chainAudit } from '../audit/chain.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import { personalTables } from './personal-columns.ts'

let app: TestApp
beforeAll(async () => void (app = await shareTestApp()))
afterAll(() => app.close())

const I = '/api/identity'

interface Part {
  part: string
  about: string
  tables: Record<string, Record<string, unknown>[]>
}

async function download(client: Client): Promise<{ text: string; parts: Part[] }> {
  const answer = await client.get(`${I}/me/data`)
  const { parts } = ok(answer) as { parts: Part[] }
  return { text: JSON.stringify(parts), parts }
}

const tableOf = (parts: Part[], name: string) => parts.flatMap(({ tables }) => tables[name] ?? [])

/** Tables with a row that has the id of a person in a column of ids. */
async function tablesWith(userId: string): Promise<string[]> {
  const columns = await readColumns(app.database.pool)
  const found: string[] = []
  for (const [table, of] of Map.groupBy(columns, (each) => each.table)) {
    const ids = of.filter(({ type }) => type === 'uuid')
    if (ids.length === 0) continue
    const where = ids.map(({ name }) => `"${name}" = $1`).join(' or ')
    const { rowCount } = await app.database.pool.query(`select from "${table}" where ${where}`, [userId])
    if (rowCount) found.push(table)
  }
  return found
}

test('every column that refers to people, and every one with a name or an address of theirs, is in the list', async () => {
  const columns = await readColumns(app.database.pool)
  const listed = new Map(personalTables(columns).map((each) => [each.name, each]))
  const { rows: references } = await app.database.pool.query<{ table: string; column: string }>(`
    select c.relname as "table", a.attname as "column" from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass and not c.relispartition`)
  expect(references.length).toBeGreaterThan(15)
  expect(
    references.filter(({ table, column }) => !listed.get(table)?.ids.includes(column)),
    'columns that refer to people',
  ).toEqual([])
  // Of organisations, places and people without an account: no column of these has the name of a user.
  const others =
    /^(name|.*(storage|bay|store|organisation|sender|receiver|driver|buyer|owner|file|tag|product|grade)_name)$/
  const unlisted = columns.filter(({ table, name, type, generated }) => {
    if (type !== 'text' || generated === 'stored') return false
    const of = listed.get(table)
    if (name.endsWith('name') && !others.test(name) && table !== 'users')
      return !of?.names.some((each) => each.name === name)
    return /mail|reply_to/.test(name) && !of?.addresses.includes(name)
  })
  expect(unlisted.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

test('a person downloads what is kept about them in all their organisations, and nothing that signs in', async () => {
  const [farm, mill] = [await makeOrganisation(app), await makeOrganisation(app)]
  const ann = await addPerson(app, farm, 'manager')
  const there = await addPerson(app, mill, 'admin', ann)
  const bob = await addPerson(app, farm, 'manager')
  const { id } = await makeRecord({ as: () => ann.client })
  const { id: bobs } = await makeRecord({ as: () => bob.client })
  ok(await there.client.post(`${I}/api-keys`, { name: 'Scale', role: 'viewer' }))
  ok(await ann.client.put(`${I}/me/preferences`, { entries: [{ name: 'colour', value: 'green' }] }))
  const sent = { to: bob.userId, title: 'Barley', message: 'Is it dry?' }
  ok(await ann.client.post('/api/system/conversations', sent))

  const { text, parts } = await download(ann.client)
  expect(parts.map(({ part }) => part)).toEqual([
    'account',
    'signIn',
    'memberships',
    'messages',
    'files',
    'books',
    'log',
  ])
  expect(parts.every(({ about }) => about.length > 10)).toBe(true)
  expect(tableOf(parts, 'users')).toMatchObject([{ email: ann.email }])
  expect(tableOf(parts, 'memberships').map((each) => each['organisation_id'])).toEqual(
    expect.arrayContaining([farm.organisationId, mill.organisationId]),
  )
  expect(tableOf(parts, 'conversation_messages')).toMatchObject([{ message: 'Is it dry?' }])
  expect(tableOf(parts, 'records').map((each) => each['id'])).toEqual([id])
  expect(tableOf(parts, 'api_keys')).toHaveLength(1)
  expect(tableOf(parts, 'audit_entries').map((each) => each['deed'])).toContain('identity.postApiKeys')
  // All that has their id.
  const inFile = new Set(parts.flatMap(({ tables }) => Object.keys(tables)))
  const unnumbered = new Set(['events', 'audit_pending'])
  expect((await tablesWith(ann.userId)).filter((each) => !inFile.has(each) && !unnumbered.has(each))).toEqual(
    [],
  )
  for (const secret of [bobs, bob.email, 'argon2', 'refresh_hash', 'key_hash'])
    expect(text).not.toContain(secret)
  // It is in the log of the organisation that they act for.
  await chainAudit(app.database.db)
  const log = ok(await farm.as('owner').get('/api/system/audit?deed=identity.getMeData'))
  expect(log.docs).toMatchObject([{ category: 'exports', actorId: ann.userId }])
})

test('what concerns oneself is for people, who have shown lately that it is them', async () => {
  const farm = await makeOrganisation(app)
  const ann = await addPerson(app, farm, 'viewer')
  for (const [method, path, body] of [
    ['get', '/me/data', undefined],
    ['get', '/me/erasure', undefined],
    ['post', '/me/erasure', { email: farm.owner.email }],
  ] as const) {
    const send = (client: Client) =>
      method === 'get' ? client.get(I + path) : client.post(I + path, body ?? {})
    expect((await send(farm.as('owner'))).status, path).toBe(403)
    expect((await send(app.client())).status, path).toBe(401)
  }
  await app.database.pool.query(
    `update sessions set proved_at = proved_at - interval '11 minutes' where user_id = $1`,
    [ann.userId],
  )
  const asked = { status: 403, body: { code: 'step_up_needed' } }
  expect(await ann.client.get(`${I}/me/data`)).toMatchObject(asked)
  expect(await ann.client.post(`${I}/me/erasure`, { email: ann.email })).toMatchObject(asked)
  ok(await ann.client.post(`${I}/me/step-up`, { password: ann.password }))
  ok(await ann.client.get(`${I}/me/data`))
})

test('whoever erases themselves sees before what goes and what stays, and is gone afterwards', async () => {
  const farm = await makeOrganisation(app)
  const ann = await addPerson(app, farm, 'manager')
  await makeRecord({ as: () => ann.client })
  const seen = ok(await ann.client.get(`${I}/me/erasure`))
  expect(seen).toMatchObject({ email: ann.email, refusal: '' })
  expect(seen.removed.map(({ part }: Part) => part)).toEqual(['account', 'signIn', 'memberships'])
  expect(seen.kept.map(({ part }: Part) => part)).toContain('books')
  const wrong = await ann.client.post(`${I}/me/erasure`, { email: farm.owner.email })
  expect(wrong).toMatchObject({ status: 400, body: { validation: [{ path: 'email' }] } })
  // Twice at once, one erasure.
  const answers = await Promise.all(
    [1, 2].map(() => ann.client.post(`${I}/me/erasure`, { email: ann.email })),
  )
  expect(answers.map(({ status }) => status).toSorted()).not.toEqual([200, 200])
  const [{ message }] = answers.filter(({ status }) => status === 200).map(ok)
  expect(message).toContain('Erased person')
  expect((await ann.client.get(`${I}/me`)).status).toBe(401)
  await expect(signInAgain(app, ann)).rejects.toThrow()
  await chainAudit(app.database.db)
  const { rows } = await app.database.pool.query<{ row: string }>(
    'select t::text as row from audit_entries t where organisation_id = $1',
    [farm.organisationId],
  )
  const log = rows.map(({ row }) => row).join('\n')
  expect(log).not.toContain(ann.email)
  expect(log).toContain('identity.postMeErasure')
  expect((await verifyChain(app.database.db, farm.organisationId)).fault).toBeUndefined()
})

test('the last owner is refused with words, and may go once there is another', async () => {
  const farm = await makeOrganisation(app)
  const { client: owner } = await signInAgain(app, farm.owner)
  const { email } = farm.owner
  expect(ok(await owner.get(`${I}/me/erasure`)).refusal).toContain(farm.name)
  expect(await owner.post(`${I}/me/erasure`, { email })).toMatchObject({
    status: 400,
    body: { code: 'in_use', message: expect.stringContaining(farm.name) },
  })
  await addPerson(app, farm, 'owner')
  ok(await owner.post(`${I}/me/erasure`, { email }))
})

test('an admin erases a member of this organisation alone, and the log vouches for it after their own erasure', async () => {
  const [farm, mill] = [await makeOrganisation(app), await makeOrganisation(app)]
  const admin = await addPerson(app, farm, 'admin')
  const tom = await addPerson(app, farm, 'operator')
  const both = await addPerson(app, farm, 'operator')
  await addPerson(app, mill, 'viewer', both)
  const stranger = await addPerson(app, mill, 'viewer')
  const erase = (client: Client, { userId, email }: Pick<TestPerson, 'userId' | 'email'>) =>
    client.post(`${I}/users/${userId}/erasure`, { email })
  expect((await erase(admin.client, stranger)).status).toBe(404)
  expect((await admin.client.get(`${I}/users/${stranger.userId}/erasure`)).status).toBe(404)
  expect((await erase(tom.client, both)).status).toBe(403)
  expect((await erase(admin.client, farm.owner)).status).toBe(403)
  expect((await erase(admin.client, admin)).status).toBe(403)
  expect(await erase(admin.client, both)).toMatchObject({ status: 400, body: { code: 'in_use' } })
  expect(ok(await admin.client.get(`${I}/users/${both.userId}/erasure`)).refusal).not.toBe('')
  expect(await erase(admin.client, { ...tom, email: both.email })).toMatchObject({ status: 400 })
  ok(await erase(admin.client, tom))
  expect((await tom.client.get(`${I}/me`)).status).toBe(401)
  expect((await erase(admin.client, tom)).status).toBe(404)
  ok(await admin.client.post(`${I}/me/erasure`, { email: admin.email }))
  await chainAudit(app.database.db)
  expect((await verifyChain(app.database.db, farm.organisationId)).fault).toBeUndefined()
})
