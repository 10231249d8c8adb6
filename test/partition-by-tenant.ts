import type pg from 'pg'
import { readDefinitions, type Definition } from '../src/db/catalog.ts'

/** The tables that an organisation fills, with whose each row of them is (docs/decisions/0057-the-tenant-first.md). */
export const TENANTS: Record<string, string> = {
  adjustments: 'storer_id',
  bay_capacities: 'organisation_id',
  bay_checks: 'organisation_id',
  bays: 'organisation_id',
  business_units: 'organisation_id',
  check_plans: 'organisation_id',
  confirmations: 'owner_id',
  counterparties: 'organisation_id',
  events: 'organisation_id',
  expert_questions: 'organisation_id',
  files: 'organisation_id',
  harvest_plans: 'organisation_id',
  holds: 'organisation_id',
  idempotency_keys: 'organisation_id',
  import_aliases: 'organisation_id',
  import_faults: 'organisation_id',
  import_made: 'organisation_id',
  import_mappings: 'organisation_id',
  imported_stock: 'organisation_id',
  imports: 'organisation_id',
  letterheads: 'organisation_id',
  ledger_balances: 'storer_id',
  ledger_counts: 'storer_id',
  ledger_days: 'storer_id',
  ledger_entries: 'storer_id',
  ledger_spans: 'keeper_id',
  movement_count_steps: 'organisation_id',
  movement_counts: 'organisation_id',
  movements: 'organisation_id',
  number_counters: 'organisation_id',
  number_series: 'organisation_id',
  papers: 'organisation_id',
  partners: 'organisation_id',
  record_business_units: 'storer_id',
  record_changes: 'storer_id',
  records: 'keeper_id',
  samples: 'storer_id',
  settlement_lines: 'organisation_id',
  settlements: 'organisation_id',
  stocktake_counts: 'organisation_id',
  stocktake_lines: 'organisation_id',
  stocktakes: 'organisation_id',
  search_changes: 'organisation_id',
  storage_business_units: 'organisation_id',
  storage_contracts: 'storer_id',
  storage_notes: 'organisation_id',
  storages: 'organisation_id',
  store_codes: 'organisation_id',
  tickets: 'organisation_id',
  webhook_deliveries: 'organisation_id',
  webhooks: 'organisation_id',
}

/** Those of them that number their rows themselves. */
const NUMBERED = ['bays', 'events', 'ledger_entries', 'number_counters', 'papers']

const PARTITIONS = 4

/**
 * Makes these tables of a migrated, empty database anew, each in parts by the hash of its tenant, with all that belongs to them. PostgreSQL
 * refuses a key, a unique index or a reference to one that does not contain the tenant: as does whatever spreads tables over machines.
 */
export async function partitionByTenant(pool: pg.Pool): Promise<void> {
  const { keysAndChecks, references, indexes, functions, triggers } = await readDefinitions(pool)
  const tables = Object.keys(TENANTS)
  const isOf = (kinds: RegExp) => (each: Definition) =>
    tables.includes(kinds.exec(each.definition)?.[1] ?? '')
  const namesOne = ({ definition }: Definition) => tables.some((table) => definition.includes(table))
  const again = [
    ...keysAndChecks.filter(isOf(/^alter table (\w+)/)),
    ...references.filter(({ definition }) =>
      [/^alter table (\w+)/, / REFERENCES (\w+)/].some((kinds) => isOf(kinds)({ name: '', definition })),
    ),
    ...indexes.filter(isOf(/ ON public\.(\w+) /)),
    // Those that take a row of a table go with it.
    ...functions.filter(namesOne),
    ...triggers.filter(isOf(/ ON (\w+) /)),
  ]
  const statements = [
    ...tables.flatMap((table) => [
      `create table parted_${table} (like ${table} including defaults including generated including identity)
        partition by hash (${TENANTS[table]})`,
      ...Array.from(
        { length: PARTITIONS },
        (_part, place) =>
          `create table ${table}_${place} partition of parted_${table} for values with (modulus ${PARTITIONS}, remainder ${place})`,
      ),
    ]),
    ...tables.map((table) => `drop table ${table} cascade`),
    ...tables.map((table) => `alter table parted_${table} rename to ${table}`),
    ...NUMBERED.map((table) => `alter sequence parted_${table}_id_seq rename to ${table}_id_seq`),
    // It went with the table whose sequence it takes its numbers from.
    `alter table personal_events alter column id set default nextval('events_id_seq')`,
    ...again.map(({ definition }) => definition),
  ]
  for (const statement of statements) await pool.query(statement)
}
