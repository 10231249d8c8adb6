import { expect, test } from 'vitest'
import { loadColumns } from './load-columns.ts'
import { statedMoment, weigh, yesOrNo } from './load-rules.ts'
import { ANYBODY, render } from '../../../words/render.ts'

test.each([
  [{ date: '2026-08-12' }, '2026-08-12', false],
  [{ date: '2026-08-12', time: '9:15' }, '2026-08-12T09:15', true],
  [{ date: '2026-08-12', time: '2:30 PM' }, '2026-08-12T14:30', true],
  [{ date: '2026-08-12T08:00', time: '08:00:10' }, '2026-08-12T08:00', true],
  [{ date: '2026-08-12T00:00', time: '9:15' }, '2026-08-12T09:15', true],
  [{ date: '2026-08-12T08:00:00Z', time: '9:00' }, '2026-08-12T08:00:00Z', true],
  [{ date: '2026-08-12', time: 'noon' }, '2026-08-12', false],
])('%j is the moment %j', (said, moment, hasTime) => {
  expect(statedMoment(said)).toEqual({ moment, hasTime, warnings: [] })
})

test('a time that says something else than the date beside it is said', () => {
  expect(statedMoment({ time: '9:15' })).toBeUndefined()
  const said = statedMoment({ date: '2026-08-12T08:00', time: '9:15 PM' })
  expect(said).toMatchObject({ moment: '2026-08-12T08:00', hasTime: true })
  expect(said?.warnings.map((each) => render(each, ANYBODY))).toEqual([
    'The date says 08:00, and the time beside it 21:15: 08:00 is taken.',
  ])
})

test.each([
  ['Yes', true],
  ['ja', true],
  ['OUI', true],
  ['nein', false],
  ['0', false],
  ['perhaps', undefined],
])('%j is %j', (text, expected) => {
  expect(yesOrNo(text)).toBe(expected)
})

test.each([
  ['all three', 42_660, 14_200, 28_460, { net: 28_460, full: 42_660, empty: 14_200 }],
  [
    'three that agree to half a kilogram',
    42_660,
    14_200,
    28_460.5,
    { net: 28_460, full: 42_660, empty: 14_200 },
  ],
  ['three that do not', 42_660, 14_200, 28_461, 'weight contradiction'],
  ['gross and tare', 42_660, 14_200, undefined, { net: 28_460, full: 42_660, empty: 14_200 }],
  ['gross and net', 42_660, undefined, 28_460, { net: 28_460, full: 42_660, empty: 14_200 }],
  ['tare and net', undefined, 14_200, 28_460, { net: 28_460, full: 42_660, empty: 14_200 }],
  ['net', undefined, undefined, 28_460, { net: 28_460, full: null, empty: null }],
  ['gross alone', 42_660, undefined, undefined, 'weight required'],
  ['nothing', undefined, undefined, undefined, 'weight required'],
  ['a net of nothing', undefined, undefined, 0, 'weight minimum'],
  ['less than nothing', undefined, undefined, -1, 'weight minimum'],
  ['a gross below the tare', 14_200, 42_660, undefined, 'gross full_not_above_empty'],
  ['a gross below the net', 14_200, undefined, 28_460, 'gross full_not_above_empty'],
])('%s', (_case, gross, tare, net, expected) => {
  const result = weigh({ gross, tare, net })
  expect('weighed' in result ? result.weighed : `${result.wrong.column} ${result.wrong.code}`).toEqual(
    expected,
  )
})

test('no word of a header is that of two columns', () => {
  const folded = (name: string) => name.toLowerCase().replaceAll(/[\s-]/g, '')
  const words = Object.values(loadColumns).flatMap(({ title, aliases }) => [
    ...new Set([title.replace(/ \(.*\)$/, ''), ...aliases].map(folded)),
  ])
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})
