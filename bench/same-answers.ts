import { randomUUID } from 'node:crypto'
import type { Filled } from './organisation.ts'
import type { MovementFarm } from './movement-farm.ts'
import type { Check } from './report/processes.ts'

/** Whether two processes on one database say and do the same. */

const INVENTORY = '/api/inventory'
const MOVEMENTS = `${INVENTORY}/movements`
const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

interface Both {
  /** Where the two are. */
  urls: [string, string]
  owner: Filled
  parcels: MovementFarm['parcels']
}

interface Answer {
  status: number
  etag: string | null
  text: string
}

interface SendOptions {
  method?: string
  body?: object
  headers?: Record<string, string>
}

/** Asks both everything that the load may have changed, and has them stand in for each other. */
export async function checkSameAnswers(both: Both): Promise<Check[]> {
  return [
    await checkReads(both),
    await checkRepeats(both),
    await checkRaces(both),
    await checkShortage(both),
    await checkStale(both),
    await checkPlans(both),
  ]
}

async function send(
  { owner }: Both,
  url: string,
  path: string,
  { method, body, headers }: SendOptions = {},
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      'x-api-key': owner.apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
}

const isSame = (one: Answer, other: Answer) =>
  one.status === other.status && one.text === other.text && one.etag === other.etag

/** Both asked at once, as nothing else happens. */
async function askBoth(both: Both, path: string): Promise<boolean> {
  const [one, other] = await Promise.all([send(both, both.urls[0], path), send(both, both.urls[1], path)])
  if (one.status !== 200) throw new Error(`${path} answered ${one.status}: ${one.text}`)
  if (isSame(one, other)) return true
  console.error(`${path} differs:\n${one.etag} ${one.text}\n${other.etag} ${other.text}`)
  return false
}

async function countWrong(name: string, tries: (() => Promise<boolean>)[]): Promise<Check> {
  let wrong = 0
  for (const isRight of tries) if (!(await isRight())) wrong += 1
  return { name, asked: tries.length, wrong }
}

/** Searches, sums, records, movements and exports, byte by byte. */
async function checkReads(both: Both): Promise<Check> {
  // Without a moment to be for, each says its own now.
  const at = new Date().toISOString()
  const searches = ['', '?sortBy=name&limit=100', '?f:harvestYear=2025&docs=false', '?format=csv']
  const paths = [
    ...searches.map((query) => `${INVENTORY}/records${query}`),
    ...['', '?limit=100&offset=100', '?type=internal', '?format=csv'].map((query) => MOVEMENTS + query),
    ...[`?at=${at}`, '?at=2025-09-01'].map((query) => `${INVENTORY}/position${query}`),
    `${INVENTORY}/storage`,
    `${INVENTORY}/contracts`,
    `${MOVEMENTS}/actions`,
    '/api/identity/me',
    ...both.parcels.slice(0, 50).map(({ id }) => `${INVENTORY}/records/${id}`),
  ]
  return countWrong(
    'searches, positions, records, exports',
    paths.map((path) => () => askBoth(both, path)),
  )
}

const TRIES = 20

/** A load out of the parcel with this number. */
const load = ({ parcels }: Both, number: number, overrides: object = {}) => ({
  recordId: parcels[number]?.id,
  movementDateISO: new Date().toISOString(),
  weight: 1,
  destination: mill,
  sold: true,
  ...overrides,
})

/** What one has done, the other answers when it is asked again with the same key. */
function checkRepeats(both: Both): Promise<Check> {
  return countWrong(
    'the same key again, at the other process',
    Array.from({ length: TRIES }, (_try, number) => async () => {
      const options = { body: load(both, number), headers: { 'idempotency-key': randomUUID() } }
      const first = await send(both, both.urls[0], MOVEMENTS, options)
      const again = await send(both, both.urls[1], MOVEMENTS, options)
      return first.status === 200 && again.status === 200 && first.text === again.text
    }),
  )
}

/** The same key at both at once: one load, two equal answers. */
function checkRaces(both: Both): Promise<Check> {
  return countWrong(
    'the same key at both at once: one load',
    Array.from({ length: TRIES }, (_try, number) => async () => {
      const before = await kilograms(both, number)
      const options = { body: load(both, number), headers: { 'idempotency-key': randomUUID() } }
      const answers = await Promise.all(both.urls.map((url) => send(both, url, MOVEMENTS, options)))
      const [one, other] = answers
      return one?.status === 200 && one.text === other?.text && before - (await kilograms(both, number)) === 1
    }),
  )
}

/** What is left can be taken once: all of it is wanted at both processes at once, half of it by each of four. */
function checkShortage(both: Both): Promise<Check> {
  return countWrong(
    'four want half of what is left, at both at once: two get it',
    Array.from({ length: TRIES }, (_try, index) => async () => {
      const number = TRIES + index
      const body = load(both, number, { weight: (await kilograms(both, number)) / 2 })
      const urls = [...both.urls, ...both.urls]
      const answers = await Promise.all(urls.map((url) => send(both, url, MOVEMENTS, { body })))
      const taken = answers.filter(({ status }) => status === 200).length
      const refused = answers.filter(({ text }) => text.includes('"insufficient_stock"')).length
      return taken === 2 && refused === 2 && (await kilograms(both, number)) === 0
    }),
  )
}

/** A change at one makes what was read at the other out of date. */
function checkStale(both: Both): Promise<Check> {
  return countWrong(
    'a change on what the other has changed since: refused',
    Array.from({ length: TRIES }, (_try, index) => async () => {
      const path = `${INVENTORY}/records/${both.parcels[2 * TRIES + index]?.id}`
      const { etag } = await send(both, both.urls[0], path)
      const change = (url: string, harvestYear: string) =>
        send(both, url, path, {
          method: 'PATCH',
          body: { harvestYear },
          headers: { 'if-match': etag ?? '' },
        })
      const first = await change(both.urls[1], '2024')
      const second = await change(both.urls[0], '2023')
      return first.status === 200 && second.status === 412 && (await askBoth(both, path))
    }),
  )
}

/** A plan that cannot be met is a conflict at both, from the moment on that it was entered at one. */
function checkPlans(both: Both): Promise<Check> {
  return countWrong(
    'a plan that cannot be met: a conflict at both',
    Array.from({ length: TRIES }, (_try, index) => async () => {
      const number = 3 * TRIES + index
      const movementDateISO = new Date(Date.now() + 86_400_000).toISOString()
      const body = load(both, number, { movementDateISO, weight: 900_000_000 })
      const planned = await send(both, both.urls[index % 2] ?? both.urls[0], MOVEMENTS, { body })
      const { storageId, substorageId } = both.parcels[number]?.bay ?? {}
      const path = `${INVENTORY}/storage/${storageId}/conflicts?substorageId=${substorageId}`
      const said = await send(both, both.urls[0], path)
      return planned.status === 200 && said.text !== '[]' && (await askBoth(both, path))
    }),
  )
}

/** What the record with this number has now, as the second process says it. */
async function kilograms(both: Both, number: number): Promise<number> {
  const path = `${INVENTORY}/records/by-ids?ids=${both.parcels[number]?.id}`
  const [record] = JSON.parse((await send(both, both.urls[1], path)).text)
  return record.yield.current
}
