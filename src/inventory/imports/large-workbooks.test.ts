import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { sheetOfXml } from '../../../test/workbook.ts'
import { base, send } from './test-imports.ts'

// One organisation's large workbooks, and what others want meanwhile.

let service: TestApp
let large: TestOrganisation
let small: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  large = await makeOrganisation(service)
  small = await makeOrganisation(service)
})
afterAll(() => service.close())

const rowOf = (name: string) => `<row><c t="inlineStr"><is><t>${name}</t></is></c></row>`
const header = rowOf('Field')

function fieldsOf(names: string[]): Buffer {
  return sheetOfXml(header + names.map(rowOf).join(''))
}

/** A workbook that takes seconds to read, and is refused at last. */
function hugeOf(): Buffer {
  const rows = '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>'.repeat(200_000)
  return sheetOfXml(`${rowOf('Cow')}${rows}`)
}

test('a workbook of five million rows is refused at the first row too many, before it is unpacked', async () => {
  const bomb = sheetOfXml(header + '<row><c><v>1</v></c></row>'.repeat(5_000_000))
  expect(bomb.length).toBeLessThan(400_000)
  const { status, body } = await send(large.as('manager'), 'fields', bomb)
  expect(status).toBe(415)
  expect(body.message).toContain('more than 1,048,576 rows')
})

test('four of one organisation hold up neither a small one of another, nor its export', async () => {
  const huge = hugeOf()
  const done: string[] = []
  const noting = async (what: string, sent: Promise<Answer>) => {
    const answer = await sent
    done.push(what)
    return answer
  }
  const theirs = [1, 2, 3, 4].map((count) =>
    noting(`large ${count}`, send(large.as('manager'), 'fields', huge)),
  )
  const mine = noting('small', send(small.as('manager'), 'fields', fieldsOf(['Top', 'Hill'])))
  const exported = noting('export', small.as('manager').get(`${base}/fields/export?format=xlsx`))
  expect((await mine).status).toBe(200)
  expect((await exported).status).toBe(200)
  for (const { status } of await Promise.all(theirs)) expect(status).toBe(400)
  expect(done.indexOf('small')).toBeLessThan(2)
  expect(done.indexOf('export')).toBeLessThan(3)
})
