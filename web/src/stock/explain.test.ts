import { expect, test } from 'vitest'
import { sidesOf, stepOf, explainedSteps } from './explain.ts'
import type { Entry } from './timeline.ts'

const figures = { unit: 'kg', initial: 0, harvested: 0, total: 0, loss: 0, sold: 0, current: 0 } as const

test.each([
  ['nothing yet', {}, ['here']],
  [
    'off the field, part of it sold',
    { harvested: 341.36, total: 341.36, sold: 169.98, current: 171.38 },
    ['harvested', 'sold', 'here'],
  ],
  [
    'came in and was counted short',
    { total: 124.64, loss: 1.54, current: 123.1 },
    ['cameIn', 'lost', 'here'],
  ],
  ['found', { total: 10, loss: -0.001, current: 10.001 }, ['cameIn', 'found', 'here']],
  [
    'moved on',
    { harvested: 0.1, total: 0.3, loss: 0.007, current: 0.2 },
    ['harvested', 'cameIn', 'lost', 'movedOn', 'here'],
  ],
])('the steps of stock close to the gram: %s', (_name, given, kinds) => {
  const steps = explainedSteps({ ...figures, ...given })
  expect(steps.map(({ kind }) => kind)).toEqual(kinds)
  const changes = steps.slice(0, -1).map(({ kg }) => Math.round(kg * 1000))
  expect(changes.reduce((sum, each) => sum + each, 0)).toBe(Math.round((steps.at(-1)?.kg ?? NaN) * 1000))
})

const entry = (given: Partial<Entry> & { sold?: boolean }): Entry =>
  ({
    kind: 'in',
    at: '2026-08-01T10:00:00Z',
    source: { details: { sold: given.sold ?? false } },
    ...given,
  }) as Entry

test.each([
  ['a load off a field', { change: 5, isFromField: true }, 'harvested'],
  ['a load from a supplier', { change: 5 }, 'cameIn'],
  ['a count that found some', { kind: 'count', change: 1 }, 'found'],
  ['a correction', { kind: 'correction', change: -1 }, 'lost'],
  ['a sale', { kind: 'out', change: -5, sold: true }, 'sold'],
  ['to another bay', { kind: 'out', change: -5 }, 'movedOn'],
  ['not weighed', { change: undefined }, undefined],
  ['a plan', { change: 5, at: '2999-01-01T00:00:00Z' }, undefined],
  ['taken back', { change: 5, takenBack: { at: '', by: '' } }, undefined],
] as const)('an entry is part of a bar: %s', (_name, given, step) => {
  expect(stepOf(entry(given))).toBe(step)
})

const load = {
  storageId: '',
  substorageId: 0,
  organisationId: '',
  reasonId: 0,
  reason: '',
  payer: '' as const,
  movementId: 1,
  documentNumber: '',
  movementDateUTC: '',
}
const gone = (organisationName: string, weight: number) => ({
  ...load,
  type: 'outbound' as const,
  recordId: '',
  name: '',
  organisationName,
  weight,
  share: weight,
})

const cameFrom = (organisationName: string, weight: number, share: number) => ({
  ...gone(organisationName, weight),
  type: 'sender' as const,
  fieldId: '',
  fieldName: '',
  variety: '',
  grade: { id: 0, name: '' },
  share,
})

test('both sides weigh the same: what was dried away since stands beside what lies there', () => {
  const { from, to } = sidesOf({
    madeOf: [cameFrom('Brook', 23_593.66, 100)],
    wentTo: [gone('here', 23_593.66), gone('drier', 1586.34)],
  })
  expect(from.map(({ type, kg }) => [type, kg])).toEqual([
    ['sender', 23_593.66],
    ['gone', 1586.34],
  ])
  expect(from[0]?.share).toBeCloseTo(93.7)
  const weight = (sides: typeof from) => sides.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0)
  expect(weight(from)).toBe(weight(to))
})

test('loads to one receiver are one side, which has them all', () => {
  const { to } = sidesOf({
    madeOf: [],
    wentTo: [gone('Mill', 10.001), gone('Port', 5), gone('Mill', 20.002)],
  })
  expect(to.map(({ label, kg, parts }) => [label, kg, parts.length])).toEqual([
    ['Mill', 30.003, 2],
    ['Port', 5, 0],
  ])
})

test('over twelve sides the smallest are others, and nothing is lost', () => {
  const { to } = sidesOf({
    madeOf: [],
    wentTo: Array.from({ length: 15 }, (_each, index) => gone(`R${index}`, index + 1)),
  })
  expect(to).toHaveLength(12)
  expect(to.at(-1)).toMatchObject({ type: 'others', kg: 1 + 2 + 3 + 4 })
  expect(to.reduce((sum, { kg }) => sum + kg, 0)).toBe(120)
})
