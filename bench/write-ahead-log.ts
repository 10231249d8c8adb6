import { serve } from '../test/program.ts'
import { inDatabase, stop, withBenchDatabase } from './harness.ts'
import { runLoad } from './load.ts'
import { fillMovementFarm } from './movement-farm.ts'
import { makeOrganisation } from './organisation.ts'

// What a movement writes to PostgreSQL's log, in bytes, and by what: a figure of the schema and not of the machine, so that it is the same on a
// busy one. Images of whole pages, of which a checkpoint has one of each page that is written after it, are told apart.
//
//   node bench/write-ahead-log.ts

const CLIENTS = [1, 8, 16]
const SECONDS = 3

interface Written {
  by: string
  records: number
  bytes: number
  images: number
}

await withBenchDatabase('postgresql', async (bench) => {
  const { apiKey } = await inDatabase(bench, async ({ db, pool }) => {
    await pool.query('create extension pg_walinspect')
    return makeOrganisation(db, 'Busy Store')
  })
  const program = await serve(bench.where)
  try {
    const farm = await fillMovementFarm(program.url, apiKey)
    const send = (clients: number) =>
      runLoad(program.url, { clients, seconds: SECONDS, request: () => farm.movement() })
    await send(8)
    for (const clients of CLIENTS)
      await inDatabase(bench, async ({ pool }) => {
        const place = async () =>
          (await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')).rows[0]?.lsn
        const from = await place()
        const { count } = await send(clients)
        const { rows } = await pool.query<Written>(
          `select "resource_manager/record_type" as by, count as records, record_size as bytes, fpi_size as images
          from pg_get_wal_stats($1, $2, true) where count > 0 order by record_size desc`,
          [from, await place()],
        )
        const each = (total: number) => Math.round(total / count)
        const sum = (of: (written: Written) => number) =>
          rows.reduce((total, row) => total + Number(of(row)), 0)
        console.log(
          `${clients} clients, ${count} movements: ${each(sum(({ bytes }) => bytes))} bytes each, and ${each(sum(({ images }) => images))} of images`,
        )
        for (const { by, records, bytes } of rows.slice(0, 8))
          console.log(`  ${by.padEnd(28)} ${(records / count).toFixed(2)} records, ${each(bytes)} bytes`)
      })
  } finally {
    await stop(program)
  }
})
