import { expect } from 'vitest'
import type { Answer } from '../../../test/app.ts'

// What listeners are told of imports, for tests.

type Json = Answer['body']
type ToldEvent = [type: string, subject: string, data: object]

interface About {
  params: Record<string, string>
  answer: Json
}

const text = expect.any(String)

/** Events expected from each import of `test/requests.ts`. */
export const toldOfImports: Record<string, (about: About) => ToldEvent[]> = {
  'DELETE /api/inventory/imports/{id}': ({ params: { id = '' }, answer }) => [
    ['storage.updated', answer.results[0].subject, { changed: ['deleted'] }],
    ['import.undone', id, { kind: 'fields', undone: 1, refused: 0 }],
  ],
  'DELETE /api/inventory/imports/aliases/{id}': ({ params: { id = '' } }) => [
    ['import.word_forgotten', id, { word: text }],
  ],
  'POST /api/inventory/imports/fields': ({ answer }) => [
    ['storage.created', idOf(answer), { name: text, type: 'field' }],
    finished(answer, 'fields'),
  ],
  'POST /api/inventory/imports/stores': ({ answer }) => [
    ['storage.created', idOf(answer), { name: text, type: 'store' }],
    finished(answer, 'stores'),
  ],
  'POST /api/inventory/imports/field-splits': ({ answer }) => [
    ['storage.field_split', text, { fieldIds: [idOf(answer)], recordIds: [] }],
    finished(answer, 'field-splits'),
  ],
  'POST /api/inventory/imports/field-yields': ({ answer }) => [
    ['record.updated', idOf(answer), { fields: ['plantingExpectedYield'] }],
    finished(answer, 'field-yields'),
  ],
  'POST /api/inventory/imports/inventory/stores': ({ answer }) => [
    entered(answer),
    finished(answer, 'inventory/stores'),
  ],
  'POST /api/inventory/imports/inventory/fields': ({ answer }) => [
    entered(answer),
    finished(answer, 'inventory/fields'),
  ],
  // Made by another import before: a field without a position, which takes that of its boundary.
  'POST /api/inventory/imports/inventory/boundaries': ({ answer }) => [
    ['storage.updated', idOf(answer), { changed: ['location'] }],
    ['storage.updated', idOf(answer), { changed: ['boundary'] }],
    finished(answer, 'inventory/boundaries', { changed: 1 }),
  ],
  'POST /api/inventory/imports/inventory/loads': ({ answer }) => {
    const movementIds = [Number(idOf(answer))]
    return [
      ['record.created', text, { ids: [text], movementIds, recordIds: [text] }],
      ['movement.created', idOf(answer), { ids: movementIds, type: 'intake', recordIds: [text] }],
      finished(answer, 'inventory/loads'),
    ]
  },
  'POST /api/inventory/imports/inventory/counts': ({ answer }) => [
    ['record.adjusted', idOf(answer), { ids: [idOf(answer)], adjustments: [expect.any(Number)] }],
    finished(answer, 'inventory/counts'),
  ],
  'POST /api/inventory/imports/trades': ({ answer }) => [
    ['trade.created', idOf(answer), { ids: [idOf(answer)], kind: 'sale', partnerId: text }],
    finished(answer, 'trades'),
  ],
  'POST /api/inventory/imports/orders': ({ answer }) => [
    ['order.created', idOf(answer), { ids: [idOf(answer)], tradeId: null }],
    finished(answer, 'orders'),
  ],
}

function idOf({ results: [row] }: Json): string {
  return row.id
}

/** A record that was made without a movement, by the answer that names it. */
export function entered(answer: Json): ToldEvent {
  const id = idOf(answer)
  return ['record.created', id, { ids: [id], movementIds: [], recordIds: [id] }]
}

function finished({ importId }: Json, kind: string, counts: object = {}): ToldEvent {
  return [
    'import.finished',
    importId,
    {
      kind,
      rowsDone: 1,
      totalRows: 1,
      success: 1,
      changed: 0,
      unchanged: 0,
      leftOut: 0,
      validation: 0,
      errors: 0,
      ...counts,
    },
  ]
}
