import { expect, test } from 'vitest'
import type { Ticket } from '../../offline/tickets.ts'
import { comingOf } from './coming.ts'
import { bay, ticket } from './test-ticket.ts'

const known = [
  { vehicle: 'BB01 BEF', tare: { kg: 14_000, at: '' } },
  { vehicle: 'BB02 BEF', tare: { kg: 14_200, at: '' } },
].map((each) => ({
  key: '',
  driver: '',
  party: { id: '', name: '' },
  grain: ticket.grain,
  bayKey: '',
  parts: [],
  ...each,
}))
const ground = { bays: [], grains: [], known }
const ownersOf = (part: Partial<Ticket>) => comingOf({ ...ticket, ...part }, ticket, ground).owners

test.each<[string, Partial<Ticket>, string[]]>([
  ['bought', { basis: 'bought' }, ['']],
  ['stored', { basis: 'stored' }, ['Brook End']],
  ['stored under a contract', { basis: 'contract' }, ['Brook End']],
  ['weighed by another device, which does not say', {}, ['', 'Brook End']],
  ['cut on a field', { kind: 'field', from: bay }, ['']],
])('a load that is %s is of %j', (_what, part, owners) => {
  expect(ownersOf(part)).toEqual(owners)
})

test('until it is weighed again a load is as that lorry usually has it, or as the others have', () => {
  const weightOf = (weighed: Ticket) => comingOf(ticket, weighed, ground).weight
  expect(weightOf(ticket)).toBe(28_460)
  expect(weightOf({ ...ticket, vehicle: 'NEW 1' })).toBe(28_460)
  expect(weightOf({ ...ticket, empty: 15_000 })).toBe(27_660)
})

test('a load keeps its harvest, and has the ranks of its grades alone', () => {
  const grains = [
    [1, 11, 1],
    [1, 14, 4],
    [2, 21, 1],
  ].map(([id = 0, grade = 0, rank = 0]) => ({
    ...ticket.grain,
    key: '',
    gradeName: '',
    varieties: [],
    id,
    grade,
    rank,
  }))
  const coming = comingOf(ticket, ticket, { ...ground, grains })
  expect(coming.harvestYear).toBe('2026')
  expect([...coming.ranks]).toEqual([
    [11, 1],
    [14, 4],
  ])
})
