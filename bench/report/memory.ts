import { linePlot } from './plot.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** Memory after so many requests, in megabytes. */
export interface MemorySample {
  requests: number
  /** Of the JavaScript heap, right after everything that nobody holds was collected. */
  heap: number
  /** Outside the heap, such as buffers. */
  external: number
  /** What the operating system counts for the whole process. */
  resident: number
  /** Private memory of the database's processes that serve this program; not where it cannot be known. */
  backends?: number
}

/** One kind of request, and how it went. Milliseconds. */
export interface KindResult {
  name: string
  count: number
  p50: number
  p95: number
}

/** What bench/memory.ts measures. */
export interface MemoryResult extends Measured {
  requests: number
  clients: number
  seconds: number
  samples: MemorySample[]
  kinds: KindResult[]
}

/** Flat is what grows by less than this in the second half; a heap that is measured twice differs by some tenths. */
const FLAT_MEGABYTES = 1
const PROMISED_REQUESTS = 1_000_000

type Measure = 'heap' | 'external' | 'resident' | 'backends'

const measures: { key: Measure; name: string }[] = [
  { key: 'heap', name: 'heap, after collection' },
  { key: 'external', name: 'outside the heap' },
  { key: 'resident', name: 'whole process, resident' },
  { key: 'backends', name: 'processes of PostgreSQL' },
]

/** Megabytes that a measure grew by per 100,000 requests in the last half, as the straight line that fits best. */
export function growth(samples: MemorySample[], key: Measure): number {
  const last = (samples.at(-1)?.requests ?? 0) / 2
  const points = samples.flatMap((sample) => {
    const megabytes = sample[key]
    return sample.requests >= last && megabytes !== undefined ? [{ x: sample.requests, y: megabytes }] : []
  })
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const slope =
    points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) /
    points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return slope * 100_000
}

function section(engine: 'postgresql' | 'pglite'): Section<MemoryResult> {
  const isEmbedded = engine === 'pglite'
  const where = isEmbedded ? 'on the embedded database' : 'on PostgreSQL'
  return {
    name: `memory-${engine}`,
    heading: `Memory over many requests ${where}`,
    text: ({ requests, clients, seconds }) =>
      `${thousands(requests)} requests of all kinds from ${clients} clients, with four event streams open: what the clients ask is below. Now and then they all wait, the
program is told by Node's inspector to collect what nobody holds, and its memory is read. It took ${thousands(seconds)} seconds. \`node bench/memory.ts --engine ${engine}\`.`,
    tables: (result) => `${growthTable(result)}\n\n${kindsTable(result)}`,
    plots: ({ samples }) => [
      {
        name: `memory-${engine}`,
        shows: `Memory over requests ${where}`,
        svg: linePlot({
          title: `Memory over requests ${where}`,
          x: { name: 'requests answered' },
          y: { name: 'megabytes' },
          lines: measured(samples).map(({ key, name }) => ({
            name,
            points: samples.map((sample) => [sample.requests, sample[key] ?? Number.NaN]),
          })),
        }),
      },
    ],
    goals: isEmbedded
      ? []
      : [
          {
            what: 'memory is flat over 1,000,000 requests: growth of the heap per 100,000 in the last half',
            unit: 'MB',
            under: FLAT_MEGABYTES,
            figure: ({ requests, samples }) =>
              requests >= PROMISED_REQUESTS ? growth(samples, 'heap') : undefined,
          },
        ],
  }
}

/** On PostgreSQL, and on the embedded database. */
export const memorySections = [section('postgresql'), section('pglite')]

const measured = (samples: MemorySample[]) =>
  measures.filter(({ key }) => samples.every((sample) => sample[key] !== undefined))

function growthTable({ samples }: MemoryResult): string {
  const middle = samples[Math.floor((samples.length - 1) / 2)]
  const at = (sample: MemorySample | undefined, key: Measure) => digits(sample?.[key] ?? Number.NaN)
  return markdownTable(
    ['megabytes', 'before', 'half way', 'at the end', 'growth per 100,000 in the last half'],
    measured(samples).map(({ key, name }) => [
      name,
      at(samples[0], key),
      at(middle, key),
      at(samples.at(-1), key),
      digits(growth(samples, key)),
    ]),
  )
}

function kindsTable({ kinds, requests }: MemoryResult): string {
  return markdownTable(
    ['request', 'sent', 'of all', 'p50 ms', 'p95 ms'],
    kinds.map(({ name, count, p50, p95 }) => [
      name,
      thousands(count),
      `${((count / requests) * 100).toFixed(1)} %`,
      digits(p50),
      digits(p95),
    ]),
  )
}
