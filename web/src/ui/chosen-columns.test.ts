import { expect, test } from 'vitest'
import { inChosenOrder, isShown, choiceText, moved, readChosen } from './chosen-columns.ts'

const columns = ['number', 'date', 'weight', 'lorry'].map((id) => ({ id }))
const nothing = { order: [], hidden: [], widths: {} }

test.each([
  ['nothing', undefined, nothing],
  ['no JSON', '{', nothing],
  ['a list', '[]', nothing],
  ['a number', '7', nothing],
  [
    'what is no choice',
    '{"order":["date",7],"hidden":"all","widths":{"date":"wide","lorry":900}}',
    { order: ['date'], hidden: [], widths: { date: 'wide' } },
  ],
])('reads %s', (_, kept, chosen) => {
  expect(readChosen(kept)).toEqual(chosen)
})

test.each([
  ['as they are, where none was chosen', [], ['number', 'date', 'weight', 'lorry']],
  ['as chosen', ['lorry', 'weight', 'date', 'number'], ['lorry', 'weight', 'date', 'number']],
  ['new ones behind', ['weight', 'date'], ['weight', 'date', 'number', 'lorry']],
  ['not those that are gone', ['gone', 'lorry'], ['lorry', 'number', 'date', 'weight']],
])('orders columns %s', (_, order, ids) => {
  expect(inChosenOrder(columns, { order }).map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['up', 'c', -1, ['a', 'c', 'b']],
  ['down', 'a', 1, ['b', 'a', 'c']],
  ['not over the top', 'a', -1, ['a', 'b', 'c']],
  ['not over the end', 'c', 1, ['a', 'b', 'c']],
] as const)('moves one %s', (_, id, by, ids) => {
  expect(moved(['a', 'b', 'c'], id, by)).toEqual(ids)
})

test('what a row needs is shown, whatever was kept', () => {
  const chosen = { hidden: ['weight', 'lorry'] }
  expect(isShown({ id: 'weight', isNeeded: true }, chosen)).toBe(true)
  expect(isShown({ id: 'lorry', isNeeded: false }, chosen)).toBe(false)
  expect(isShown({ id: 'date', isNeeded: false }, chosen)).toBe(true)
})

test('a choice that changes nothing is not kept', () => {
  expect(choiceText(nothing)).toBeUndefined()
  expect(readChosen(choiceText({ ...nothing, hidden: ['date'] }))).toEqual({ ...nothing, hidden: ['date'] })
})
