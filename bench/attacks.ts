import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { serve } from '../test/program.ts'
import type { Order, Suffered } from './attacker.ts'
import { describeMachine, inDatabase, publish, stop, withBenchDatabase } from './harness.ts'
import { hostileKinds, SLOW_LINES, type Aim } from './hostile-requests.ts'
import { inTurns, runLoad, type LoadRequest } from './load.ts'
import { fillMovementFarm, type MovementFarm } from './movement-farm.ts'
import { makeOrganisation, ownerOf } from './organisation.ts'
import { attacksSection, type Attack } from './report/attacks.ts'

// How much longer ordinary requests take while somebody else attacks, on the real program with its usual limits.
//
//   node bench/attacks.ts [--seconds 5] [--rounds 3] [--only "deep JSON"] [--engine embedded] [--no-document]

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    /** Everything is measured so often, in turns; what is told is the median. */
    rounds: { type: 'string', default: '3' },
    /** `embedded` or `postgresql`. */
    engine: { type: 'string', default: 'postgresql' },
    /** One attack by its name. */
    only: { type: 'string' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const CLIENTS = 4
/** What a person at a weighbridge takes to look up; far less, so that there is something to measure. */
const PAUSE_MILLISECONDS = 20
const STORES = 2
const SLOW = 'slow headers and bodies'

/** Begins an attack; what it answers ends it, and says what the attacker was answered. */
async function attack(order: Order): Promise<() => Promise<Suffered>> {
  const worker = new Worker(path.join(import.meta.dirname, 'attacker.ts'), { workerData: order })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [suffered] = (await once(worker, 'message')) as [Suffered]
    return suffered
  }
}

/** Movements, searches and look-ups in turn. */
function ordinary(farm: MovementFarm, apiKey: string): () => LoadRequest {
  const headers = { 'x-api-key': apiKey }
  let number = 0
  return () => {
    number += 1
    const { id } = farm.parcels[number % farm.parcels.length] ?? { id: '' }
    if (number % 3 === 0) return farm.movement()
    const address = number % 3 === 1 ? '/records?f:commodity=1&limit=20' : `/records/${id}`
    return { path: `/api/inventory${address}`, headers }
  }
}

function attacksOn(aim: Aim): Omit<Attack, 'answered'>[] {
  const steady = hostileKinds(aim).map(({ name, pace }) => ({
    name,
    does: 'atOnce' in pace ? `${pace.atOnce} requests at a time` : `${pace.perSecond} requests a second`,
  }))
  const all = [...steady, { name: SLOW, does: `${SLOW_LINES} lines at once` }]
  const wanted = all.filter(({ name }) => options.only === undefined || name === options.only)
  if (wanted.length === 0) throw new Error(`There is no attack called ${options.only}.`)
  return wanted
}

await withBenchDatabase(options.engine === 'embedded' ? 'pglite' : 'postgresql', async (bench) => {
  const made = await inDatabase(bench, async (database) => ({
    machine: await describeMachine(database),
    busy: await makeOrganisation(database.db, 'Busy Store'),
    rude: await makeOrganisation(database.db, 'Rude Farm'),
  }))
  // With its limits, as it is run.
  const { RATE_LIMIT_PER_MINUTE: _unlimited, ...env } = bench.where.env
  const program = await serve({ ...bench.where, env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const farm = await fillMovementFarm(program.url, made.busy.apiKey, { stores: STORES })
    await fillMovementFarm(program.url, made.rude.apiKey, { stores: STORES })
    const aim = { apiKey: made.rude.apiKey, email: ownerOf('Busy Store') }
    const request = ordinary(farm, made.busy.apiKey)
    const measure = () =>
      runLoad(program.url, { clients: CLIENTS, seconds, request, pauseMilliseconds: PAUSE_MILLISECONDS })
    const answered = new Map<string, Suffered>()
    const underAttack = async (name: string) => {
      const end = await attack({ origin: program.url, aim, kind: name === SLOW ? undefined : name })
      try {
        return await measure()
      } finally {
        answered.set(name, sum(answered.get(name) ?? {}, await end()))
      }
    }
    const attacks = attacksOn(aim)
    // Those that are compared are measured one after the other.
    const loads = await inTurns(
      rounds,
      Object.fromEntries(
        attacks.flatMap(({ name }) => [
          [`before ${name}`, measure] as const,
          [name, () => underAttack(name)] as const,
        ]),
      ),
    )
    const named = (prefix: string) =>
      Object.fromEntries(
        attacks.flatMap(({ name }) => {
          const load = loads[prefix + name]
          return load ? [[name, load] as const] : []
        }),
      )
    const result = {
      rounds,
      seconds,
      clients: CLIENTS,
      attacks: attacks.map((each) => ({ ...each, answered: answered.get(each.name) ?? {} })),
      meanwhile: named(''),
      before: named('before '),
    }
    await publish(attacksSection, made.machine, result, { isDocument: !options['no-document'] })
  } finally {
    await stop(program)
  }
})

function sum(one: Suffered, other: Suffered): Suffered {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
