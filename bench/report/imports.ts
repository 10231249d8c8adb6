import { barPlot } from './plot.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** How a file went. */
export interface Sent {
  seconds: number
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
      ),
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
      {
        what: `import of 100,000 rows ${where}, the slowest kind`,
        unit: 's',
        under: 60,
        figure: ({ rows, measured }) =>
          rows >= MOST ? Math.max(...measured.map(({ first }) => first.seconds)) : undefined,
      },
      {
        what: `preview of 100,000 rows ${where}, the slowest kind`,
        unit: 's',
        under: 20,
        figure: ({ rows, measured }) => {
          const seconds = measured.flatMap(({ preview }) => preview?.seconds ?? [])
          return rows >= MOST && seconds.length > 0 ? Math.max(...seconds) : undefined
        },
      },
    ],
  }
}

/** On the embedded database, and on PostgreSQL. */
export const importsSections = [section('pglite'), section('postgresql')]
