import { expect, test } from 'vitest'
import { blankSession, percentOf, sessionBodyOf, type SessionDraft } from './draft.ts'

const read = { language: 'en', timeZone: 'Europe/London', kg: undefined } as const
const draft = (part: Partial<SessionDraft> = {}): SessionDraft => ({
  ...blankSession(),
  name: ' Year end ',
  ...part,
})

test.each<[string, Partial<SessionDraft>, object | undefined]>([
  ['all stores as of now', {}, { name: 'Year end', isBlind: false }],
  ['no name', { name: ' ' }, undefined],
  [
    'the close of a day',
    { when: 'day', day: '2026-08-31' },
    { name: 'Year end', isBlind: false, cutOffISO: '2026-08-31' },
  ],
  ['no day yet', { when: 'day' }, undefined],
  [
    'a moment on the farm’s clock',
    { when: 'moment', day: '2026-08-31', time: '18:00' },
    { name: 'Year end', isBlind: false, cutOffISO: '2026-08-31T17:00:00.000Z' },
  ],
  ['no time yet', { when: 'moment', day: '2026-08-31' }, undefined],
  ['no bay yet', { isAll: false }, undefined],
  [
    'some bays, blind, with a tolerance and people',
    { isAll: false, bayIds: [7], isBlind: true, percent: '1.5 %', counterIds: ['jim'], approverIds: ['ann'] },
    {
      name: 'Year end',
      isBlind: true,
      storageIds: [],
      substorageIds: [7],
      tolerance: { percent: 1.5 },
      counterIds: ['jim'],
      approverIds: ['ann'],
    },
  ],
  ['a weight that cannot be read', { weight: 'much' }, undefined],
  ['more than all', { percent: '101' }, undefined],
])('%s', (_name, typed, expected) => {
  expect(sessionBodyOf(draft(typed), read)).toEqual(expected)
})

test('a weight is a tolerance of its own', () => {
  expect(sessionBodyOf(draft({ weight: '0.5' }), { ...read, kg: 500 })).toMatchObject({
    tolerance: { weight: 500 },
  })
})

test('per cent are read as the language writes them', () => {
  expect([percentOf('', 'de'), percentOf('0,5', 'de'), percentOf('x', 'de')]).toEqual([null, 0.5, undefined])
})
