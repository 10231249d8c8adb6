import { expect, test } from 'vitest'
import { offered, rank, type PaletteItem } from './palette-items.ts'

test.each([
  ['the beginning', 'Church Field 2026', 'chu', 3],
  ['beginnings of words', 'Church Field 2026', 'fie chu', 2],
  ['somewhere in it', 'Church Field 2026', 'urch', 1],
  ['what is said beside it', 'Church Field 2026', 'wheat', 1],
  ['a registration without its blank', 'AA06 VLM', 'aa06vlm', 3],
  ['without accents', 'Été', 'ete', 3],
  ['something else', 'Church Field 2026', 'barley', 0],
])('finds by %s', (_what, name, typed, expected) => {
  expect(rank({ name, hint: 'Wheat' }, typed)).toBe(expected)
})

const item = (group: PaletteItem['group'], name: string): PaletteItem => ({
  key: name,
  group,
  name,
  hint: '',
  to: '/',
})

test('offers where to go before anything is typed, what was chosen last first', () => {
  const items = [item('stock', 'Church Field'), item('go', 'Stock')]
  expect(offered(items, [item('recent', 'Long Ground')], '').map(({ name }) => name)).toEqual([
    'Long Ground',
    'Stock',
  ])
})

test('offers six of a group, the best first', () => {
  const items = Array.from({ length: 9 }, (_each, index) => item('stock', `Old Bay ${index}`))
  expect(
    offered([...items, item('stock', 'Bay'), item('go', 'Bays')], [], 'bay').map(({ name }) => name),
  ).toEqual(['Bays', 'Bay', 'Old Bay 0', 'Old Bay 1', 'Old Bay 2', 'Old Bay 3', 'Old Bay 4'])
})
