import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growth, type MemorySample } from '../bench/report/memory.ts'
import { FIGURES, writeDocument } from '../bench/report/document.ts'
import { goalRows, isMet, type Section } from '../bench/report/section.ts'

// docs/performance.md is made from figures that measurements keep. Whoever changes it by hand, or changes how it is made without
// making it again (`node bench/document.ts`), is told here.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'granary-performance-'))
  await writeDocument({ document: path.join(folder, 'performance.md') })
})
afterAll(() => rm(folder, { recursive: true }))

test('the document is what the kept figures say', async () => {
  const kept = path.join(FIGURES, '..', 'performance.md')
  expect(await readFile(path.join(folder, 'performance.md'), 'utf8')).toBe(await readFile(kept, 'utf8'))
})

test('so are its plots, and there are no others', async () => {
  const plotsOf = async (directory: string) =>
    (await readdir(directory)).filter((name) => name.endsWith('.svg')).toSorted()
  const made = path.join(folder, 'performance')
  const names = await plotsOf(made)
  expect(await plotsOf(FIGURES)).toEqual(names)
  for (const name of names) {
    expect(await readFile(path.join(FIGURES, name), 'utf8'), name).toBe(
      await readFile(path.join(made, name), 'utf8'),
    )
  }
})

describe('a goal is met', () => {
  test.each([
    { bound: { atLeast: 60 }, figure: 60, met: true },
    { bound: { atLeast: 60 }, figure: 59.9, met: false },
    { bound: { atMost: 1.5 }, figure: 1.5, met: true },
    { bound: { atMost: 1.5 }, figure: 1.51, met: false },
    { bound: { under: 50 }, figure: 49.9, met: true },
    { bound: { under: 50 }, figure: 50, met: false },
  ])('$bound by $figure: $met', ({ bound, figure, met }) => {
    expect(isMet(bound, figure)).toBe(met)
  })
})

describe('what was not measured, or too little of it, is not met', () => {
  const section: Section<{ seconds?: number }> = {
    name: 'sowing',
    heading: 'Sowing',
    text: () => '',
    tables: () => '',
    plots: () => [],
    goals: [{ what: 'a field', unit: 's', under: 60, figure: ({ seconds }) => seconds }],
  }
  test.each([
    { result: undefined, row: ['a field', 'under 60 s', 'not measured', 'not known'] },
    { result: {}, row: ['a field', 'under 60 s', 'not measured', 'not known'] },
    { result: { seconds: Number.NaN }, row: ['a field', 'under 60 s', 'not measured', 'not known'] },
    { result: { seconds: 12.34 }, row: ['a field', 'under 60 s', '12.3 s', 'yes'] },
  ])('$result', ({ result, row }) => {
    expect(goalRows(section, result)).toEqual([row])
  })
})

describe('growth of memory', () => {
  const grown = (megabytes: (requests: number) => number): MemorySample[] =>
    Array.from({ length: 11 }, (_sample, place) => {
      const requests = place * 100_000
      return { requests, heap: megabytes(requests), external: 1, resident: 300 }
    })
  test.each([
    { name: 'none', heap: () => 80, growth: 0 },
    { name: 'half a megabyte', heap: (requests: number) => 80 + requests / 200_000, growth: 0.5 },
    {
      name: 'only in the first half, which does not count',
      heap: (requests: number) => Math.min(requests, 500_000) / 10_000,
      growth: 0,
    },
  ])('$name', ({ heap, growth: expected }) => {
    expect(growth(grown(heap), 'heap')).toBeCloseTo(expected, 6)
  })
})
