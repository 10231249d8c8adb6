import { afterAll, expect, test } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { openTestApp } from './app.ts'
import { isWrite, operationsOf, readDocuments } from './documents.ts'
import { expectError } from './error-body.ts'
import { openIssuer } from './issuer.ts'
import { urlOf } from './request-fixture.ts'
import { ok, openScene } from './scene.ts'
import { prepare, withRequests } from './sending.ts'

// Unknown fields are refused also where an operation has no body at all (rules.md §9).

const issuer = await openIssuer()
const service = await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } })
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, () => issuer.token(newId(), service.clock.now()))
const { working, sendChanged } = prepare(scene)
afterAll(async () => {
  await service.close()
  issuer.close()
})

const withoutBody = operations.filter(
  (operation) => isWrite(operation) && operation.body === undefined && operation.form === undefined,
)

test.each(withoutBody)('$key takes no fields', async (operation) => {
  const answer = await sendChanged(operation, (parts) => ({ ...parts, body: { zz: 1, yy: 2 } }))
  const faults = expectError(answer, 400, 'invalid_input')
  expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'zz additionalProperties',
    'yy additionalProperties',
  ])
  const { parts, headers } = await working(operation)
  for (const payload of ['[]', '[1]', 'null', '"text"']) {
    const {
      statusCode,
      headers: answered,
      ...raw
    } = await service.app.inject({
      method: operation.method,
      url: urlOf(operation.path, parts),
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    })
    expectError({ status: statusCode, headers: answered, body: raw.json() }, 400, 'invalid_input')
  }
})

test('nothing and an empty object are taken', async () => {
  const owner = scene.farm.as('owner')
  for (const [name, body] of [
    ['No body', undefined],
    ['Empty body', {}],
  ] as const) {
    const unit = ok(await owner.post('/api/identity/business-units', { name, type: 'farm' }))
    ok(await owner.post(`/api/identity/business-units/${unit.id}/archive`, body))
  }
})
