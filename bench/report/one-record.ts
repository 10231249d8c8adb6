import { linePlot } from './plot.ts'
import type { Measured, Section, Timing } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** What bench/one-record.ts measures: each question's timings by how many entries the record has. */
export interface OneRecordResult extends Measured {
  runs: number
  entriesPerDay: number
  /** Of the record, before anything was measured. */
  entries: number[]
  /** By question, and within it by number of entries, where the longest may be missing. */
  timings: Timing[][]
}

export const POSITION = 'position on a past day'
export const MOVE = 'move a kilogram out, now'
export const SEARCH = 'search records'
export const WEEK = 'movements of a week'
const UNPLOTTED = [SEARCH, WEEK]
const SMALLEST = 1000
const LARGEST = 1_000_000

/** Milliseconds at the 95th percentile; nothing unless the sizes that the promise names were measured. */
function promised({ entries, timings }: OneRecordResult, name: string) {
  const own = timings.find(([first]) => first?.name === name)
  const small = own?.[entries.indexOf(SMALLEST)]?.p95
  const large = own?.[entries.indexOf(LARGEST)]?.p95
  return small === undefined || large === undefined ? undefined : { small, large }
}

/** Not everything is asked of the longest records. */
const cell = (timing: Timing | undefined) =>
  timing ? `${digits(timing.p50)} / ${digits(timing.p95)}` : 'not asked'
const ratio = (own: Timing[], figure: 'p50' | 'p95') =>
  own.length > 1 ? ((own.at(-1)?.[figure] ?? Number.NaN) / (own[0]?.[figure] ?? Number.NaN)).toFixed(1) : ''

/** Searches do not look at one record alone. */
const isPlotted = ([first]: Timing[]) => first !== undefined && !UNPLOTTED.includes(first.name)

/** What a movement costs as one record's own history grows. */
export const oneRecordSection: Section<OneRecordResult> = {
  name: 'one-record',
  heading: 'One record with a long history',
  text: ({ runs, entriesPerDay }) =>
    `One record in one bay with ${entriesPerDay} loads a day, in and out in turn, up to now: the more entries, the longer ago it began. \`node bench/one-record.ts\`:
one request at a time, ${runs} runs each after warming up, the sizes in turn. A load that is dated back changes the summary of every later day, and so
costs more the further back it goes.`,
  tables: ({ entries, timings }) =>
    markdownTable(
      [
        'milliseconds, p50 / p95',
        ...entries.map((count) => `${thousands(count)} entries`),
        'p50, last to first',
        'p95, last to first',
      ],
      timings.map((own) => [
        own[0]?.name ?? '',
        ...entries.map((_count, place) => cell(own[place])),
        ratio(own, 'p50'),
        ratio(own, 'p95'),
      ]),
    ),
  plots: ({ entries, timings }) => [
    {
      name: 'one-record',
      shows: 'What a request costs as the history of one record grows, median',
      svg: linePlot({
        title: 'Cost on one record as its history grows, median',
        x: { name: 'entries of the record', isLog: true },
        y: { name: 'milliseconds', isLog: true },
        lines: timings.filter(isPlotted).map((own) => ({
          name: own[0]?.name ?? '',
          points: own.map(({ p50 }, place) => [entries[place] ?? Number.NaN, p50]),
        })),
      }),
    },
  ],
  goals: [
    {
      what: 'position on any date, one record of 1,000,000 entries, p95',
      unit: 'ms',
      under: 50,
      figure: (result) => promised(result, POSITION)?.large,
    },
    {
      what: 'position on any date, one record, p95 at 1,000,000 entries beside 1,000',
      unit: 'times',
      atMost: 1.5,
      figure: (result) => {
        const found = promised(result, POSITION)
        return found && found.large / found.small
      },
    },
  ],
}
