import { parseArgs } from 'node:util'
import { serve, type RunningProgram } from '../test/program.ts'
import { balance } from './balancer.ts'
import { describeMachine, ensureSound, inDatabase, publish, stop, withBenchDatabase } from './harness.ts'
import { inTurns, runLoad, type Load } from './load.ts'
import { fillMovementFarm, type MovementFarm } from './movement-farm.ts'
import { makeOrganisation } from './organisation.ts'
import { processesSection } from './report/processes.ts'
import { checkSameAnswers } from './same-answers.ts'

// How many movements a second two processes on one PostgreSQL store behind a balancer, beside one; and whether both say the
// same afterwards.
//
//   node bench/processes.ts [--seconds 5] [--rounds 3] [--clients 8,16] [--no-document]

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    /** Everything is measured so often, in turns; what is told is the median. */
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8,16' },
    /** Leaves docs/performance.md as it is. */
    'no-document': { type: 'boolean', default: false },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
const clientCounts = options.clients.split(',').map(Number)

async function measureLoads(urls: string[], farm: MovementFarm): Promise<Record<string, Load>> {
  const request = () => farm.movement()
  const [one, two] = [await balance(urls.slice(0, 1)), await balance(urls)]
  try {
    // A process that has just started is slower for a while.
    await runLoad(two.url, { clients: 8, seconds, request })
    const measures = clientCounts.flatMap((clients) => [
      [`1 ${clients}`, () => runLoad(one.url, { clients, seconds, request })] as const,
      [`2 ${clients}`, () => runLoad(two.url, { clients, seconds, request })] as const,
    ])
    return await inTurns(rounds, Object.fromEntries(measures))
  } finally {
    one.close()
    two.close()
  }
}

await withBenchDatabase('postgresql', async (bench) => {
  const { machine, owner } = await inDatabase(bench, async (database) => ({
    machine: await describeMachine(database),
    owner: await makeOrganisation(database.db, 'Busy Store'),
  }))
  const programs: RunningProgram[] = []
  try {
    const [first, second] = [await serve(bench.where), await serve(bench.where)]
    programs.push(first, second)
    const farm = await fillMovementFarm(first.url, owner.apiKey)
    const loads = await measureLoads([first.url, second.url], farm)
    const checks = await checkSameAnswers({ urls: [first.url, second.url], owner, parcels: farm.parcels })
    await inDatabase(bench, ensureSound)
    const isDocument = !options['no-document']
    await publish(processesSection, machine, { rounds, seconds, clientCounts, loads, checks }, { isDocument })
  } finally {
    for (const program of programs) await stop(program)
  }
})
