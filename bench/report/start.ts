import { barPlot } from './plot.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** One way to start, tried several times. */
export interface Starts {
  name: string
  /** From the start of the process until it says that it is ready, one for each round. */
  seconds: number[]
  /** What the process holds a while after it is ready, with nobody asking. Megabytes, in the last round. */
  restMegabytes: number
}

/** What bench/start.ts measures. */
export interface StartResult extends Measured {
  rounds: number
  restSeconds: number
  /** Entries of the database that is long. */
  entries: number
  starts: Starts[]
}

/** The ways that are promised something. */
export const FIRST_EMBEDDED = 'embedded, first start of all'
export const AGAIN_EMBEDDED = 'embedded, again'

const slowest = ({ starts }: StartResult, name: string) => {
  const seconds = starts.find((each) => each.name === name)?.seconds
  return seconds && Math.max(...seconds)
}
const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How long the program takes to be ready, and what it takes at rest. */
export const startSection: Section<StartResult> = {
  name: 'start',
  heading: 'Start, and memory at rest',
  text: ({ rounds, restSeconds, entries }) =>
    `From starting the process until \`GET /readyz\` answers 200, ${rounds} times each. The first start of all has nothing but the package: no data folder,
no database, and no code that Node has compiled before. The long history has ${thousands(entries)} entries. Memory is what the process holds
(resident) ${restSeconds} seconds after it was ready, with nobody asking; PostgreSQL's own is not in it. \`node bench/start.ts\`.`,
  tables: ({ starts }) =>
    markdownTable(
      ['start', 'median, seconds', 'slowest, seconds', 'memory at rest, MB'],
      starts.map(({ name, seconds, restMegabytes }) => [
        name,
        digits(middle(seconds)),
        digits(Math.max(...seconds)),
        digits(restMegabytes),
      ]),
    ),
  plots: ({ starts }) => [
    {
      name: 'start',
      shows: 'Seconds until the program is ready, by database',
      svg: barPlot({
        title: 'Seconds until ready',
        y: { name: 'seconds' },
        groups: starts.map(({ name }) => name.replace(', ', ',\n')),
        bars: [
          { name: 'median', values: starts.map(({ seconds }) => middle(seconds)) },
          { name: 'slowest', values: starts.map(({ seconds }) => Math.max(...seconds)) },
        ],
      }),
    },
  ],
  goals: [
    {
      what: 'first start on the embedded database, slowest',
      unit: 's',
      under: 6,
      figure: (result) => slowest(result, FIRST_EMBEDDED),
    },
    {
      what: 'later start on the embedded database, slowest',
      unit: 's',
      under: 1.5,
      figure: (result) => slowest(result, AGAIN_EMBEDDED),
    },
    {
      what: 'memory at rest, embedded database',
      unit: 'MB',
      under: 400,
      figure: ({ starts }) => starts.find(({ name }) => name === AGAIN_EMBEDDED)?.restMegabytes,
    },
  ],
}
