import { linePlot } from './plot.ts'
import type { Measured, Section, Timing } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** What bench/latency.ts measures: each question's timings, and what there is, by size of the history. */
export interface LatencyResult extends Measured {
  runs: number
  subjects: {
    entries: number
    records: number
    plantings: number
    /** Milliseconds of the first search after a start. */
    first: number
  }[]
  timings: Timing[][]
}

export const FACETS = 'records: search with all facets'
/** What the plot shows: of all that is measured, one of each kind. */
const PLOTTED = [
  FACETS,
  'position on a past day',
  'storage list',
  'one record with its timeline',
  'movements of a week',
  'harvest plans: search',
]

const MOST = 1_000_000
/** The longest history, if it is as long as the promises say. */
const longest = ({ subjects }: LatencyResult) => ((subjects.at(-1)?.entries ?? 0) >= MOST ? -1 : undefined)
const p95 = (result: LatencyResult, name: string, place: number) =>
  result.timings.find(([first]) => first?.name === name)?.at(place)?.p95 ?? Number.NaN
const positions = ['position now', 'position on a past day', 'position on a future day']

const goals: Section<LatencyResult>['goals'] = [
  {
    what: 'search with facets over 50,000 records, p95',
    unit: 'ms',
    under: 50,
    figure: (result) =>
      (result.subjects.at(-1)?.records ?? 0) >= 50_000 ? p95(result, FACETS, -1) : undefined,
  },
  {
    what: 'position on any date over 1,000,000 entries, p95',
    unit: 'ms',
    under: 50,
    figure: (result) => {
      const place = longest(result)
      return place && Math.max(...positions.map((name) => p95(result, name, place)))
    },
  },
  {
    what: 'position on any date, p95 at 1,000,000 entries beside the shortest history',
    unit: 'times',
    atMost: 1.5,
    figure: (result) => {
      const place = longest(result)
      return place && Math.max(...positions.map((name) => p95(result, name, place) / p95(result, name, 0)))
    },
  },
]

function section(engine: 'postgresql' | 'pglite'): Section<LatencyResult> {
  const isEmbedded = engine === 'pglite'
  const command = `node bench/latency.ts${isEmbedded ? ' --engine pglite' : ''}`
  return {
    name: `latency-${engine}`,
    heading: isEmbedded ? 'Latency as history grows, embedded database' : 'Latency as history grows',
    text: ({ runs }) =>
      `The same 250 bays after ten weeks, two years and twenty years; what lies in them today is the same. Besides, a farm of up to 250
fields a year. \`${command}\`: one request at a time, ${runs} runs each after warming up, the sizes in turn, so that other work on the machine
meets them alike.`,
    tables,
    plots: (result) => [
      {
        name: `latency-${engine}`,
        shows: 'How long questions take on a longer and longer history, 95th percentile',
        svg: plot(result, isEmbedded),
      },
    ],
    goals: isEmbedded ? [] : goals,
  }
}

/** On PostgreSQL, and on the embedded database. */
export const latencySections = [section('postgresql'), section('pglite')]

function tables({ subjects, timings }: LatencyResult): string {
  const ratio = (last: number | undefined, first: number | undefined) =>
    ((last ?? Number.NaN) / (first ?? Number.NaN)).toFixed(1)
  return markdownTable(
    [
      'milliseconds, p50 / p95',
      ...subjects.map(({ entries }) => `${thousands(entries)} entries`),
      'p50, last to first',
      'p95, last to first',
    ],
    [
      ['_records in all_', ...subjects.map(({ records }) => thousands(records)), '', ''],
      ['_plantings in all_', ...subjects.map(({ plantings }) => thousands(plantings)), '', ''],
      ...timings.map((own) => [
        own[0]?.name ?? '',
        ...own.map((each) => `${digits(each.p50)} / ${digits(each.p95)}`),
        ratio(own.at(-1)?.p50, own[0]?.p50),
        ratio(own.at(-1)?.p95, own[0]?.p95),
      ]),
      ['the first search after a start', ...subjects.map(({ first }) => digits(first)), '', ''],
    ],
  )
}

function plot({ subjects, timings }: LatencyResult, isEmbedded: boolean): string {
  return linePlot({
    title: `Latency as history grows, 95th percentile${isEmbedded ? ', embedded database' : ''}`,
    x: { name: 'entries in the history', isLog: true },
    y: { name: 'milliseconds', isLog: true },
    lines: timings
      .filter(([first]) => PLOTTED.includes(first?.name ?? ''))
      .map((own) => ({
        name: own[0]?.name ?? '',
        points: own.map((each, place) => [subjects[place]?.entries ?? Number.NaN, each.p95]),
      })),
  })
}
