import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statement } from './statement.ts'

test('a statement is built once, and filled with each caller’s own values', () => {
  let built = 0
  const findBay = statement<{ id: number; name: string }>(({ id, name }) => {
    built += 1
    return sql`select from bays where name = ${name} and (id = ${id} or ${id} = 0)`
  })
  const text = 'select from bays where name = $1 and (id = $2 or $2 = 0)'
  expect(findBay.with({ id: 12, name: 'North' })).toMatchObject({ sql: text, parameters: ['North', 12] })
  expect(findBay.with({ id: 7, name: 'South' })).toMatchObject({ sql: text, parameters: ['South', 7] })
  expect(built).toBe(1)
})

test('a value that would be the first caller’s for ever is none', () => {
  const name = 'North'
  const findBay = statement<{ id: number }>(
    ({ id }) => sql`select from bays where id = ${id} or name = ${name}`,
  )
  expect(() => findBay.with({ id: 12 })).toThrow('a statement is built of parameters by name')
})
