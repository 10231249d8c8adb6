import { expect, test } from 'vitest'
import { partsOfPattern, patternOf, seriesFaults, type SeriesRule } from './series-rules.ts'

test.each([
  ['{0}', { prefix: '', digits: 1, suffix: '' }],
  ['{store}-{yy}-{0000}', { prefix: '{store}-{yy}-', digits: 4, suffix: '' }],
  ['WB {000}/{yyyy}', { prefix: 'WB ', digits: 3, suffix: '/{yyyy}' }],
])('%s is taken apart and put together again', (pattern, parts) => {
  expect(partsOfPattern(pattern)).toEqual(parts)
  expect(patternOf(parts)).toBe(pattern)
})

test.each(['', '12', '{}', '{1}', '{0}-{0}', '{shop}-{0}', '{0', '{00000000000}', '{0}\u0007'])(
  '%j is no pattern',
  (pattern) => {
    expect(partsOfPattern(pattern)).toBeUndefined()
  },
)

const plain: SeriesRule = { pattern: '{0}', restarts: 'never', byStore: false }
test.each([
  ['ticket-in', plain, []],
  ['ticket-in', { ...plain, pattern: '7' }, [['series[0].pattern', 'pattern']]],
  ['ticket-in', { ...plain, byStore: true }, [['series[0].pattern', 'required']]],
  ['ticket-in', { ...plain, byStore: true, pattern: '{store}{0}' }, []],
  ['ticket-in', { ...plain, restarts: 'harvest-year' }, [['series[0].pattern', 'required']]],
  ['ticket-in', { ...plain, restarts: 'calendar-year', pattern: '{yy}-{0}' }, []],
  [
    'transfer',
    { pattern: '{0}', restarts: 'calendar-year', byStore: true },
    [
      ['series[0].pattern', 'required'],
      ['series[0].pattern', 'required'],
    ],
  ],
  ['statement', { ...plain, pattern: '{store}{0}' }, [['series[0].pattern', 'contradiction']]],
  ['count', { ...plain, byStore: true }, [['series[0].byStore', 'contradiction']]],
] as const)('a series of %s with %j', (kind, rule, faults) => {
  expect(seriesFaults('series[0]', kind, rule).map(({ path, code }) => [path, code])).toEqual(faults)
})
