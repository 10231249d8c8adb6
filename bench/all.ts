import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'

// Runs every measurement in turn, each in a process of its own, and with them writes docs/performance.md and its plots again.
// Takes some three hours, most of it the million requests; `--quick` a few minutes, for whether all of it still works: its
// figures are of too little to be shown, so the document stays as it is.
//
//   node bench/all.ts [--quick] [--only movements,imports] [--no-document]

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only these measurements, by the names of their files. */
    only: { type: 'string', default: '' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})

interface Measurement {
  /** Of its file. */
  name: string
  /** What it is told beside its own sizes, which are the promised ones. */
  full: string[]
  quick: string[]
}

const pglite = ['--engine', 'pglite']
const server = ['--engine', 'postgresql']
const QUICK_IMPORT = ['--rows', '500']
const QUICK_MEMORY = ['--requests', '2000', '--samples', '4']

const measurements: Measurement[] = [
  {
    name: 'movements',
    full: [],
    quick: ['--seconds', '1', '--rounds', '1', '--clients', '8', '--history', '10000', '--later', '20'],
  },
  { name: 'latency', full: server, quick: [...server, '--sizes', '5000,10000', '--runs', '5'] },
  { name: 'searches', full: [], quick: ['--scale', '0.01', '--turns', '1'] },
  { name: 'one-record', full: [], quick: ['--sizes', '1000,10000', '--runs', '5'] },
  { name: 'imports', full: pglite, quick: [...pglite, ...QUICK_IMPORT] },
  { name: 'imports', full: server, quick: [...server, ...QUICK_IMPORT] },
  { name: 'start', full: [], quick: ['--rounds', '1', '--rest', '2', '--entries', '10000'] },
  { name: 'attacks', full: [], quick: ['--seconds', '1', '--rounds', '1'] },
  { name: 'processes', full: [], quick: ['--seconds', '1', '--rounds', '1', '--clients', '8'] },
  { name: 'memory', full: server, quick: [...server, ...QUICK_MEMORY] },
  {
    name: 'memory',
    full: [...pglite, '--requests', '100000', '--samples', '20'],
    quick: [...pglite, ...QUICK_MEMORY],
  },
]

const isDocument = !options.quick && !options['no-document']
const wanted = options.only === '' ? undefined : options.only.split(',')
const unknown = wanted?.filter((name) => !measurements.some((each) => each.name === name)) ?? []
if (unknown.length > 0) throw new Error(`There is no measurement called ${unknown.join(', ')}.`)

/** Runs one of them to its end. The others are worth measuring even if it fails. */
async function measure({ name, full, quick }: Measurement): Promise<boolean> {
  const script = path.join(import.meta.dirname, `${name}.ts`)
  const args = [...(options.quick ? quick : full), ...(isDocument ? [] : ['--no-document'])]
  console.log(`\n${[`node bench/${name}.ts`, ...args].join(' ')}`)
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

const failed: string[] = []
for (const measurement of measurements) {
  if (wanted && !wanted.includes(measurement.name)) continue
  if (!(await measure(measurement))) failed.push(measurement.name)
}
if (failed.length > 0) {
  console.error(`These failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}
