import { afterAll, expect, test } from 'vitest'
import { shareTestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'

const service = await shareTestApp()
const farm = await makeOrganisation(service)
afterAll(() => service.close())

const movements = '/api/inventory/movements'
const badKey = { 'idempotency-key': 'wägebrücke' }
const bad = 'is not a parameter of this operation'

test.each<[parts: string, url: string, body: object | undefined, headers: object, told: string[]]>([
  [
    'body and query',
    `${movements}?dryRun=perhaps&colour=red`,
    { weight: 'much' },
    {},
    ['colour', 'dryRun', 'recordId', 'destination', 'weight'],
  ],
  [
    'body, query and key',
    `${movements}/bulk?colour=red`,
    { records: [], movementDateISO: 'soon', destination: {} },
    badKey,
    ['colour', 'Idempotency-Key', 'records', 'movementDateISO'],
  ],
  [
    'a date that is none, and a query',
    '/api/identity/api-keys?colour=red',
    { name: 'Weighbridge', role: 'viewer', expiresAtISO: '2027-02-30' },
    {},
    ['colour', 'expiresAtISO'],
  ],
  [
    'query and key',
    `${movements}/1/duplicate?colour=red`,
    { recordId: 'a', count: 1 },
    badKey,
    ['colour', 'Idempotency-Key'],
  ],
  [
    'a query that cannot be kept, and a body',
    `${movements}?dryRun=%00`,
    {},
    {},
    ['dryRun', 'recordId', 'destination'],
  ],
  [
    'a body where none is taken, and a query',
    '/api/identity/sign-out?colour=red',
    { all: true },
    {},
    ['colour', 'all'],
  ],
])('%s are told together', async (_parts, url, body, headers, told) => {
  const { status, body: answer } = await farm.as('owner').post(url, body, headers as Record<string, string>)
  const paths = answer.validation.map(({ path }: { path: string }) => path)
  expect({ status, code: answer.code, paths: paths.toSorted() }).toEqual({
    status: 400,
    code: 'invalid_input',
    paths: told.toSorted(),
  })
  if (url.includes('colour')) expect(answer.validation[0]).toMatchObject({ path: 'colour', message: bad })
})
