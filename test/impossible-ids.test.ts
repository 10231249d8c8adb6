import { describe, test } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { shareAskedApp } from './asked-app.ts'
import { operationsOf, readDocuments } from './documents.ts'
import { expectError } from './error-body.ts'
import { urlOf } from './request-fixture.ts'
import { openScene } from './scene.ts'
import { prepare, withRequests } from './sending.ts'

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const { sendChanged } = prepare(await openScene(service, externalToken))

describe('an id that cannot be', () => {
  const named = operations.flatMap((operation) =>
    operation.parameters.filter((each) => each.in === 'path').map(({ name }) => ({ ...operation, name })),
  )

  test.each(named)('as {$name} of $key is 404', async ({ name, ...operation }) => {
    const ids = [
      'nonsense',
      '0',
      '-1',
      '1.5',
      '1e3',
      '99999999999999999999',
      '\u0000',
      "'",
      '...',
      '%',
      'ä',
      'x'.repeat(101),
      'x'.repeat(500),
      newId(),
    ]
    for (const id of ids) {
      const answer = await sendChanged(operation, (parts) => ({
        ...parts,
        params: { ...parts.params, [name]: id },
      }))
      expectError(answer, 404, 'not_found')
    }
  })

  // Clients shorten such an address before they send it, and it may be the address of a list.
  test.each(named)('as {$name} of $key is 404 where it leads nowhere', async ({ name, ...operation }) => {
    for (const id of ['', '..']) {
      let url = ''
      const answer = await sendChanged(operation, (parts) => {
        const params = { ...parts.params, [name]: id }
        url = new URL(urlOf(operation.path, { params }), 'http://farm.example').pathname.replace(/\/$/, '')
        return { ...parts, params }
      })
      if (!leadsSomewhere(operation.method, url)) expectError(answer, 404, 'not_found')
    }
  })

  const leadsSomewhere = (method: string, url: string) =>
    operations.some(
      (each) =>
        each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
    )
})
