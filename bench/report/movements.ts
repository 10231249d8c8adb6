import { notMeasured, type Load } from '../load.ts'
import { barPlot } from './plot.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, share, thousands } from './text.ts'

/** What bench/movements.ts measures. Loads go by name, such as `ours 8` for the service with eight clients. */
export interface MovementsResult extends Measured {
  rounds: number
  seconds: number
  clientCounts: number[]
  /** Entries of the long history. */
  history: number
  /** Movements of one bulk request, and of one call of the function beside it. */
  bulkSize: number
  minimalSize: number
  hotRecords: number
  loads: Record<string, Load>
  /** Among few entries and among many, in turns. */
  few: Load
  long: Load
  embedded: Load
}

/** As many as a busy office has; the ratios are told for it. */
const BUSY = 8
const of = ({ loads }: MovementsResult, name: string): Load => loads[name] ?? notMeasured
const busyRate = (result: MovementsResult) => of(result, `ours ${BUSY}`).rate
const percent = (part: number, whole: number) => (part / whole) * 100
const bulkShare = (result: MovementsResult) =>
  percent(
    of(result, 'bulk').rate * result.bulkSize,
    of(result, 'bulk in one function').rate * result.minimalSize,
  )

/** What a movement costs the machine, beside what the bare route does with as many clients in the same run. */
function cost(result: MovementsResult, name: string, clients: number): number | undefined {
  const [ours, bare] = [of(result, `${name} ${clients}`), of(result, `bare ${clients}`)].map(
    ({ processorMicroseconds }) => processorMicroseconds,
  )
  return ours === undefined || bare === undefined ? undefined : ours / bare
}

/** Movements a second, beside the least that the same server can do. */
export const movementsSection: Section<MovementsResult> = {
  name: 'movements',
  heading: 'Movements per second',
  text: ({ rounds, seconds }) =>
    `A kilogram from one bay to another, through HTTP, with an API key, an Idempotency-Key, every rule and an event, each commit on
the disk. Beside it the least that the same server can do: a movement of a ledger without rules, sent by PostgreSQL's own
pgbench as six prepared statements in a transaction, or as one function; and a Fastify route that calls that function and does
nothing else. That a movement waits for the database three times is held by [a test](../test/hot-path.test.ts). \`node bench/movements.ts\`: the median of ${rounds} rounds of ${seconds} seconds, taken in turns.`,
  tables: (result) => `${ratesTable(result)}\n\n${othersTable(result)}`,
  plots: (result) => [
    {
      name: 'movements',
      shows: 'Movements a second beside pgbench and a bare route, by number of clients',
      svg: barPlot({
        title: 'Movements a second, beside the least that the server can do',
        y: { name: 'a second' },
        groups: result.clientCounts.map((clients) => (clients === 1 ? '1 client' : `${clients} clients`)),
        bars: [
          { name: 'pgbench, one function', key: 'one' },
          { name: 'pgbench, six statements', key: 'six' },
          { name: 'bare route', key: 'bare' },
          { name: 'movements', key: 'ours' },
        ].map(({ name, key }) => ({
          name,
          values: result.clientCounts.map((clients) => of(result, `${key} ${clients}`).rate),
        })),
      }),
    },
  ],
  goals: [
    ...[
      { clients: 1, name: 'ours', most: 4 },
      { clients: 8, name: 'ours', most: 2.2 },
      { clients: 8, name: 'own keys', most: 2.5 },
      { clients: 16, name: 'ours', most: 1.6 },
      { clients: 16, name: 'own keys', most: 1.6 },
    ].map(({ clients, name, most }) => ({
      what: `processor time with ${clients === 1 ? '1 client' : `${clients} clients`}${name === 'ours' ? '' : ', each with a key of their own'}, beside the bare route`,
      unit: 'times' as const,
      atMost: most,
      figure: (result: MovementsResult) => cost(result, name, clients),
    })),
    {
      what: 'p99 with 8 clients, above that of pgbench',
      unit: 'ms',
      under: 10,
      figure: (result) => of(result, `ours ${BUSY}`).p99 - of(result, `six ${BUSY}`).p99,
    },
    {
      what: '1,000 movements in one request, beside one function',
      unit: '%',
      atLeast: 35,
      figure: bulkShare,
    },
    {
      what: 'movements among 10 records, beside those among all',
      unit: '%',
      atLeast: 45,
      figure: (result) => percent(of(result, 'hot').rate, busyRate(result)),
    },
    {
      what: 'movements on 1,000,000 entries, beside those on few',
      unit: '%',
      atLeast: 80,
      figure: (result) =>
        result.history >= 1_000_000 ? percent(result.long.rate, result.few.rate) : undefined,
    },
    {
      what: 'movements on the embedded database',
      unit: '/s',
      atLeast: 300,
      figure: ({ embedded }) => embedded.rate,
    },
  ],
}

function ratesTable(result: MovementsResult): string {
  const header = [
    'clients',
    'six statements',
    'one function',
    'bare route',
    'movements',
    'of six statements',
    'of the bare route',
    'p50 / p99 ms',
    'p99 of six statements',
    'processor µs: bare / one key / own keys',
  ]
  const rows = result.clientCounts.map((clients) => {
    const six = of(result, `six ${clients}`)
    const one = of(result, `one ${clients}`)
    const bare = of(result, `bare ${clients}`)
    const ours = of(result, `ours ${clients}`)
    return [
      String(clients),
      ...[six, one, bare, ours].map(({ rate }) => `${digits(rate)}/s`),
      share(ours.rate, six.rate),
      share(ours.rate, bare.rate),
      `${digits(ours.p50)} / ${digits(ours.p99)}`,
      digits(six.p99),
      [bare, ours, of(result, `own keys ${clients}`)]
        .map(({ processorMicroseconds }) =>
          processorMicroseconds === undefined ? '–' : digits(processorMicroseconds),
        )
        .join(' / '),
    ]
  })
  return markdownTable(header, rows)
}

function othersTable(result: MovementsResult): string {
  const { bulkSize, minimalSize, hotRecords, history, few, long, embedded } = result
  const busy = busyRate(result)
  const hot = of(result, 'hot').rate
  return markdownTable(
    [`with ${BUSY} clients, if not said otherwise`, 'a second', 'beside', 'ratio'],
    [
      [
        `loads in bulk, ${thousands(bulkSize)} in each request, one client`,
        digits(of(result, 'bulk').rate * bulkSize),
        `${digits(of(result, 'bulk in one function').rate * minimalSize)} by one function`,
        `${bulkShare(result).toFixed(0)} %`,
      ],
      [
        `movements among ${hotRecords} records`,
        digits(hot),
        `${digits(busy)} among ${thousands(bulkSize)}`,
        share(hot, busy),
      ],
      [
        `movements on ${thousands(history)} entries`,
        digits(long.rate),
        `${digits(few.rate)} on few`,
        share(long.rate, few.rate),
      ],
      ['movements on the embedded database', digits(embedded.rate), '', ''],
    ],
  )
}
