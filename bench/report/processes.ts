import { notMeasured, type Load } from '../load.ts'
import { barPlot } from './plot.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, share, thousands } from './text.ts'

/** What was asked of both processes, and how often it was not as it has to be. */
export interface Check {
  name: string
  asked: number
  wrong: number
}

/** What bench/processes.ts measures. Loads go by processes and clients, such as `2 8`. */
export interface ProcessesResult extends Measured {
  rounds: number
  seconds: number
  clientCounts: number[]
  loads: Record<string, Load>
  checks: Check[]
}

const PROCESSES = [1, 2]
const of = ({ loads }: ProcessesResult, processes: number, clients: number): Load =>
  loads[`${processes} ${clients}`] ?? notMeasured

/** Two processes on one database: how much more they do, and that they say the same. */
export const processesSection: Section<ProcessesResult> = {
  name: 'processes',
  heading: 'Two processes on one PostgreSQL',
  text: ({ rounds, seconds }) =>
    `Movements as above, through a balancer that gives every other connection to the other process; with one process it goes through the balancer too.
\`node bench/processes.ts\`: the median of ${rounds} rounds of ${seconds} seconds, taken in turns. Afterwards both processes are asked the same, directly, and their answers
are compared byte by byte.`,
  tables: (result) => `${ratesTable(result)}\n\n${checksTable(result)}`,
  plots: (result) => [
    {
      name: 'processes',
      shows: 'Movements a second with one and two processes, by number of clients',
      svg: barPlot({
        title: 'Movements a second with one and two processes',
        y: { name: 'a second' },
        groups: result.clientCounts.map((clients) => `${clients} clients`),
        bars: PROCESSES.map((processes) => ({
          name: processes === 1 ? 'one process' : 'two processes',
          values: result.clientCounts.map((clients) => of(result, processes, clients).rate),
        })),
      }),
    },
  ],
  goals: [
    {
      what: 'two processes say the same: answers that were wrong or differed',
      unit: '',
      atMost: 0,
      figure: ({ checks }) => checks.reduce((sum, { wrong }) => sum + wrong, 0),
    },
  ],
}

function ratesTable(result: ProcessesResult): string {
  return markdownTable(
    ['clients', 'one process', 'two processes', 'two beside one', 'p50 / p99 ms, one', 'p50 / p99 ms, two'],
    result.clientCounts.map((clients) => {
      const [one, two] = [of(result, 1, clients), of(result, 2, clients)]
      return [
        String(clients),
        `${digits(one.rate)}/s`,
        `${digits(two.rate)}/s`,
        share(two.rate, one.rate),
        `${digits(one.p50)} / ${digits(one.p99)}`,
        `${digits(two.p50)} / ${digits(two.p99)}`,
      ]
    }),
  )
}

function checksTable({ checks }: ProcessesResult): string {
  return markdownTable(
    ['asked of both', 'times', 'wrong or different'],
    checks.map(({ name, asked, wrong }) => [name, thousands(asked), String(wrong)]),
  )
}
