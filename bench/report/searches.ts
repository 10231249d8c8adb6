import type { Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** One way to ask, with how long its answers took in milliseconds. */
export interface Searched {
  name: string
  asked: number
  p50: number
  p95: number
  max: number
}

/** What bench/searches.ts measures. */
export interface SearchesResult extends Measured {
  searched: Searched[]
  /** What a process holds more after it was asked in 500,000 records. */
  memoryMegabytes: number
}

const p95 = ({ searched }: SearchesResult, name: string) => searched.find((each) => each.name === name)?.p95

function ratio(result: SearchesResult, name: string, alone: string): number | undefined {
  const [one, other] = [p95(result, name), p95(result, alone)]
  return one === undefined || other === undefined ? undefined : one / other
}

/** Record searches beside many others, and in a large organisation. */
export const searchesSection: Section<SearchesResult> = {
  name: 'searches',
  heading: 'Searches beside others',
  text: () =>
    `Record searches with all facets and twenty documents, by one client: all, a crop, a crop of a year by weight, stock in stores by name, and
that of one grower. In turn means that each organisation asks when all others have asked. Soon after a start a process puts together what organisations with many
records are searched by, and keeps it in the database for every process; the first of all are asked before that is done. \`node bench/searches.ts\`.`,
  tables: ({ searched, memoryMegabytes }) =>
    `${markdownTable(
      ['asked', 'times', 'median, ms', 'p95, ms', 'slowest, ms'],
      searched.map(({ name, asked, p50, p95: most, max }) => [
        name,
        thousands(asked),
        digits(p50),
        digits(most),
        digits(max),
      ]),
    )}\n\nAsked in 500,000 records a process holds ${digits(memoryMegabytes)} MB more.`,
  plots: () => [],
  goals: [
    {
      what: 'p95 of 9 organisations of 50,000 records in turn, beside one alone',
      unit: 'times',
      atMost: 2,
      figure: (result) => ratio(result, '9 × 50,000 records in turn', '50,000 records alone'),
    },
    {
      what: 'p95 of 200 organisations of 2,500 records in turn, beside one alone',
      unit: 'times',
      atMost: 2,
      figure: (result) => ratio(result, '200 × 2,500 records in turn', '2,500 records alone'),
    },
    {
      what: 'first search after a start, 50,000 records',
      unit: 'ms',
      under: 300,
      figure: (result) => p95(result, 'first after a start, 50,000 records'),
    },
    {
      what: 'first search after a start, 500,000 records',
      unit: 'ms',
      under: 2000,
      figure: (result) => p95(result, 'first after a start, 500,000 records'),
    },
    {
      what: 'p95 of a search in 500,000 records',
      unit: 'ms',
      under: 150,
      figure: (result) => p95(result, '500,000 records'),
    },
    {
      what: 'memory for 500,000 records',
      unit: 'MB',
      atMost: 100,
      figure: ({ memoryMegabytes }) => memoryMegabytes,
    },
  ],
}
