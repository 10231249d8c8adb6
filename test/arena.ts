import { inject } from 'vitest'
import { sql } from 'kysely'
import { verifyLedger } from '../src/inventory/ledger/ledger.ts'
import { openTestApp, type Client, type TestApp } from './app.ts'
import { makeOrganisation, type TestOrganisation } from './factories.ts'
import { urlOf } from './global-setup.ts'
import { clientAt, startServer } from './processes.ts'

/** Where many clients want the same thing at once. */
export interface Arena {
  service: TestApp
  farm: TestOrganisation
  as: TestOrganisation['as']
  marker: string
  /** Clients of the same organisation, each at the next process in turn. */
  crowd(count: number): Client[]
  /** What is wrong with the ledger: nothing, if it is sound. */
  examine(): Promise<unknown[]>
  close(): Promise<void>
}

/** Real races need a real server: two processes of the program on one PostgreSQL database. */
export const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined

/** All clients in this process. */
export async function openArena(): Promise<Arena> {
  const service = await openTestApp()
  const farm = await makeOrganisation(service)
  return {
    service,
    farm,
    as: farm.as,
    marker: 'arena',
    crowd: (count) => Array.from({ length: count }, () => farm.as('owner')),
    examine: () => examine(service),
    close: () => service.close(),
  }
}

/** Every other client at another process. */
export async function openArenaOfTwoProcesses(): Promise<Arena> {
  const arena = await openArena()
  const source = inject('databaseSource')
  if (source.engine !== 'postgresql') throw new Error('two processes need a server')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    arena.service.database.db,
  )
  const databaseUrl = urlOf(source.serverUrl, rows[0]?.name ?? '')
  const servers = await Promise.all([startServer(databaseUrl), startServer(databaseUrl)])
  const credential = { 'x-api-key': arena.farm.keys.owner }
  return {
    ...arena,
    crowd: (count) =>
      Array.from({ length: count }, (_each, index) =>
        clientAt(servers[index % servers.length]?.url ?? '', credential),
      ),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await arena.close()
    },
  }
}

/** The ledger's own examination, and sums over its entries that ask nothing of its code. */
async function examine({ database: { db } }: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    select b.record_id, b.balance_grams, sum(e.grams) as summed
    from ledger_balances b, lateral (
      select coalesce(sum(grams) filter (where destination_record_id = b.record_id), 0)
        - coalesce(sum(grams) filter (where source_record_id = b.record_id), 0) as grams
      from ledger_entries
      where (source_record_id = b.record_id or destination_record_id = b.record_id) and effective_at <= b.settled_to
    ) e
    group by b.storer_id, b.record_id having b.balance_grams <> sum(e.grams) or b.balance_grams < 0`.execute(
    db,
  )
  return [...(await Array.fromAsync(verifyLedger(db))), ...rows]
}
