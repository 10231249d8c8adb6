import path from 'node:path'
import { expect, test, vi } from 'vitest'
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

// A browser that keeps nothing: who may do what is asked of the session, which looks there.
vi.stubGlobal('localStorage', { getItem: () => null })
/** By its path: what words are made of is for browsers, which these types know nothing of. */
const { deedMessages }: { deedMessages: Record<string, Record<string, string>> } = await import(
  path.join(import.meta.dirname, 'deed-messages.ts')
)
vi.unstubAllGlobals()

test.each([
  ['en', 'count', 'count'],
  ['en', 'new contract', 'contract'],
  ['en', 'invite', 'invite'],
  ['en', 'api key', 'key'],
  ['en', 'webhook', 'webhook'],
  ['en', 'undo', 'undo'],
  ['en', 'undo', 'undoImport'],
  ['en', 'recall', 'recall'],
  ['en', 'print stock report', 'report'],
  ['de', 'Inventur', 'count'],
  ['de', 'zählen', 'count'],
  ['de', 'neuer Vertrag', 'contract'],
  ['de', 'einladen', 'invite'],
  ['de', 'api key', 'key'],
  ['de', 'webhook', 'webhook'],
  ['de', 'rückgängig', 'undo'],
  ['de', 'stornieren', 'undo'],
  ['de', 'Rückruf', 'recall'],
  ['de', 'Bestandsbericht drucken', 'report'],
  ['fr', 'inventaire', 'count'],
  ['fr', 'nouveau contrat', 'contract'],
  ['fr', 'inviter', 'invite'],
  ['fr', 'clé API', 'key'],
  ['fr', 'webhook', 'webhook'],
  ['fr', 'annuler', 'undo'],
  ['fr', 'rappel', 'recall'],
  ['fr', 'imprimer rapport stock', 'report'],
] as const)('in %s, %s finds how to %s', (language, typed, deed) => {
  const { [deed]: name = '', [`${deed}Words`]: words = '' } = deedMessages[language] ?? {}
  const found = rank({ name, hint: '', words }, typed)
  expect(found).toBeGreaterThanOrEqual(2)
  expect(rank({ name, hint: '', words }, 'nothing of that')).toBe(0)
})
