import { randomInt, randomUUID } from 'node:crypto'
import type { LoadRequest } from './load.ts'

const STORES = 10
/** As many as a body may name. */
const BAYS_PER_STORE = 100
const PARCEL_KILOGRAMS = 1_000_000

interface Bay {
  storageId: string
  substorageId: number
}

/** Stores with 1,000 bays, or fewer, each full of the same wheat, so that every load may go anywhere; and one empty bay. */
export interface MovementFarm {
  /** A kilogram from a record to the bay of another, both taken by chance out of the first `among`; with somebody's own key, if given. */
  movement: (among?: number, key?: string) => LoadRequest
  /** A kilogram from each record to the empty bay, all in one request. */
  bulk: () => LoadRequest
  records: number
  /** Each record and the bay that it fills. */
  parcels: { id: string; bay: Bay }[]
}

/** Fills stores of 100 bays through the service, as its people would. */
export async function fillMovementFarm(
  origin: string,
  apiKey: string,
  { stores = STORES }: { stores?: number } = {},
): Promise<MovementFarm> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}/api/inventory${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  const makeStore = async (name: string, bays: number): Promise<Bay[]> => {
    const substorage = Array.from({ length: bays }, (_bay, index) => ({ name: `Bay ${index + 1}` }))
    const store = await ask('POST', '/storage', { name, type: 'store', location: null, substorage })
    return store.substorage.map(({ id }: { id: number }) => ({ storageId: store.id, substorageId: id }))
  }
  const parcels: { id: string; bay: Bay }[] = []
  for (let store = 1; store <= stores; store++) {
    for (const bay of await makeStore(`Store ${store}`, BAYS_PER_STORE)) {
      const { id } = await ask('POST', '/records', {
        type: 'crop',
        harvestYear: '2025',
        owned: true,
        commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
        source: { type: 'existing', importDateUTC: '2025-08-01' },
        storage: [{ ...bay, weight: PARCEL_KILOGRAMS }],
      })
      parcels.push({ id, bay })
    }
  }
  const [empty] = await makeStore('Empty store', 1)
  // To the second, as a weighbridge says it.
  const now = () => `${new Date().toISOString().slice(0, 19)}Z`
  const sent = (path: string, body: object, key = apiKey): LoadRequest => ({
    path: `/api/inventory${path}`,
    headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
    body: { movementDateISO: now(), ...body },
  })
  return {
    records: parcels.length,
    parcels,
    movement: (among = parcels.length, key = apiKey) => {
      const from = randomInt(among)
      const to = (from + 1 + randomInt(among - 1)) % among
      const body = { recordId: parcels[from]?.id, weight: 1, destination: parcels[to]?.bay }
      return sent('/movements', body, key)
    },
    bulk: () =>
      sent('/movements/bulk', { records: parcels.map(({ id }) => ({ id, weight: 1 })), destination: empty }),
  }
}
