import { describe, expect, test } from 'vitest'
import { fc } from '../../../../test/seed.ts'
import { TextColumn } from './columns.ts'
import { firstInOrder, IndexRows, type IndexRow } from './rows.ts'

/** Rows in memory against the same in plain JavaScript: counting through the database is `search.test.ts`. */

interface Load {
  id: string
  grain: string | null
  tags: string[]
  grams: number | null
}

const shapeOf = ({ isCaseless = false } = {}) => ({
  filters: [
    { name: 'grain', isArray: false, isCaseless },
    { name: 'tags', isArray: true, isCaseless },
  ],
  measures: [1000],
  sorts: ['grain', 'grams'],
  marks: ['isHeavy'],
  sums: ['grams'],
})
const makeRows = (options = {}) => new IndexRows(shapeOf(options))

/** An id by a hexadecimal digit, in the order of the digits; many end alike, and so meet in the index. */
const idOf = (digit: string) => `${digit.repeat(8)}-0000-7000-8000-0000000000f${Number(`0x${digit}`) % 3}`

const isHeavy = ({ grams }: Load) => (grams ?? 0) > 500
const rowOf = (load: Load): IndexRow => [
  load.id,
  0,
  null,
  JSON.stringify([[load.grain, load.tags], [isHeavy(load)]]),
  [load.grams],
  [load.grain ?? '', load.grams ?? 0],
  [load.grams ?? 0],
]

const anyLoad = fc.record({
  // Few ids, so that rows are changed as often as they are added.
  id: fc.constantFrom(...'0123456789abcdef').map(idOf),
  // Their order is not that of JavaScript's sixteen-bit units.
  grain: fc.constantFrom(null, 'wheat', 'barley', '\u{1f33e}', '\uff57'),
  tags: fc.array(fc.constantFrom('dry', 'early', 'seed'), { maxLength: 3 }),
  grams: fc.option(fc.integer({ min: 0, max: 1000 })),
})
const anySteps = fc.array(
  fc.oneof(anyLoad, fc.record({ removed: fc.constantFrom(...'0123456789abcdef').map(idOf) })),
  {
    maxLength: 60,
  },
)

/** The rows as another process gets them. */
function sent(rows: IndexRows): Promise<IndexRows> {
  const columns = rows.pack().values()
  return IndexRows.unpack(shapeOf(), () => Promise.resolve(columns.next().value ?? new Uint8Array()))
}

/** Half way the rows go to another process. */
async function play(steps: (Load | { removed: string })[]): Promise<{ rows: IndexRows; loads: Load[] }> {
  let rows = makeRows()
  const loads = new Map<string, Load>()
  for (const [place, step] of steps.entries()) {
    if (place === Math.floor(steps.length / 2)) rows = await sent(rows)
    if ('removed' in step) {
      rows.remove(step.removed)
      loads.delete(step.removed)
    } else {
      rows.set(rowOf(step))
      loads.set(step.id, step)
    }
  }
  return { rows, loads: [...loads.values()] }
}

function sumsBy(loads: Load[], keysOf: (load: Load) => (string | null)[][]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const load of loads) {
    for (const key of keysOf(load))
      sums[JSON.stringify(key)] = (sums[JSON.stringify(key)] ?? 0) + (load.grams ?? 0)
  }
  return sums
}

describe('rows in memory', () => {
  test('are found, ordered and added up as they stand after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySteps,
        fc.option(fc.boolean(), { nil: undefined }),
        fc.boolean(),
        async (steps, wanted, isDescending) => {
          const { rows, loads } = await play(steps)
          const found = loads.filter((load) => wanted === undefined || isHeavy(load) === wanted)
          const question = {
            selection: new Map<string, string[]>(),
            wanted: wanted === undefined ? {} : { isHeavy: wanted },
            groups: { grains: ['grain'], tags: ['tags'], both: ['grain', 'tags'] },
          }
          const answer = rows.answer({ ...question, sortBy: 'grain', isDescending, page: undefined })
          const bytes = ({ grain, id }: Load) => Buffer.from(`${grain ?? ''}\u0000${id}`)
          const inOrder = found.toSorted(
            (a, b) => (isDescending ? -1 : 1) * Buffer.compare(bytes(a), bytes(b)),
          )

          expect(rows.size).toBe(loads.length)
          expect(rows.groups(question)).toEqual(answer.groups)
          expect(rows.ids({ ...question, sortBy: 'grain', isDescending, page: undefined })).toEqual(
            answer.ids,
          )
          const hits = (answer.groups['grains'] ?? []).map((group) => group.hits)
          expect(hits.reduce((sum, each) => sum + each, 0)).toBe(found.length)
          expect(answer.ids).toEqual(inOrder.map(({ id }) => id))
          expect(answer.totalDocs).toBe(found.length)
          const grams = found.flatMap((load) => load.grams ?? [])
          expect(answer.figures).toMatchObject([
            grams.length === 0
              ? { count: 0, sum: 0, min: 0, max: 0 }
              : {
                  count: grams.length,
                  sum: grams.reduce((sum, each) => sum + each, 0) / 1000,
                  min: Math.min(...grams) / 1000,
                  max: Math.max(...grams) / 1000,
                },
          ])
          const sums = (name: string) =>
            Object.fromEntries(
              (answer.groups[name] ?? []).map(({ values, sums: { grams } }) => [
                JSON.stringify(values),
                grams,
              ]),
            )
          const tagsOf = ({ tags }: Load) => [...new Set(tags)]
          expect(sums('grains')).toEqual(sumsBy(found, ({ grain }) => [[grain]]))
          expect(sums('tags')).toEqual(sumsBy(found, (load) => tagsOf(load).map((tag) => [tag])))
          expect(sums('both')).toEqual(sumsBy(found, (load) => tagsOf(load).map((tag) => [load.grain, tag])))
        },
      ),
    )
  })

  test('have texts that differ by case alone as one, where case says nothing', () => {
    const rows = makeRows({ isCaseless: true })
    const tags = [['dry', 'Dry'], ['DRY'], ['dry', 'seed'], ['dry']]
    for (const [place, own] of tags.entries())
      rows.set(rowOf({ id: idOf(`${place}`), grain: place === 0 ? 'Wheat' : 'WHEAT', tags: own, grams: 1 }))
    const selection = new Map([
      ['tags', ['DrY']],
      ['grain', ['wheat']],
    ])
    const page = { limit: 10, offset: 0 }
    const groups = { grains: ['grain'] }
    const asked = { selection, wanted: {}, groups, sortBy: 'grams', isDescending: false, page }
    const answer = rows.answer(asked)
    const hits = (name: string) => answer.terms.get(name)?.map((term) => [term.id, term.hits])
    expect(answer.ids).toEqual(['0', '1', '2', '3'].map(idOf))
    expect(hits('tags')?.toSorted()).toEqual([
      ['dry', 4],
      ['seed', 1],
    ])
    expect(hits('grain')).toEqual([['WHEAT', 4]])
    expect(answer.groups['grains']).toEqual([{ values: ['WHEAT'], hits: 4, sums: { grams: 4 } }])
  })

  test('say which of them do not hold at a moment', () => {
    const rows = makeRows()
    const [id, , , ...rest] = rowOf({ id: idOf('a'), grain: null, tags: [], grams: 1 })
    rows.set([id, 100, 200, ...rest])
    expect([99, 100, 199, 200].map((at) => rows.idsNotHolding(at))).toEqual([
      [idOf('a')],
      [],
      [],
      [idOf('a')],
    ])
  })

  test('are worn when names that nobody has any more pile up', () => {
    const rows = makeRows()
    const rename = (times: number) => {
      for (let time = 0; time < times; time++)
        rows.set(rowOf({ id: idOf('a'), grain: `grain ${time}`, tags: [], grams: 1 }))
    }
    rename(9_000)
    expect(rows.isWorn).toBe(false)
    rename(11_000)
    expect(rows.isWorn).toBe(true)
  })
})

test('the first in order are those that sorting puts first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000), { maxLength: 200 }), fc.nat(30), (values, count) => {
      const first = firstInOrder(Uint32Array.from(values), count, (a, b) => a - b)
      expect([...first]).toEqual(values.toSorted((a, b) => a - b).slice(0, count))
    }),
  )
})

test('a value that no row ever had passes nothing, and nothing is no value', () => {
  const column = new TextColumn()
  column.set(0, null)
  column.set(1, '')
  expect([...column.passing(['rye'])]).toEqual([0, 0])
  expect([...column.passing([''])]).toEqual([0, 1])
})
