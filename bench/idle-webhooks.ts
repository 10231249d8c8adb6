import { parseArgs } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../src/db/tables.ts'
import { newId } from '../src/kernel/ids.ts'
import { claimWebhook, releaseWebhook, wakeWebhooks } from '../src/system/webhooks/deliveries.ts'
import { inDatabase, measureInTurn, withBenchDatabase } from './harness.ts'
import type { Timing } from './report/section.ts'

// How long a worker's look for webhooks takes while nothing happens, and from an event to the webhook that it is for, without and among
// many idle webhooks. On PostgreSQL; shows the figures and keeps none.
//
//   node bench/idle-webhooks.ts [--idle 100000] [--runs 60]

const { values: options } = parseArgs({
  options: { idle: { type: 'string', default: '100000' }, runs: { type: 'string', default: '60' } },
})
const runs = Number(options.runs)

/** An organisation with one webhook that rests. Answers its id. */
async function addFarm(db: Kysely<Tables>): Promise<string> {
  const id = newId()
  await sql`insert into organisations (id, name, country_iso, time_zone, locale, created_at)
    values (${id}, 'Hill Farm', 'GB', 'Europe/London', 'en-GB', now() - interval '1 day')`.execute(db)
  await sql`insert into event_streams (owner_id) values (${id})`.execute(db)
  await addWebhooks(db, sql`select id from organisations where id = ${id}`, 1)
  return id
}

/** Four to each organisation. */
async function addIdle(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`with farms as (
      insert into organisations (id, name, country_iso, time_zone, locale, created_at)
      select gen_random_uuid(), 'Farm ' || n, 'GB', 'Europe/London', 'en-GB', now() from generate_series(1, ${count / 4}::int) n
      returning id
    ), streams as (
      insert into event_streams (owner_id, last_number) select id, 10 from farms
    )
    insert into events (organisation_id, number, awaited, type, subject, data, occurred_at)
    select id, n, true, 'movement.created', '', '{}', now() from farms, generate_series(1, 10) n`.execute(db)
  await addWebhooks(db, sql`select owner_id as id from event_streams where last_number = 10`, 4)
  await sql`vacuum analyze`.execute(db)
}

async function addWebhooks(db: Kysely<Tables>, farms: ReturnType<typeof sql>, each: number): Promise<void> {
  await sql`insert into webhooks (id, organisation_id, url, description, secret, cursor_number, due_at, created_by, created_by_name, created_at)
    select gen_random_uuid(), farms.id, 'https://receiver.example', '', '', s.last_number, null, farms.id, '', now() - interval '1 day'
    from (${farms}) farms join event_streams s on s.owner_id = farms.id, generate_series(1, ${each}::int)`.execute(
    db,
  )
}

async function measure(db: Kysely<Tables>, farm: string): Promise<Timing[]> {
  const look = async () => {
    await wakeWebhooks(db, new Date())
    return claimWebhook(db, new Date())
  }
  const happen = () =>
    sql`insert into events (organisation_id, awaited, type, subject, data, occurred_at)
      values (${farm}, true, 'movement.created', '', '{}', now())`.execute(db)
  const [idle] = await measureInTurn('a look while nothing happens', [{ work: look }], { runs })
  const [busy] = await measureInTurn(
    'from an event to its webhook, and to rest',
    [
      {
        before: happen,
        work: async () => {
          const webhook = await look()
          if (!webhook) throw new Error('its webhook is due')
          await releaseWebhook(db, webhook, webhook.cursor + 1, new Date())
        },
      },
    ],
    { runs },
  )
  return [idle, busy].flatMap((timing) => timing ?? [])
}

await withBenchDatabase('postgresql', (bench) =>
  inDatabase(bench, async ({ db }) => {
    const farm = await addFarm(db)
    const alone = await measure(db, farm)
    await addIdle(db, Number(options.idle))
    const amongMany = await measure(db, farm)
    console.log(`milliseconds, median and 95th percentile: alone, and among ${options.idle} idle webhooks`)
    for (const [place, { name, p50, p95 }] of alone.entries()) {
      const other = amongMany[place]
      console.log(
        `${name}: ${p50.toFixed(2)} ${p95.toFixed(2)}, ${other?.p50.toFixed(2)} ${other?.p95.toFixed(2)}`,
      )
    }
  }),
)
