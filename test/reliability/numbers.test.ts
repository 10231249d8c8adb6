import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Answer, Client } from '../app.ts'
import { openTestDatabase, placeEmptyDatabase, type TestDatabase } from '../database.ts'
import { makeBays, oldStock, type Bay } from '../farm.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from '../program.ts'
import { ok } from '../scene.ts'
import { sized } from './size.ts'

// Eight desks of three organisations weigh lorries at once, are refused some, lose their server without warning, and have phones that send
// late what they kept: each series of numbers runs 1, 2, 3 … with nothing missing and nothing twice (rules.md §11).

const ORGANISATIONS = ['Hill Farm', 'Brook Farm', 'Dale Farm']
const DESKS = 8
const KILLS = sized(2, 40)
const LOADS_BETWEEN = sized(20, 100)
const MOVEMENTS = '/api/inventory/movements'
const MILL = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
const ON = '2025-08-10T09:00:00Z'
const isOnServer = inject('databaseSource').engine === 'postgresql'

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
let database: TestDatabase | undefined
let env: Environment
let program: RunningProgram | undefined

beforeAll(async () => {
  workplace = await makeWorkplace()
  if (isOnServer) database = await openTestDatabase()
  else await placeEmptyDatabase(workplace.dataDir)
  env = {
    RATE_LIMIT_PER_MINUTE: '0',
    ...(database?.url ? { DATABASE_URL: database.url } : { DATA_DIR: workplace.dataDir }),
  }
})
afterAll(async () => {
  program?.kill('SIGKILL')
  await program?.ended
  await database?.close()
  await workplace.remove()
})

interface Organisation {
  apiKey: string
  stock: string
  bay: Bay
  /** Loads that were stored and have a number: by what they are. */
  numbered: Record<'transfer' | 'ticket-out', Set<string>>
}

async function makeOrganisations(url: string, keys: string[]): Promise<Organisation[]> {
  const made: Organisation[] = []
  for (const apiKey of keys) {
    const client = clientAt(url, { 'x-api-key': apiKey })
    const [full, bay] = (await makeBays({ as: () => client }, 2)) as [Bay, Bay]
    const { id: stock } = ok(await client.post('/api/inventory/records', oldStock(full, 9_000_000)))
    made.push({ apiKey, stock, bay, numbered: { transfer: new Set(), 'ticket-out': new Set() } })
  }
  return made
}

/** Sends until somebody answers, always under the same key. */
async function untilAnswered(apiKey: string, send: (client: Client) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const url = program?.url
    const answer =
      url === undefined
        ? undefined
        : await send(clientAt(url, { 'x-api-key': apiKey })).catch(() => undefined)
    if (answer && answer.status !== 503) return answer
    await sleep(20)
  }
}

/** A load of one of five kinds: between bays, weighed at once, weighed later, more than there is, and kept by a phone for a while. */
async function weigh(organisation: Organisation, reference: string, kind: number): Promise<void> {
  const { apiKey, stock, bay, numbered } = organisation
  const key = { 'Idempotency-Key': reference }
  const about = { recordId: stock, movementDateISO: ON }
  const out = { ...about, destination: MILL, sold: true, driver: { name: 'Sam', loadReference: reference } }
  if (kind === 4) await sleep(150)
  const body =
    kind === 0 || kind === 4
      ? { ...about, weight: 10, destination: bay }
      : kind === 3
        ? { ...about, weight: 90_000_000, destination: bay }
        : { ...out, weighbridge: { empty: 14_000, ...(kind === 1 && { full: 14_010 }) } }
  const answer = await untilAnswered(apiKey, (client) => client.post(MOVEMENTS, body, key))
  if (kind === 3) {
    expect(answer.body.code).toBe('insufficient_stock')
    return
  }
  const [id] = ok(answer).ids
  if (kind === 2) {
    const actions = { recordId: stock, weighbridge: { full: 14_010 } }
    const later = { 'Idempotency-Key': `${reference}/full` }
    ok(await untilAnswered(apiKey, (client) => client.put(`${MOVEMENTS}/${id}/actions`, actions, later)))
  }
  numbered[kind === 0 || kind === 4 ? 'transfer' : 'ticket-out'].add(id)
}

async function numbersOf(
  client: Client,
  kind: string,
): Promise<{ place: number; number: string; movementId: number }[]> {
  const all = []
  for (;;) {
    const url = `/api/inventory/papers/numbers?kind=${kind}&limit=200&offset=${all.length}`
    const { docs } = ok(await client.get(url))
    if (docs.length === 0) return all.toReversed()
    all.push(...docs)
  }
}

test(
  'each series runs 1, 2, 3 … through refusals, kills and late phones',
  { timeout: sized(540_000, 3_600_000) },
  async () => {
    const keys: string[] = []
    for (const [index, name] of ORGANISATIONS.entries()) {
      const who = ['--organisation', name, '--country', 'GB', '--email', `owner${index}@hill.example`]
      const { stdout, stderr } = await run(['init', ...who, '--json'], { cwd: workplace.directory, env })
      if (stdout === '') throw new Error(stderr)
      keys.push(JSON.parse(stdout).apiKey)
    }
    program = await serve({ cwd: workplace.directory, env })
    const organisations = await makeOrganisations(program.url, keys)
    let sent = 0
    let isOver = false
    const failures: unknown[] = []
    const weighOn = async (desk: number) => {
      for (let load = 0; !isOver && failures.length === 0; load++) {
        await weigh(organisations[desk % organisations.length] as Organisation, `${desk}/${load}`, load % 5)
        sent += 1
      }
    }
    const desks = Array.from({ length: DESKS }, (_desk, desk) =>
      weighOn(desk).catch((error: unknown) => void failures.push(error)),
    )
    for (let kill = 1; kill <= KILLS && failures.length === 0; kill++) {
      for (const until = sent + LOADS_BETWEEN; sent < until && failures.length === 0;) await sleep(5)
      const killed: RunningProgram = program
      program = undefined
      killed.kill('SIGKILL')
      await killed.ended
      program = await serve({ cwd: workplace.directory, env })
    }
    isOver = true
    await Promise.all(desks)
    expect(failures).toEqual([])
    for (const { apiKey, numbered } of organisations) {
      const client = clientAt(program?.url ?? '', { 'x-api-key': apiKey })
      for (const [kind, ids] of Object.entries(numbered)) {
        const given = await numbersOf(client, kind)
        expect(given.map(({ place }) => place)).toEqual(
          Array.from({ length: ids.size }, (_each, index) => index + 1),
        )
        expect(given.map(({ number }) => number)).toEqual(given.map(({ place }) => String(place)))
        expect(new Set(given.map(({ movementId }) => String(movementId)))).toEqual(ids)
      }
    }
  },
)
