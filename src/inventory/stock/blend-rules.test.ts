import { describe, expect, it } from 'vitest'
import { message } from '../../words/catalogue.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { blend, messagesOfChanges, type BlendTerms, type Change, type Lot } from './blend-rules.ts'

// Grades 1 to 3, the best first.
const terms: BlendTerms = {
  gradeRank: (id) => id,
  // 11 is what another type calls the first.
  gradeName: (id) => (id === null ? null : `Group ${id === 11 ? 1 : id}`),
  typeName: (id) => ({ 0: 'Mixed', 101: 'Winter' })[id] ?? 'Spring',
  segregation: (tagIds) => String(tagIds.includes(9)),
  mixedType: 0,
  mixedVariety: 'Mixed',
}
const lot = (differs: Partial<Lot> = {}): Lot => ({
  typeId: 101,
  gradeId: 1,
  variety: 'Skyfall',
  tagIds: [1, 5],
  quality: {},
  uncleanedShare: 0,
  grams: 100,
  ...differs,
})
const moisture = (value: number, metric = '%') => ({ Moisture: { value, metric } })

describe('a blend', () => {
  const rows: [
    what: string,
    present: Partial<Lot>,
    arriving: Partial<Lot>,
    expected: Partial<Lot>,
    changes: string[],
  ][] = [
    ['of like with like is the same', {}, {}, {}, []],
    [
      'keeps the tags by which a correction has set it apart since the other was planned',
      { tagIds: [5, 9] },
      { tagIds: [5] },
      { tagIds: [5, 9] },
      ['only tags in common are kept'],
    ],
    ['has the lower grade', {}, { gradeId: 3 }, { gradeId: 3 }, ['the grade is now Group 3']],
    [
      'keeps a grade that is lower already, and says so of what came',
      { gradeId: 3 },
      {},
      { gradeId: 3 },
      ['the grade stays Group 3'],
    ],
    [
      'of two types and grades is of neither type and of no grade',
      {},
      { gradeId: 2, typeId: 102 },
      { gradeId: null, typeId: 0, variety: 'Mixed' },
      ['the type is now Mixed', 'the grade is now unknown', 'the variety is now Mixed'],
    ],
    [
      'of two types keeps a grade that both call the same, by the id of the larger share',
      {},
      { gradeId: 11, typeId: 102, grams: 200 },
      { gradeId: 11, typeId: 0, variety: 'Mixed' },
      ['the type is now Mixed', 'the variety is now Mixed'],
    ],
    [
      'of mixed types keeps a grade that what comes calls the same',
      { gradeId: 11, typeId: 0, variety: 'Mixed', grams: 50 },
      {},
      { gradeId: 1, typeId: 0, variety: 'Mixed' },
      ['the type stays Mixed', 'the variety stays Mixed'],
    ],
    [
      'of what is of mixed types has no grade where they are called otherwise',
      { gradeId: 1, typeId: 0, variety: 'Mixed' },
      { gradeId: 2, typeId: 0, variety: 'Mixed' },
      { gradeId: null, typeId: 0, variety: 'Mixed' },
      ['the grade is now unknown'],
    ],
    [
      'with what is not graded has no grade',
      {},
      { gradeId: null },
      { gradeId: null },
      ['the grade is now unknown'],
    ],
    [
      'of two varieties is Mixed',
      {},
      { variety: 'Crusoe' },
      { variety: 'Mixed' },
      ['the variety is now Mixed'],
    ],
    ['keeps its spelling beside another one', { variety: 'SKYFALL' }, {}, { variety: 'SKYFALL' }, []],
    ['stays Mixed', { variety: 'Mixed' }, {}, { variety: 'Mixed' }, ['the variety stays Mixed']],
    [
      'of what was mixed before is like with like',
      { variety: 'Mixed' },
      { variety: 'Mixed' },
      { variety: 'Mixed' },
      [],
    ],
    ['keeps the tags in common', {}, { tagIds: [5, 9] }, { tagIds: [5] }, ['only tags in common are kept']],
    ['gains no tags', { tagIds: [5] }, {}, { tagIds: [5] }, ['only tags in common are kept']],
    [
      'has the mean quality by weight',
      { quality: moisture(15), grams: 300 },
      { quality: moisture(13), grams: 100 },
      { quality: moisture(14.5) },
      ['the Moisture is now 14.5 %'],
    ],
    [
      'has the mean of a quality in any case of its name',
      { quality: { Protein: { value: 13, metric: '%' } } },
      { quality: { protein: { value: 11, metric: '%' } } },
      { quality: { Protein: { value: 12, metric: '%' } } },
      ['the Protein is now 12 %'],
    ],
    [
      'has the mean of a quality without a metric',
      { quality: moisture(15, '') },
      { quality: moisture(13, '') },
      { quality: moisture(14, '') },
      ['the Moisture is now 14'],
    ],
    [
      'keeps a quality that both have',
      { quality: moisture(15) },
      { quality: moisture(15) },
      { quality: moisture(15) },
      [],
    ],
    [
      'keeps a quality that so little changes nothing of',
      { quality: moisture(15), grams: 100_000 },
      { quality: moisture(14), grams: 1 },
      { quality: moisture(15) },
      [],
    ],
    [
      'drops a quality that what came has not',
      { quality: moisture(15) },
      {},
      { quality: {} },
      ['the Moisture is no longer known'],
    ],
    ['has no quality that what came has alone', {}, { quality: moisture(15) }, { quality: {} }, []],
    [
      'drops a quality in two metrics',
      { quality: moisture(15) },
      { quality: moisture(0.15, 'fraction') },
      { quality: {} },
      ['the Moisture is no longer known'],
    ],
  ]
  it.each(rows)('%s', (_what, present, arriving, expected, changes) => {
    const { grams: _, ...description } = lot({ ...present, quality: {}, ...expected })
    const blended = blend(lot(present), lot(arriving), terms)
    expect(blended.description).toEqual(description)
    expect(blended.changes.map(({ says }) => render(says, ANYBODY))).toEqual(changes)
  })
})

describe('what is said of changes', () => {
  const named = (name: string): Change => ({ says: message('isStillCalled', { what: 'grade', name }) })
  const figure = (name: string, value = 12): Change => ({
    figure: name.toLowerCase(),
    says: message('figureIsNow', { figure: name, value, metric: '%', isPlanned: false }),
  })
  const figures = (names: string) => [...names].map((name) => figure(name))
  const four = 'the A is now 12 %; the B is now 12 %; the C is now 12 %; the D is now 12 %'
  const rows: [what: string, changes: Change[], said: string][] = [
    [
      'is all of them',
      [named('a'), named('b'), figure('Oil')],
      'the grade stays a; the grade stays b; the Oil is now 12 %',
    ],
    ['is each once', [named('a'), named('b'), named('a')], 'the grade stays a; the grade stays b'],
    [
      'is of a figure what the last load made of it, behind what the heap is called',
      [named('a'), figure('Oil', 12), figure('Moisture'), named('b'), figure('Oil', 11)],
      'the grade stays a; the grade stays b; the Oil is now 11 %; the Moisture is now 12 %',
    ],
    ['names four figures', figures('ABCD'), four],
    ['counts a fifth', figures('ABCDE'), `${four}; 1 more figure changed`],
    [
      'counts more than that, and leaves out no name',
      [...figures('ABCDEF'), named('x')],
      `the grade stays x; ${four}; 2 more figures changed`,
    ],
  ]
  it.each(rows)('%s', (_what, changes, said) => {
    expect(
      messagesOfChanges(changes)
        .map((each) => render(each, ANYBODY))
        .join('; '),
    ).toBe(said)
  })
})
