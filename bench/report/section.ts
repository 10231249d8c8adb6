import { digits } from './text.ts'

/** How a result becomes a part of docs/performance.md. */

/** The machine that figures belong to, and what else it was doing. */
export interface Machine {
  /** Cores, processor and memory. */
  computer: string
  node: string
  database: string
  /** Of the minute before the measurement began. */
  loadAverage: number
}

/** What every measurement keeps beside its own figures. */
export interface Measured {
  /** When it ended, in UTC. */
  measuredAt: string
  machine: Machine
}

/** How long one thing took, in milliseconds. */
export interface Timing {
  name: string
  runs: number
  p50: number
  p95: number
  max: number
}

/** Something that was promised, and the figure that says whether it is so. One of the bounds is given. */
export interface Goal<Result> {
  what: string
  unit: '%' | '/s' | 'ms' | 's' | 'MB' | 'times' | ''
  atLeast?: number
  atMost?: number
  /** The bound itself is too much. */
  under?: number
  /** Nothing where too little was measured to say, such as in a quick run. */
  figure: (result: Result) => number | undefined
}

/** A picture beside the tables: its name among the files of docs/performance, what it shows, and the SVG. */
export interface Plot {
  name: string
  shows: string
  svg: string
}

/** One measurement's part of the document. */
export interface Section<Result> {
  /** Of its file of figures. */
  name: string
  heading: string
  /** What was measured and how, in Markdown; the machine is told elsewhere. */
  text: (result: Result) => string
  /** Markdown, also for the screen. */
  tables: (result: Result) => string
  plots: (result: Result) => Plot[]
  goals: Goal<Result>[]
}

/** The rows of the summary that a section has, with a result or without. */
export function goalRows<Result>({ goals }: Section<Result>, result: Result | undefined): string[][] {
  return goals.map((goal) => {
    const figure = result === undefined ? undefined : goal.figure(result)
    if (figure === undefined || Number.isNaN(figure))
      return [goal.what, boundOf(goal), 'not measured', 'not known']
    return [goal.what, boundOf(goal), withUnit(figure, goal.unit), isMet(goal, figure) ? 'yes' : 'no']
  })
}

/** Whether a figure is within what was promised. */
export function isMet(
  { atLeast, atMost, under }: Pick<Goal<never>, 'atLeast' | 'atMost' | 'under'>,
  figure: number,
): boolean {
  return (
    (atLeast === undefined || figure >= atLeast) &&
    (atMost === undefined || figure <= atMost) &&
    (under === undefined || figure < under)
  )
}

function boundOf<Result>({ atLeast, atMost, under, unit }: Goal<Result>): string {
  if (atLeast !== undefined) return `at least ${plain(atLeast, unit)}`
  if (atMost !== undefined) return `at most ${plain(atMost, unit)}`
  return `under ${plain(under ?? Number.NaN, unit)}`
}

const plain = (value: number, unit: string) => `${value}${spaced(unit)}`
const withUnit = (value: number, unit: string) =>
  `${Number.isInteger(value) ? value : digits(value)}${spaced(unit)}`
const spaced = (unit: string) => (unit === '' || unit === '/s' ? unit : ` ${unit}`)
