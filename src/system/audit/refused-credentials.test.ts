import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { NIL_ID } from '../../kernel/ids.ts'

let service: TestApp
beforeAll(async () => void (service = await openTestApp()))
afterAll(() => service.close())

const IDENTITY = '/api/identity'
const RECORDS = '/api/inventory/records'

async function refusedIn(farm: TestOrganisation): Promise<Record<string, unknown>[]> {
  return ok(await farm.as('admin').get('/api/system/audit?outcome=refused')).docs
}

async function refusedInInstallation(): Promise<{ subject: string; after: Record<string, unknown> }[]> {
  await service.system.audit.chainAudit()
  const { rows } = await sql<{ subject: string; after: Record<string, unknown> }>`
    select subject_id as subject, after from audit_entries
    where organisation_id = ${NIL_ID} and deed = 'identity.refusedApiKey' order by sequence`.execute(
    service.database.db,
  )
  return rows
}

/** A key of a farm that is good, and then ended in some way. */
const endings: [how: string, end: (farm: TestOrganisation, id: string) => Promise<unknown>][] = [
  ['revoked', (farm, id) => farm.as('owner').delete(`${IDENTITY}/api-keys/${id}`)],
  [
    'tied to another network',
    (farm, id) =>
      farm.as('owner').patch(`${IDENTITY}/api-keys/${id}`, { allowedAddresses: ['192.0.2.0/24'] }),
  ],
]

test.each(endings)(
  'a key that was %s is told of in the log of its organisation, once a minute',
  async (_how, end) => {
    const farm = await makeOrganisation(service)
    const made = ok(await farm.as('owner').post(`${IDENTITY}/api-keys`, { name: 'Scale', role: 'viewer' }))
    const scale = service.client({ apiKey: made.key })
    ok(await scale.get(RECORDS))
    expect((await end(farm, made.id)) as { status: number }).toMatchObject({ status: 200 })
    for (let each = 0; each < 3; each++) expect((await scale.get(RECORDS)).status).toBe(401)
    const one = await refusedIn(farm)
    expect(one).toMatchObject([
      {
        deed: 'identity.refusedApiKey',
        actor: 'nobody',
        address: '127.0.0.1',
        category: 'access',
        subjectKind: 'api-keys',
        subjectId: made.id,
        after: {
          name: 'Scale',
          refusal: 'unauthenticated',
          reason: 'apiKeyIsUnknown',
          asked: `GET ${RECORDS}`,
        },
      },
    ])
    expect(JSON.stringify(one)).not.toContain(made.key)
    service.clock.advance({ minutes: 1 })
    expect((await scale.get(RECORDS)).status).toBe(401)
    expect(await refusedIn(farm)).toHaveLength(2)
  },
)

test('a key that nobody has is told of in the log of the installation, by a part of its hash', async () => {
  service.clock.advance({ minutes: 2 })
  const before = await refusedInInstallation()
  const guess = `granary_${'k'.repeat(43)}`
  for (const credential of [{ apiKey: guess }, { token: guess }])
    expect((await service.client(credential).get(RECORDS)).status).toBe(401)
  const after = await refusedInInstallation()
  expect(after).toHaveLength(before.length + 1)
  expect(after.at(-1)).toMatchObject({ subject: expect.stringMatching(/^key [0-9a-f]{16}$/) })
  expect(JSON.stringify(after)).not.toContain(guess)
})

test('many keys of one network are counted beyond ten in a minute', async () => {
  service.clock.advance({ minutes: 2 })
  const before = (await refusedInInstallation()).length
  const guesses = Array.from({ length: 30 }, (_each, index) => `granary_${String(index).padStart(43, 'x')}`)
  await Promise.all(guesses.map((apiKey) => service.client({ apiKey }).get(RECORDS)))
  expect((await refusedInInstallation()).length - before).toBe(10)
})

test('an access token that has ended leaves nothing', async () => {
  const farm = await makeOrganisation(service)
  const ann = await addPerson(service, farm, 'viewer')
  service.clock.advance({ minutes: 30 })
  expect((await ann.client.get(RECORDS)).status).toBe(401)
  expect(await refusedIn(farm)).toEqual([])
})

test.each([
  ['POST /refresh', (token: string) => service.client().post(`${IDENTITY}/refresh`, { refreshToken: token })],
  [
    'POST /browser-session/refresh',
    (token: string) =>
      service
        .client()
        .post(`${IDENTITY}/browser-session/refresh`, {}, { cookie: `granary_session=${token}` }),
  ],
] as const)('a refresh token that comes back is told of (%s)', async (_which, send) => {
  service.clock.advance({ minutes: 2 })
  const farm = await makeOrganisation(service)
  const ann = await addPerson(service, farm, 'viewer')
  ok(await service.client().post(`${IDENTITY}/refresh`, { refreshToken: ann.refreshToken }))
  service.clock.advance({ minutes: 3 })
  expect((await send(ann.refreshToken)).status).toBe(401)
  expect(await refusedIn(farm)).toMatchObject([
    { actor: 'nobody', after: { refusal: 'unauthenticated', reason: 'refreshTokenWasUsed' } },
  ])
})

test.each([
  ['en', ',', 'sequence,at,atUTC,actor'],
  ['de', ';', 'Nummer;Zeitpunkt;Zeitpunkt (UTC);Wer;'],
  ['fr', ';', 'Numéro;Moment;Moment (UTC);Qui;'],
])('the table has its heads in %s', async (language, delimiter, heads) => {
  const farm = await makeOrganisation(service)
  const { body } = await service.app.inject({
    url: '/api/system/audit?format=csv',
    headers: { 'x-api-key': farm.keys.admin, 'accept-language': language },
  })
  const [head = ''] = body.replace('\ufeff', '').split('\r\n')
  expect(head.startsWith(heads)).toBe(true)
  expect(head.split(delimiter)).toHaveLength(19)
})
