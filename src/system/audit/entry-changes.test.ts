import { expect, test } from 'vitest'
import { entryChanges } from './entry-changes.ts'

const rows: [what: string, before: unknown, after: unknown, fields: unknown[]][] = [
  [
    'what differs',
    { role: 'viewer', name: 'Jo' },
    { role: 'admin', name: 'Jo' },
    [['role', 'viewer', 'admin']],
  ],
  [
    'what is new',
    null,
    { weight: 12.5, isNew: true },
    [
      ['weight', null, 12.5],
      ['isNew', null, true],
    ],
  ],
  ['what is gone', { note: 'x' }, { note: null }, [['note', 'x', null]]],
  ['a list of texts as one', { tags: ['a', 'b'] }, { tags: ['a'] }, [['tags', 'a, b', 'a']]],
  ['what lies deeper', null, { source: { owner: { id: 'x' } } }, [['source.owner.id', null, 'x']]],
  ['entries of a list', null, { parts: [{ weight: 5 }] }, [['parts[0].weight', null, 5]]],
  ['nothing where nothing is', null, null, []],
  ['a side that is a text', 'a', 'b', [['', 'a', 'b']]],
]

test.each(rows)('%s', (_what, before, after, fields) => {
  const changes = entryChanges(before, after, 'en')
  expect(changes.map((each) => [each.field, each.before, each.after])).toEqual(fields)
})

test('fields are named in the reader’s language', () => {
  const named = (language: string) => entryChanges(null, { driverName: 'Sam' }, language)[0]?.fieldName
  expect([named('en'), named('de'), named('fr')]).toEqual(['Driver', 'Fahrer', 'Chauffeur'])
})
