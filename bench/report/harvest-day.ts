import { notMeasured, type Load } from '../load.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable } from './text.ts'

/** What a request sends to the database. */
export interface Sent {
  /** How often somebody writes after having been answered. */
  roundTrips: number
  statements: number
}

/** What bench/movements.ts measures of a harvest day. */
export interface HarvestDayResult extends Measured {
  rounds: number
  seconds: number
  /** Of each bay, in the days before now. */
  laterEntries: number
  clientCounts: number[]
  /** By kind and clients, such as `intake 8`; `day 8` is the mixture. */
  loads: Record<string, Load>
  /** By kind: one request alone. */
  sent: Record<string, Sent>
}

const BUSY = 8
const of = ({ loads }: HarvestDayResult, kind: string, clients: number): Load =>
  loads[`${kind} ${clients}`] ?? notMeasured
const microseconds = (load: Load) => load.processorMicroseconds ?? Number.NaN
const cost = (result: HarvestDayResult, kind: string, clients: number) =>
  microseconds(of(result, kind, clients)) / microseconds(of(result, 'movement', clients))
const rate = (result: HarvestDayResult, kind: string, clients: number) =>
  of(result, kind, clients).rate / of(result, 'movement', clients).rate

/** What loads of all kinds cost beside a movement in order. */
export const harvestDaySection: Section<HarvestDayResult> = {
  name: 'harvest-day',
  heading: 'A harvest day',
  text: ({ rounds, seconds, laterEntries }) =>
    `Loads of each kind, beside a movement in order between two bays of the same store, and a day of all of them: 70 % come in, from a grower and off a field
by halves, 20 % leave, 5 % are late and 5 % are corrections of the last loads. A hundred bays have ${laterEntries} loads each in the last five days; what is late
comes before all of those. Processor time is that of service, database and clients; round trips and statements are of one request alone, with its sign-in.
\`node bench/movements.ts --only harvest-day\`: the median of ${rounds} rounds of ${seconds} seconds, taken in turns, in a database that is vacuumed and analysed before each.`,
  tables: (result) => `${loadsTable(result)}\n\n${sentTable(result)}`,
  plots: () => [],
  goals: [
    ...['an intake', 'a harvest load'].map((kind) => ({
      what: `processor time of ${kind} with ${BUSY} clients, beside a movement`,
      unit: 'times' as const,
      atMost: 1.4,
      figure: (result: HarvestDayResult) => cost(result, kind.replace(/^an? /, ''), BUSY),
    })),
    {
      what: `late movements a second with ${BUSY} clients, beside those in order`,
      unit: 'times',
      atLeast: 0.8,
      figure: (result) => rate(result, 'late movement', BUSY),
    },
    {
      what: 'round trips of an intake',
      unit: '',
      atMost: 6,
      figure: ({ sent }) => sent['intake']?.roundTrips,
    },
  ],
}

function loadsTable(result: HarvestDayResult): string {
  const { clientCounts, sent } = result
  const columns = clientCounts.flatMap((clients) => {
    const by = clients === 1 ? '1 client' : `${clients} clients`
    return [`${by}, a second`, 'beside a movement', 'processor µs', 'beside a movement']
  })
  return markdownTable(
    ['', ...columns],
    [...Object.keys(sent), 'day'].map((kind) => [
      kind === 'day' ? 'a harvest day' : kind,
      ...clientCounts.flatMap((clients) => {
        const load = of(result, kind, clients)
        return [
          digits(load.rate),
          rate(result, kind, clients).toFixed(2),
          digits(microseconds(load)),
          cost(result, kind, clients).toFixed(2),
        ]
      }),
    ]),
  )
}

function sentTable({ sent }: HarvestDayResult): string {
  return markdownTable(
    ['of one request', 'round trips', 'statements'],
    Object.entries(sent).map(([kind, { roundTrips, statements }]) => [
      kind,
      String(roundTrips),
      String(statements),
    ]),
  )
}
