import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readReport } from '../src/inventory/reports/queries.ts'
import { reportKinds } from '../src/inventory/reports/kinds.ts'
import { actorOf } from '../test/factories.ts'
import { describeMachine, inDatabase, measureInTurn, withBenchDatabase } from './harness.ts'
import { fillHistory, NOW } from './history.ts'

// How long reports take of a merchant with 200,000 loads, in the service's own process on PostgreSQL: of a harvest year beside the one before, and of
// all loads at once. Figures go to the screen; docs/decisions/0165-reports.md has some.
//
//   node bench/reports.ts [--entries 220000] [--runs 20]

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '220000' },
    runs: { type: 'string', default: '20' },
  },
})

await withBenchDatabase(
  'postgresql',
  (bench) =>
    inDatabase(bench, async (database) => {
      const { db } = database
      const { store } = await fillHistory(database, Number(options.entries))
      const { organisationId } = store
      // Lorries and what was measured, which the history leaves out.
      await sql`
      update movements set vehicle_registration = 'AB' || id % 200 || ' CDE',
        quality = jsonb_build_object('Moisture', jsonb_build_object('value', 13 + id % 5, 'metric', '%'), 'Protein', jsonb_build_object('value', 11 + id % 3, 'metric', '%'))
      where organisation_id = ${organisationId} and type <> 'internal'`.execute(db)
      await database.pool.query('vacuum analyze')
      const { rows } = await sql<{ loads: number; first: string }>`
      select count(*) as loads, min(effective_at)::date::text as first from movements where organisation_id = ${organisationId}`.execute(
        db,
      )
      const { loads, first } = rows[0] ?? { loads: 0, first: '' }
      const owner = { organisationId, name: 'Valley Store', owner: { userId: '' } } as Parameters<
        typeof actorOf
      >[0]
      const actor = actorOf(owner, NOW)
      const today = NOW.toISOString().slice(0, 10)
      console.log(await describeMachine(database), { loads, first })
      const asked = reportKinds.flatMap((kind) => [
        {
          kind,
          name: `${kind}, a harvest year beside the one before`,
          period: 'lastHarvestYear' as const,
          withYearBefore: true,
        },
        ...(kind === 'season'
          ? []
          : [{ kind, name: `${kind}, all loads`, period: 'dates' as const, from: first, to: today }]),
      ])
      for (const { name, ...query } of asked) {
        const [timing] = await measureInTurn(name, [{ work: () => readReport(db, actor, query) }], {
          warmUp: 3,
          runs: Number(options.runs),
        })
        console.log(timing)
      }
    }),
  { vacuumsItself: true },
)
