import { barPlot } from './plot.ts'
import type { Goal, Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** Seconds of the processor: of the thread that reads and judges, of that of the embedded database, and of those that compile and collect garbage. */
export interface Processor {
  service: number
  database: number
  others: number
}

/** How a file went. */
export interface Sent {
  seconds: number
  /** Figures from before it was measured have none. */
  processor?: Processor
  /** The most that was seen while it ran, in megabytes; what is to be collected counts. */
  heap: number
}

/** What bench/imports.ts measures: each kind of file, and the same file again. Megabytes. */
export interface ImportsResult extends Measured {
  rows: number
  atRest: number
  heapLimit: number
  measured: {
    kind: string
    /** Figures from before previews were measured have none. */
    preview?: Sent
    first: Sent
    again: Sent
  }[]
}

const MOST = 100_000

type OfKind = ImportsResult['measured'][number]

/** A load is a movement, with all that goes with one; a row of the other kinds is a row. */
const isLoads = ({ kind }: OfKind) => kind.includes('loads')
const isList = (sent: OfKind) => !isLoads(sent)

/** That files of some kinds take no longer than so many seconds, the slowest of them. */
function goal(
  what: string,
  kinds: string,
  where: string,
  seconds: number,
  secondsOf: (sent: OfKind) => number | undefined,
  isMeant: (sent: OfKind) => boolean,
): Goal<ImportsResult> {
  return {
    what: `${what} of 100,000 rows ${where}, ${kinds}`,
    unit: 's',
    under: seconds,
    figure: ({ rows, measured }) => {
      const taken = measured.filter(isMeant).flatMap((sent) => secondsOf(sent) ?? [])
      return rows >= MOST && taken.length > 0 ? Math.max(...taken) : undefined
    },
  }
}

/** What a row costs of the processor, and where. */
function processorTable(rows: number, measured: OfKind[]): string {
  const told = measured.flatMap(({ kind, preview, first }) =>
    [
      { what: `${kind}, preview`, processor: preview?.processor },
      { what: kind, processor: first.processor },
    ].flatMap(({ what, processor }) => (processor ? [{ what, processor }] : [])),
  )
  if (told.length === 0) return ''
  const each = (seconds: number) => thousands((seconds * 1_000_000) / rows)
  const table = markdownTable(
    [
      'microseconds of the processor a row',
      'reads, judges, tells',
      'database',
      'compiles, collects garbage',
      'in all',
    ],
    told.map(({ what, processor: { service, database, others } }) => [
      what,
      each(service),
      each(database),
      each(others),
      each(service + database + others),
    ]),
  )
  return `\n\n${table}`
}

function section(engine: 'postgresql' | 'pglite'): Section<ImportsResult> {
  const isEmbedded = engine === 'pglite'
  const where = isEmbedded ? 'on the embedded database' : 'on PostgreSQL'
  return {
    name: `imports-${engine}`,
    heading: `Imports ${where}`,
    text: ({ rows, atRest, heapLimit }) =>
      `Files of ${thousands(rows)} rows, each looked at in a preview, sent, and then sent again, which has to change nothing. \`node bench/imports.ts --engine ${engine}\`. The program is held
to a heap of ${heapLimit} MB; at rest it takes ${digits(atRest)} MB.`,
    tables: ({ rows, atRest, measured }) =>
      markdownTable(
        [
          `${thousands(rows)} rows`,
          'preview, seconds',
          'seconds',
          'sent again, seconds',
          'rows a second',
          'extra heap, MB',
        ],
        measured.map(({ kind, preview, first, again }) => [
          kind,
          preview ? digits(preview.seconds) : '–',
          digits(first.seconds),
          digits(again.seconds),
          thousands(rows / first.seconds),
          digits(Math.max(preview?.heap ?? 0, first.heap, again.heap) - atRest),
        ]),
      ) + (isEmbedded ? processorTable(rows, measured) : ''),
    plots: ({ rows, measured }) => [
      {
        name: `imports-${engine}`,
        shows: `Seconds that each kind of file takes ${where}`,
        svg: barPlot({
          title: `Imports of ${thousands(rows)} rows ${where}`,
          y: { name: 'seconds' },
          groups: measured.map(({ kind }) => kind),
          bars: [
            { name: 'sent', values: measured.map(({ first }) => first.seconds) },
            { name: 'sent again', values: measured.map(({ again }) => again.seconds) },
          ],
        }),
      },
    ],
    goals: [
      goal('import', 'the slowest kind but loads', where, 60, (sent) => sent.first.seconds, isList),
      goal('import', 'loads', where, 60, (sent) => sent.first.seconds, isLoads),
      goal('preview', 'the slowest kind but loads', where, 20, (sent) => sent.preview?.seconds, isList),
      goal('preview', 'loads', where, 20, (sent) => sent.preview?.seconds, isLoads),
    ],
  }
}

/** On the embedded database, and on PostgreSQL. */
export const importsSections = [section('pglite'), section('postgresql')]
