import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Answer, Client } from '../app.ts'
import { clientAt } from '../processes.ts'
import { makeBays, oldStock, WINTER_WHEAT, type Bay } from '../farm.ts'
import { ok } from '../scene.ts'

// Lorries at the weighbridge of a store whose server comes and goes: each sends its load until it is acknowledged, always
// with the same Idempotency-Key, and keeps what it was answered.

const WRITERS = 16
const PAUSE_MS = 20
/** What was sent that long without an answer is not coming. */
const PATIENCE_MS = 90_000
const PLENTY_KILOGRAMS = 10_000_000
const RECORDS = '/api/inventory/records'
const MOVEMENTS = '/api/inventory/movements'
const MILL = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

/** A store that takes loads in one bay, and sends others from a full one. */
export interface Yard {
  intakeBay: Bay
  plentyId: string
}

export async function makeYard(client: Client): Promise<Yard> {
  const [intakeBay, full] = (await makeBays({ as: () => client }, 2)) as [Bay, Bay]
  const plenty = ok(await client.post(RECORDS, oldStock(full, PLENTY_KILOGRAMS)))
  return { intakeBay, plentyId: plenty.id }
}

export interface Work {
  /** What was acknowledged: the first answer to each load, by its reference. */
  acknowledged: Map<string, Answer['body']>
  /** Answers that are neither an acknowledgement nor a reason to ask again. */
  surprises: unknown[]
  /** How often a load was sent again. */
  retries(): number
  /** How often one was answered that the service is unavailable. */
  refusals(): number
  /** Milliseconds that the slowest request waited for an answer, whichever that was. */
  slowestMs(): number
  /** Resolves when each writer's last load was acknowledged. */
  finish(): Promise<void>
}

/** A writer knows where the server is, or has to wait until somebody does. */
type WhereIsIt = () => string | undefined

/** Sixteen writers that do not give up. `round` makes their references their own. */
export function startWriters(whereIsIt: WhereIsIt, apiKey: string, yard: Yard, round: string): Work {
  const acknowledged = new Map<string, Answer['body']>()
  const surprises: unknown[] = []
  let isOver = false
  let retries = 0
  let refusals = 0
  let slowestMs = 0

  async function untilAcknowledged(reference: string): Promise<boolean> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(PAUSE_MS)) {
      const url = whereIsIt()
      const since = performance.now()
      const answer =
        url === undefined
          ? undefined
          : await sendLoad(clientAt(url, { 'x-api-key': apiKey }), yard, reference).catch(() => undefined)
      slowestMs = Math.max(slowestMs, performance.now() - since)
      if (answer?.status === 200) {
        acknowledged.set(reference, answer.body)
        return true
      }
      const isRefused = answer?.status === 503 && answer.body?.code === 'unavailable'
      if (answer && !isRefused) {
        surprises.push({ reference, status: answer.status, body: answer.body })
        return false
      }
      retries += 1
      if (isRefused) refusals += 1
    }
    surprises.push({ reference, waitedMs: PATIENCE_MS })
    return false
  }

  async function write(writer: number): Promise<void> {
    for (let number = 1; !isOver; number++) {
      const way = number % 3 === 0 ? 'out' : 'in'
      if (!(await untilAcknowledged(`${round}/${way}/${writer}/${number}`))) return
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_each, index) => write(index + 1)))
  return {
    acknowledged,
    surprises,
    retries: () => retries,
    refusals: () => refusals,
    slowestMs: () => Math.round(slowestMs),
    async finish() {
      isOver = true
      await writers
    },
  }
}

/** A kilogram in, or out; what it is depends on its reference alone, so that it can be sent again. */
function sendLoad(client: Client, { intakeBay, plentyId }: Yard, reference: string): Promise<Answer> {
  const key = { 'Idempotency-Key': reference }
  if (reference.includes('/out/')) {
    const body = {
      recordId: plentyId,
      movementDateISO: '2025-08-10',
      weight: 1,
      destination: MILL,
      sold: true,
      driver: { loadReference: reference },
    }
    return client.post(MOVEMENTS, body, key)
  }
  const source = { intake: { loadReference: reference } }
  const body = {
    type: 'crop',
    harvestYear: '2025',
    owned: true,
    commodity: WINTER_WHEAT,
    storage: [{ ...intakeBay, weight: 1 }],
    source,
  }
  return client.post(RECORDS, body, key)
}

/**
 * Holds what is stored against what was acknowledged, when nothing is under way: every load once, none that nobody sent, the balances
 * their sum, and the first answer again for whoever asks again.
 */
export async function expectExactlyOnce(client: Client, yard: Yard, works: Work[]): Promise<void> {
  expect(works.flatMap(({ surprises }) => surprises)).toEqual([])
  const acknowledged = new Map(works.flatMap((work) => [...work.acknowledged]))
  const stored = await storedReferences(client)
  const once = new Set(stored)
  expect({
    lost: [...acknowledged.keys()].filter((each) => !once.has(each)),
    doubled: stored.length - once.size,
    fromNowhere: stored.filter((each) => !acknowledged.has(each)),
  }).toEqual({ lost: [], doubled: 0, fromNowhere: [] })

  const out = stored.filter((each) => each.includes('/out/')).length
  const store = ok(await client.get(`/api/inventory/storage/${yard.intakeBay.storageId}`))
  const weights = store.substorage.map(({ record }: Answer['body']) => record.weight.weight)
  expect(weights).toEqual([stored.length - out, PLENTY_KILOGRAMS - out])

  // A few of each: the last ones were the nearest to a fault.
  for (const [reference, first] of [...acknowledged].slice(-5)) {
    const again = await sendLoad(client, yard, reference)
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first, 'true'])
  }
}

/** The load references of all movements, as they are stored. */
export async function storedReferences(client: Client): Promise<string[]> {
  const references: string[] = []
  for (;;) {
    const url = `${MOVEMENTS}?limit=200&sortBy=id&offset=${references.length}`
    const { docs } = ok(await client.get(url))
    if (docs.length === 0) return references
    references.push(...docs.map(({ driver }: Answer['body']) => driver.loadReference))
  }
}
