import { readdir, readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { utils, write } from '@e965/xlsx'
import { serve, type RunningProgram } from '../test/program.ts'
import { describeMachine, inDatabase, publish, stop, withBenchDatabase } from './harness.ts'
import { makeOrganisation } from './organisation.ts'
import { importsSections, type ImportsResult, type Processor, type Sent } from './report/imports.ts'

// How long files of 100,000 rows take to be imported by the program as it is run, and how much more memory it takes for them.
// The program is held to a heap that is 64 MB larger than what it takes at rest, so that it ends where that is not enough.
//
//   node bench/imports.ts [--rows 100000] [--engine pglite|postgresql] [--only fields,stores] [--workbook] [--no-document]

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'pglite' },
    only: { type: 'string', default: '' },
    /** Sends the tables as XLSX, which leaves the document as it is. */
    workbook: { type: 'boolean', default: false },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const rows = Number(options.rows)
const engine = options.engine === 'postgresql' ? 'postgresql' : 'pglite'

/** What the program's heap may be. At rest it takes 70 to 80 MB, which the measurement prints. */
const HEAP_MEGABYTES = 140

/** A file to import, row by row. */
interface TestFile {
  kind: string
  header: string
  row: (index: number) => string
  /** How it is sent: what its rows may make. */
  creates?: string
  /** Short files of what its rows name. */
  before?: { kind: string; text: string }[]
}

const BAYS_A_STORE = 50
const LOADS_A_BAY = 20
const inBay = (bay: number) => `Store ${Math.floor(bay / BAYS_A_STORE)},Bay ${bay % BAYS_A_STORE}`

const DEPOT_BAYS = 60
const DEPOT_CROPS = ['Winter wheat', 'Winter barley', 'Winter oats', 'Spring barley']
const inDepot = (bay: number) => `Depot ${Math.floor(bay / 10)},Bay ${bay % 10}`
const cropIn = (bay: number) => DEPOT_CROPS[bay % DEPOT_CROPS.length] ?? ''
const DEPOT_FIELDS = 40
const numbered = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_each, index) => line(index)).join('\n')

/** The first load of the season, and how long it lasts. */
const SEASON_START = Date.parse('2025-07-10T05:00:00Z')
const SEASON_MILLISECONDS = 120 * 86_400_000

/** A line of a weighbridge in its season, the last load first: of ten loads six come from senders, two off fields, one goes between bays, one leaves. */
function loadLine(index: number): string {
  const load = rows - 1 - index
  const at = new Date(SEASON_START + Math.floor((load / rows) * SEASON_MILLISECONDS)).toISOString()
  const [bay, earlier] = [(load * 7) % DEPOT_BAYS, ((load - 8) * 7 + DEPOT_BAYS * 7) % DEPOT_BAYS]
  const net = 24_000 + (load % 40) * 100
  const lorry = `AB${load % 90} CDE`
  const weighed = `${at.slice(0, 10)},${at.slice(11, 16)},T${load},${net + 14_000},14000,${net},${lorry}`
  const place = load % 10
  const variety = load % 3 === 0 ? 'Skyfall' : 'Crusoe'
  if (place < 6)
    return `${weighed},,${inDepot(bay)},,,Sender ${load % 37},,${cropIn(bay)},${variety},2025,${13 + (load % 20) / 10}`
  if (place < 8) {
    const field = load % DEPOT_FIELDS
    const into = (bay - (bay % DEPOT_CROPS.length) + (field % DEPOT_CROPS.length)) % DEPOT_BAYS
    return `${weighed},Depot field ${field},${inDepot(into)},,,,,,,,${14 + (load % 20) / 10}`
  }
  const small = weighed.replace(`,${net + 14_000},14000,${net},`, ',20000,14000,6000,')
  return place === 8
    ? `${small},,${inDepot(earlier)},${inDepot((earlier + 4) % DEPOT_BAYS)},,,,,,`
    : `${small},,${inDepot(earlier)},,,,Mill ${load % 5},,,,`
}

/** A field of each row, a crop in each field; bays, and in a twentieth of them twenty loads of twenty days. */
const files: TestFile[] = [
  {
    kind: 'fields',
    header: 'Field,Area (ha),Town,Postcode,Tags',
    row: (index) => `Field ${index},${(index % 40) + 1}.25,Harpenden,AL5 2JQ,river`,
  },
  {
    kind: 'stores',
    header: 'Store,Bay,Commodity,Capacity (t)',
    row: (index) => `${inBay(index)},Wheat,500`,
  },
  {
    kind: 'inventory/fields',
    header: 'Field,Commodity,Type,Grade,Variety,Harvest year,Expected yield (t/ha),Planted',
    row: (index) => `Field ${index},Wheat,Winter,Group 1,Skyfall,2025,8.5,2024-10-02`,
  },
  {
    kind: 'field-yields',
    header: 'Field,Harvest year,Expected yield (t/ha)',
    row: (index) => `Field ${index},2025,9.${index % 10}`,
  },
  {
    kind: 'field-splits',
    header: 'Field,New field,Area (ha)',
    row: (index) => `Field ${index},Field ${index} North,0.5`,
  },
  {
    kind: 'inventory/stores',
    header: 'Store,Bay,Commodity,Type,Variety,Harvest year,Weight (t),Date',
    row: (index) => {
      const day = String((index % LOADS_A_BAY) + 1).padStart(2, '0')
      return `${inBay(Math.floor(index / LOADS_A_BAY))},Wheat,Winter,Skyfall,2025,28.46,2025-08-${day}`
    },
  },
  {
    kind: 'inventory/loads',
    header:
      'Date,Time,Ticket,Gross (kg),Tare (kg),Net (kg),Lorry,Field,Store,Bay,To store,To bay,Sender,Receiver,Commodity,Variety,Harvest year,Moisture (%)',
    row: loadLine,
    creates: 'partners',
    before: [
      { kind: 'stores', text: `Store,Bay\n${numbered(DEPOT_BAYS, inDepot)}` },
      {
        kind: 'fields',
        text: `Field,Area (ha)\n${numbered(DEPOT_FIELDS, (field) => `Depot field ${field},20`)}`,
      },
      {
        kind: 'inventory/fields',
        text: `Field,Commodity,Variety,Harvest year,Planted\n${numbered(
          DEPOT_FIELDS,
          (field) => `Depot field ${field},${cropIn(field)},Skyfall,2025,2024-10-02`,
        )}`,
      },
    ],
  },
]

function bytesOf({ header, row }: TestFile): Uint8Array<ArrayBuffer> {
  const lines = [header, ...Array.from({ length: rows }, (_each, index) => row(index))]
  if (!options.workbook) return textBytes(lines.join('\n'))
  const sheet = utils.aoa_to_sheet(lines.map((line) => line.split(',')))
  const book = utils.book_new(sheet, 'Farm')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

function textBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

const MEGABYTE = 1024 ** 2

async function heapMegabytes({ url }: RunningProgram): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / MEGABYTE
}

const TICKS_A_SECOND = 100

/** What the program's threads have taken of the processor so far, where the machine tells: of Linux alone. */
async function processorSeconds({ pid }: RunningProgram): Promise<Processor | undefined> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  if (threads.length === 0) return undefined
  const seconds = { service: 0, database: 0, others: 0 }
  for (const thread of threads) {
    // One that has just ended took nothing that counts.
    const line = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '')
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/m.exec(line) ?? []
    const fields = rest.split(' ')
    const of = Number(thread) === pid ? 'service' : name === 'WorkerThread' ? 'database' : 'others'
    seconds[of] += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND
  }
  return seconds
}

async function send(
  program: RunningProgram,
  apiKey: string,
  { kind, creates = '' }: Pick<TestFile, 'kind' | 'creates'>,
  bytes: Uint8Array<ArrayBuffer>,
  { isDryRun = false, isWorkbook = options.workbook, count = rows } = {},
): Promise<Sent> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), isWorkbook ? 'farm.xlsx' : 'farm.csv')
  const query = new URLSearchParams({ dryRun: String(isDryRun), ...(creates && { create: creates }) })
  let heap = 0
  const note = async () => {
    // A server that stops says so where the file is sent.
    heap = Math.max(heap, await heapMegabytes(program).catch(() => 0))
  }
  const watch = setInterval(() => void note(), 250)
  const before = await processorSeconds(program)
  const start = performance.now()
  try {
    const answer = await fetch(`${program.url}/api/inventory/imports/${kind}?${query.toString()}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: form,
    })
    const result = (await answer.json()) as {
      success?: number
      unchanged?: number
      results?: { message: string[] }[]
    }
    if ((result.success ?? 0) + (result.unchanged ?? 0) !== count)
      throw new Error(`${kind}: ${answer.status} ${JSON.stringify(result).slice(0, 500)}`)
    const seconds = (performance.now() - start) / 1000
    const after = await processorSeconds(program)
    return { seconds, heap, ...(before && after && { processor: lessBefore(after, before) }) }
  } finally {
    clearInterval(watch)
  }
}

function lessBefore(after: Processor, before: Processor): Processor {
  return {
    service: after.service - before.service,
    database: after.database - before.database,
    others: after.others - before.others,
  }
}

const section = importsSections.find(({ name }) => name === `imports-${engine}`)
if (!section) throw new Error('The document has no section for these imports.')
await withBenchDatabase(engine, async (bench) => {
  const { machine, apiKey } = await inDatabase(bench, async (database) => ({
    machine: await describeMachine(database),
    ...(await makeOrganisation(database.db, 'Bench Farm')),
  }))
  const program = await serve({
    cwd: bench.where.cwd,
    env: {
      ...bench.where.env,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES} --max-semi-space-size=4`,
    },
  })
  const atRest = await heapMegabytes(program)
  const measured: ImportsResult['measured'] = []
  try {
    for (const file of files.filter(
      ({ kind }) => options.only === '' || options.only.split(',').includes(kind),
    )) {
      for (const { kind, text } of file.before ?? []) {
        const count = text.split('\n').length - 1
        await send(program, apiKey, { kind }, textBytes(text), { isWorkbook: false, count })
      }
      const bytes = bytesOf(file)
      const preview = await send(program, apiKey, file, bytes, { isDryRun: true })
      const first = await send(program, apiKey, file, bytes)
      const again = await send(program, apiKey, file, bytes)
      measured.push({ kind: file.kind, preview, first, again })
      console.error(file.kind, preview, first, again)
    }
  } finally {
    await stop(program)
  }
  const isDocument = !options['no-document'] && !options.workbook
  await publish(section, machine, { rows, atRest, heapLimit: HEAP_MEGABYTES, measured }, { isDocument })
})
