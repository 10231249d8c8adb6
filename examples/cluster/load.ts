import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client } from '../../test/app.ts'
import { clientAt } from '../../test/processes.ts'

// Lorries that bring a kilogram each: every load is sent until it is acknowledged, always with the same Idempotency-Key.

const PATIENCE_MS = 120_000
const PAUSE_MS = 50
/** Longer than any answer of a service that is well. */
const ANSWER_MS = 35_000
const RECORDS = '/api/inventory/records'
const WHEAT = { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' }

export interface Bay {
  storageId: string
  substorageId: number
}

/** Answers of 200 alone. */
export function ok(answer: Answer): Answer['body'] {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function makeBay(client: Client): Promise<Bay> {
  const body = { name: 'Long Barn', type: 'store', location: null, substorage: [{ name: 'In' }] }
  const store = ok(await client.post('/api/inventory/storage', body))
  return { storageId: store.id, substorageId: store.substorage[0].id }
}

export interface Load {
  /** When each load was acknowledged, in milliseconds since the start, by its reference. */
  acknowledged: Map<string, number>
  /** How often a load was sent again. */
  retries(): number
  /** Resolves when each writer's last load was acknowledged; throws if one was refused for good. */
  finish(): Promise<void>
}

/** One writer for each key. */
export function startLoad(url: string, keys: string[], bay: Bay): Load {
  const acknowledged = new Map<string, number>()
  const start = performance.now()
  let [isOver, retries] = [false, 0]

  async function bring(client: Client, reference: string): Promise<void> {
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAUSE_MS)) {
      const answer = await within(ANSWER_MS, bringOnce(client, reference, bay))
      if (answer?.status === 200) return void acknowledged.set(reference, performance.now() - start)
      // Nobody there, or nobody ready; 409 is a first request with this key that is still being answered.
      if (answer && ![502, 503, 504, 409].includes(answer.status)) ok(answer)
      retries += 1
    }
    throw new Error(`${reference} was not acknowledged within ${PATIENCE_MS / 1000} seconds`)
  }

  const writers = keys.map(async (key, writer) => {
    const client = clientAt(url, { 'x-api-key': key })
    for (let number = 1; !isOver; number++) await bring(client, `${writer}/${number}`)
  })
  const all = Promise.all(writers)
  all.catch(() => undefined)
  return {
    acknowledged,
    retries: () => retries,
    async finish() {
      isOver = true
      await all
    },
  }
}

function bringOnce(client: Client, reference: string, bay: Bay): Promise<Answer> {
  const source = { intake: { loadReference: reference } }
  const stock = { type: 'crop', harvestYear: '2025', owned: true, commodity: WHEAT }
  const body = { ...stock, storage: [{ ...bay, weight: 1 }], source }
  return client.post(RECORDS, body, { 'Idempotency-Key': reference })
}

/** Nothing for what fails or takes longer. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, sleep(milliseconds, undefined, { ref: false })]).catch(() => undefined)
}

/** The longest time from one acknowledgement to the next, in seconds, from an instant of the load on. */
export function longestGap({ acknowledged }: Load, sinceMs: number): number {
  const instants = [sinceMs, ...[...acknowledged.values()].filter((each) => each > sinceMs)]
  return Math.max(...instants.map((each, index) => each - (instants[index - 1] ?? each))) / 1000
}

export interface Count {
  acknowledged: number
  stored: number
  lost: number
  doubled: number
  fromNowhere: number
  weightKilograms: number
}

/** Holds what is stored against what was acknowledged. */
export async function count(client: Client, bay: Bay, { acknowledged }: Load): Promise<Count> {
  const stored: string[] = []
  for (;;) {
    const page = `/api/inventory/movements?limit=200&sortBy=id&offset=${stored.length}`
    const { docs } = ok(await client.get(page))
    if (docs.length === 0) break
    stored.push(...docs.map(({ driver }: Answer['body']) => driver.loadReference))
  }
  const once = new Set(stored)
  const store = ok(await client.get(`/api/inventory/storage/${bay.storageId}`))
  return {
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: [...acknowledged.keys()].filter((each) => !once.has(each)).length,
    doubled: stored.length - once.size,
    fromNowhere: stored.filter((each) => !acknowledged.has(each)).length,
    weightKilograms: store.substorage[0].record.weight.weight,
  }
}
