import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../test/app.ts'
import { ticketKey } from './ticket-number.ts'

let service: TestApp
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

test.each([
  ['1', '1'],
  ['1 ', '1'],
  [' 1', '1'],
  ['0001', '1'],
  ['1.0', '1'],
  ['1,0', '1'],
  ['1.00', '1'],
  ['0001.0', '1'],
  ['No. 1', '1'],
  ['No 1', '1'],
  ['no.0001', '1'],
  ['Nr. 1', '1'],
  ['NR 1', '1'],
  ['N° 1', '1'],
  ['n°1', '1'],
  ['Nº 1', '1'],
  ['№ 1', '1'],
  ['#1', '1'],
  ['No. 1.0', '1'],
  ['１', '1'],
  ['1\u00a0', '1'],
  ['\u200b1', '1'],
  ['0', '0'],
  ['000', '0'],
  ['0.0', '0'],
  ['10', '10'],
  ['100', '100'],
  ['1.5', '1-5'],
  ['1.000', '1-000'],
  ['12-3', '12-3'],
  ['12/3', '12-3'],
  ['1-23', '1-23'],
  ['0012-04', '12-04'],
  ['WB-17', 'wb17'],
  ['wb 17', 'wb17'],
  ['WB 0012-04', 'wb0012-04'],
  ['H1', 'h1'],
  ['N1', 'n1'],
  ['Nord 1', 'nord1'],
  ['no', 'no'],
  ['Größe 7', 'größe7'],
  ['---', ''],
  ['-', ''],
  ['', ''],
])('the number %j is %j, here and in the database', async (number, key) => {
  expect(ticketKey(number)).toBe(key)
  expect(await keyInDatabase(number)).toBe(key)
})

test('the database reads any number as the service does', async () => {
  const part = fc.constantFrom(
    '0',
    '1',
    '23',
    '.',
    ',',
    ' ',
    '-',
    '/',
    'No',
    'nr',
    'N°',
    '№',
    'WB',
    'é',
    '#',
    '_',
    '\u00a0',
    '.0',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const number = parts.join('')
      expect(await keyInDatabase(number)).toBe(ticketKey(number))
    }),
    { numRuns: 300 },
  )
})

async function keyInDatabase(number: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select ticket_key(${number}) as key`.execute(
    service.database.db,
  )
  return rows[0]?.key
}
