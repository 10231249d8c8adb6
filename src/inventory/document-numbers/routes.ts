import { read, write, type Operation } from '../../http/operation.ts'
import { givenNumbersTable, listGivenNumbers } from './given-numbers.ts'
import { GivenNumberPage, GivenNumbersQuery, Numbering, NumberingBody } from './schema.ts'
import { getNumbering, updateNumbering } from './series.ts'
import { closed, Format } from '../../http/validate/schema.ts'

/** Operations for the numbers of papers: how they are written, and which were given. */
export const documentNumberOperations: Operation[] = [
  read(
    {
      path: '/papers/numbering',
      title: 'Read how papers are numbered',
      description:
        'A series for each kind of paper: how its numbers are written, when it begins again, and its next number; and what your stores are called in numbers.',
      permission: 'stock:read',
      result: Numbering,
      isResource: true,
    },
    getNumbering,
  ),
  write(
    {
      method: 'PATCH',
      path: '/papers/numbering',
      title: 'Change how papers are numbered',
      description:
        'Changes the series that are named, from the next number on; what is left out stays. Numbers that were given stay as they are, and a series goes on after its last one. Refused: a pattern ' +
        'without figures; a series that begins again each year whose numbers do not name the year, or is counted by store and does not name the store; a store in the numbers of counts and ' +
        'statements; two stores with one code.',
      permission: 'organisation:write',
      body: NumberingBody,
      result: Numbering,
      example: { series: [{ kind: 'ticket-in', pattern: '{yy}-{0000}', restarts: 'calendar-year' }] },
      isResource: true,
      current: getNumbering,
    },
    (trx, actor, { body }) => updateNumbering(trx, actor, body),
  ),
  read(
    {
      path: '/papers/numbers',
      title: 'List numbers of papers',
      description:
        'The numbers that were given, by series, the last one first. Each series runs 1, 2, 3 … with nothing missing and nothing twice; the number of a load that was deleted stays, as cancelled.',
      permission: 'stock:read',
      query: closed({ ...GivenNumbersQuery.properties, ...Format }),
      result: GivenNumberPage,
      table: (db, actor, { query }) => givenNumbersTable(db, actor, query),
    },
    (db, actor, { query }) => listGivenNumbers(db, actor, query),
  ),
]
