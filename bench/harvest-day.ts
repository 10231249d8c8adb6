import { setTimeout as sleep } from 'node:timers/promises'
import { serve, type RunningProgram } from '../test/program.ts'
import { openCountingProxy } from './counting-proxy.ts'
import { describeMachine, inDatabase, publish, stop, withBenchDatabase } from './harness.ts'
import { fillHarvestFarm, LOADS, type HarvestFarm, type LoadKind } from './harvest-farm.ts'
import { inTurns, runLoad, type LoadRequest } from './load.ts'
import { makeOrganisation } from './organisation.ts'
import { withProcessorTime } from './processor-time.ts'
import { harvestDaySection, type Sent } from './report/harvest-day.ts'

// What each kind of load costs beside a movement in order, and a day of all kinds. Everything is measured in turns in one database, which is
// vacuumed and analysed before each turn, so that autovacuum may be off.

/** Of twenty loads of a harvest day: 70 % come in, 20 % leave, 5 % are late and 5 % are corrections. */
const DAY: LoadKind[] = [
  ...Array.from({ length: 7 }, (): LoadKind[] => ['intake', 'harvest load']).flat(),
  ...Array.from({ length: 4 }, (): LoadKind => 'outgoing load'),
  'correction',
]
/** The twentieth, in turns. */
const LATE: LoadKind[] = ['late intake', 'late movement']
const DAY_LOADS = DAY.length + 1
/** Prime to the loads of a day, so that the kinds are mixed. */
const STEP = 7

function dayOf({ loads }: HarvestFarm): () => LoadRequest {
  let number = 0
  return () => {
    number += 1
    const kind = DAY[(number * STEP) % DAY_LOADS] ?? LATE[Math.floor(number / DAY_LOADS) % LATE.length]
    return loads[kind ?? 'movement']()
  }
}

/** Measures loads of each kind and the mixture of a harvest day, with one client and with a busy office, and publishes what they take. */
export function measureHarvestDay({
  rounds,
  seconds,
  laterEntries,
  isDocument,
}: {
  rounds: number
  seconds: number
  laterEntries: number
  isDocument: boolean
}): Promise<void> {
  const clientCounts = [1, 8]
  return withBenchDatabase(
    'postgresql',
    async (bench) => {
      const { apiKey, machine } = await inDatabase(bench, async (database) => ({
        ...(await makeOrganisation(database.db, 'Harvest Store')),
        machine: await describeMachine(database),
      }))
      const analyse = () => inDatabase(bench, ({ pool }) => pool.query('vacuum analyze'))
      const program = await serve(bench.where)
      try {
        const farm = await fillHarvestFarm(program.url, apiKey, { laterEntries })
        await analyse()
        const send = (clients: number, request: () => LoadRequest) =>
          withProcessorTime(program.pid, () => runLoad(program.url, { clients, seconds, request }))
        // A process that has just started is slower for a while.
        for (const kind of LOADS) await send(8, farm.loads[kind])
        const measures = clientCounts.flatMap((clients) => [
          ...LOADS.map((kind) => [`${kind} ${clients}`, () => send(clients, farm.loads[kind])] as const),
          [`day ${clients}`, () => send(clients, dayOf(farm))] as const,
        ])
        const loads = await inTurns(rounds, Object.fromEntries(measures), { before: analyse })
        const sent = await countSent(bench.where, farm)
        const result = { rounds, seconds, laterEntries, clientCounts, loads, sent }
        await publish(harvestDaySection, machine, result, { isDocument })
      } finally {
        await stop(program)
      }
    },
    { vacuumsItself: true },
  )
}

const REPEATS = 5

/** The least of a few: what the service asks by itself may fall in between. */
async function countSent(
  where: Parameters<typeof serve>[0],
  { loads }: HarvestFarm,
): Promise<Record<string, Sent>> {
  const proxy = await openCountingProxy(where.env?.['DATABASE_URL'] ?? '')
  const program = await serve({ ...where, env: { ...where.env, DATABASE_URL: proxy.url } })
  try {
    const counts: [string, Sent][] = []
    for (const kind of LOADS) counts.push([kind, await leastOf(program, proxy.sent, loads[kind])])
    return Object.fromEntries(counts)
  } finally {
    await stop(program)
    proxy.close()
  }
}

async function leastOf({ url }: RunningProgram, sent: () => Sent, request: () => LoadRequest): Promise<Sent> {
  const least = { roundTrips: Infinity, statements: Infinity }
  for (let repeat = 1; repeat <= REPEATS; repeat++) {
    await sleep(300)
    const before = sent()
    await sendOnce(url, request())
    const after = sent()
    least.roundTrips = Math.min(least.roundTrips, after.roundTrips - before.roundTrips)
    least.statements = Math.min(least.statements, after.statements - before.statements)
  }
  return least
}

async function sendOnce(url: string, { path, headers, body, method = 'POST' }: LoadRequest): Promise<void> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
}
