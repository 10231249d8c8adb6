import { beforeEach, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { shareAskedApp } from '../asked-app.ts'
import { isWrite, operationsOf, readDocuments } from '../documents.ts'
import type { RequestParts } from '../request-fixture.ts'
import { openScene } from '../scene.ts'
import { prepare, send, withRequests } from '../sending.ts'

// Values that break programs, in every place of every body and query: whatever comes of them is the caller's fault and never ours.

const { service, externalToken } = await shareAskedApp()
const operations = withRequests(operationsOf(await readDocuments(service)))
const { working, sendChanged } = prepare(await openScene(service, externalToken))

// What failed to sign in has to wait before it is tried again.
beforeEach(() => service.clock.advance({ minutes: 1 }))

const withBody = operations.filter((operation) => isWrite(operation) && operation.body !== undefined)
const withQuery = (name: string, value: string) => (parts: RequestParts) => ({
  ...parts,
  query: { ...parts.query, [name]: value },
})

test.each(withBody)('a body of $key with strange values is never our fault', async (operation) => {
  const { parts } = await working(operation)
  const strange: Record<string, unknown[]> = {
    string: [
      '\u0000',
      'a\u0000b',
      '',
      '   ',
      "'; drop table records; --",
      '\ud800',
      '١٢٣',
      '-1',
      '99999999999999999999',
    ],
    number: [1e308, -1, 0, 0.0004, 2_147_483_648, Number.MAX_SAFE_INTEGER, -2_147_483_649],
  }
  const failed: string[] = []
  for (const leaf of leavesOf(parts.body)) {
    for (const value of strange[typeof leaf.value] ?? []) {
      const { status, body } = await sendChanged(operation, () => ({ ...parts, body: leaf.put(value) }))
      if (status >= 500) failed.push(`${leaf.path} = ${JSON.stringify(value)}: ${status} ${body.stack}`)
    }
  }
  expect(failed).toEqual([])
})

test.each(operations.filter(({ parameters }) => parameters.some((each) => each.in === 'query')))(
  'a query of $key with strange values is never our fault',
  async (operation) => {
    const failed: string[] = []
    const { parts, headers } = await working(operation)
    for (const { name } of operation.parameters.filter((each) => each.in === 'query')) {
      for (const value of [
        '\u0000',
        '',
        ',',
        "'",
        '%',
        '\\',
        '-1',
        '2147483648',
        '99999999999999999999',
        '2026-02-30',
        newId(),
      ]) {
        if (name === 'dryRun') continue
        const { status, body } = await send(service, operation, withQuery(name, value)(parts), headers)
        if (status >= 500) failed.push(`${name} = ${JSON.stringify(value)}: ${status} ${body.stack}`)
      }
    }
    expect(failed).toEqual([])
  },
)

interface Leaf {
  path: string
  value: unknown
  /** The whole body with another value here. */
  put: (value: unknown) => object
}

/** Every text, number and yes or no of a body. */
function leavesOf(body: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (value: unknown, path: string, put: (value: unknown) => unknown) => {
    if (Array.isArray(value))
      value.forEach((each, index) => walk(each, `${path}[${index}]`, (next) => put(value.with(index, next))))
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value))
        walk(each, `${path}.${name}`, (next) => put({ ...value, [name]: next }))
    } else leaves.push({ path, value, put: (next) => put(next) as object })
  }
  walk(body, '', (next) => next)
  return leaves
}
