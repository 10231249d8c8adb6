import { expect, test } from 'vitest'
import { bay, ticket } from './test-ticket.ts'
import { fileNameOf, netOf, placesOf, placesOnPaper, referenceOf } from './ticket-facts.ts'

test.each([
  [42660, 14200, 28460],
  [42660, null, undefined],
  [14200, 14200, undefined],
  [28460.001, 0.0004, 28460.001],
])('full %s and empty %s are %s net', (full, empty, net) => {
  expect(netOf({ full, empty })).toBe(net)
})

test('the bays of a load for several are named together', () => {
  const parts = [
    { place: bay, share: 2 },
    { place: { ...bay, name: 'Hill 2' }, share: 1 },
  ]
  expect(placesOf({ ...ticket, parts }, 'to')).toBe('Hill 1, Hill 2')
})

test('on paper each bay is named with its store, as the service’s papers do', () => {
  const parts = ['Bay 1', 'Bay 2'].map((name) => ({ place: { ...bay, store: 'Long Barn', name }, share: 1 }))
  expect(placesOnPaper({ ...ticket, parts }, 'to')).toBe('Long Barn, Bay 1, Long Barn, Bay 2')
  expect(placesOnPaper(ticket, 'to')).toBe('Hill 1')
})

test('a file is named by what it is, its number, its partner and its day', () => {
  const party = { id: 'm', name: 'Mühle & Söhne: Süd/West' }
  expect(fileNameOf('Wiegeschein W1125-183651-AB', { party }, '2026-11-25')).toBe(
    'Wiegeschein-W1125-183651-AB-Mühle-Söhne-Süd-West-2026-11-25',
  )
  expect(fileNameOf('Wiegeschein W1', { party: { id: '', name: '' } }, '2026-11-25')).toBe(
    'Wiegeschein-W1-2026-11-25',
  )
})

test('a reference is made of the moment and the ticket', () => {
  expect(referenceOf('2026-11-25', '18:36:51', 'ab3c')).toBe('W1125-183651-AB')
})
