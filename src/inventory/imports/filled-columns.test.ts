import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { send } from './test-imports.ts'

// Whatever a file says is read, or named as not read.

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
  manager = (await makeOrganisation(service)).as('manager')
})
afterAll(() => service.close())

/** All kinds of tables that managers import. Maps are no tables, and varieties are for platform admins. */
const kinds = readFileSync(path.join(import.meta.dirname, '../../../test/operations.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => /^GET \/api\/inventory\/imports\/(\S+)\/mappings /.exec(line)?.[1] ?? [])
  .filter((kind) => !/boundaries|varieties/.test(kind))

test('there are kinds of imports', () => {
  expect(kinds.length).toBeGreaterThan(6)
})

test.each(kinds)('of %s every filled column is read, or named', async (kind) => {
  const { columns } = ok(await manager.get(`/api/inventory/imports/${kind}/mappings`))
  const titles: string[] = columns.map(({ title }: { title: string }) => title)
  const header = [...titles, 'Zusatzangabe', '', 'Bemerkung 2']
  const row = [...titles.map(() => 'x'), 'a', 'b', 'c']
  const { status, body } = await send(
    manager,
    `${kind}?dryRun=true`,
    `${header.join(';')}\n${row.join(';')}\n`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  const [unnamed] = body.ignoredColumns.filter((name: string) => name.startsWith('column '))
  expect(body.ignoredColumns.toSorted()).toEqual(['Bemerkung 2', 'Zusatzangabe', unnamed].toSorted())
  const used = Object.values(body.mapping.columns).map((each) => (each as { from: string }).from)
  expect(used.toSorted()).toEqual(titles.toSorted())
})
