import { sql, type Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { formatDate } from '../../kernel/time.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import type { Tariff, TariffScope } from './schema.ts'
import type { Rate, TariffTerms } from './tariff-rules.ts'

type Db = Kysely<Tables>

/** The partner of tariff `t`, also of one on a contract, which is joined as `c`; null of the one for everybody. */
export const partnerOfTariff = sql<string | null>`coalesce(t.partner_id, c.owner_id)`

/** The name of that partner. */
export const partnerNameOfTariff = nameOfOwner(partnerOfTariff, sql`t.organisation_id`)

/** Tariffs with the contracts that they are on. */
export const tariffsWithContracts = sql`tariffs t
  left join storage_contracts c on c.storer_id = t.organisation_id and c.id = t.storage_contract_id`

/** On whom or what tariff `t` is. */
export const scopeOfTariff = sql<TariffScope>`(case when t.storage_contract_id is not null then 'contract' when t.partner_id is not null then 'partner' else 'everybody' end)`

interface Row {
  id: string
  scope: TariffScope
  partner_id: string | null
  partner_name: string | null
  storage_contract_id: string | null
  contract_reference: string | null
  first_day: string
  last_day: string | null
  currency: string
  vat_code: string
  rates: Rate[]
  minimum: string | null
  notes: string
  created_by_name: string
  created_at: Date
}

/** The caller's tariffs among `ids`, in that order. */
export async function findTariffs(db: Db, { organisationId }: Actor, ids: string[]): Promise<Tariff[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return []
  const { rows } = await sql<Row>`
    select t.id, ${scopeOfTariff} as scope, ${partnerOfTariff} as partner_id, ${partnerNameOfTariff} as partner_name, t.storage_contract_id,
      c.reference as contract_reference, t.first_day::text as first_day, t.last_day::text as last_day, t.currency, t.vat_code, t.rates,
      trim_scale(t.minimum)::text as minimum, t.notes, t.created_by_name, t.created_at
    from ${tariffsWithContracts} where t.organisation_id = ${organisationId} and t.id = ${anyOf(possible, 'uuid')}`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, tariffToWire(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * One tariff of the caller's.
 *
 * @throws Refusal `not_found`
 */
export async function getTariff(db: Db, actor: Actor, id: string): Promise<Tariff> {
  const [tariff] = await findTariffs(db, actor, [id])
  if (!tariff) throw notFound('tariff', id)
  return tariff
}

function tariffToWire(row: Row): Tariff {
  return {
    id: row.id,
    scope: row.scope,
    partner: { id: row.partner_id ?? '', name: row.partner_name ?? '' },
    storageContract: { id: row.storage_contract_id ?? '', reference: row.contract_reference ?? '' },
    fromISO: row.first_day,
    toISO: row.last_day,
    currency: row.currency,
    vatCode: row.vat_code,
    rates: row.rates.map(({ kind, rate, per = null, freeDays = 0, base = null }) => ({
      kind,
      rate,
      per,
      freeDays,
      base,
    })),
    minimum: row.minimum,
    notes: row.notes,
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
  }
}

type TermsRow = Pick<Row, 'id' | 'first_day' | 'last_day' | 'currency' | 'vat_code' | 'rates' | 'minimum'> & {
  partner_id: string | null
} & (ContractOfTariff | { [Column in keyof ContractOfTariff]: null })

interface ContractOfTariff {
  contract_id: string
  commodity_id: number
  type_id: number
  start_at: Date
  end_at: Date
}

/** The tariffs that may hold for an owner's grain: its own, those of its storage contracts, and everybody's. */
export async function findTariffTerms(
  db: Db,
  { organisationId, timeZone }: Actor,
  ownerId: string,
): Promise<TariffTerms[]> {
  const { rows } = await sql<TermsRow>`
    select t.id, t.partner_id, t.first_day::text as first_day, t.last_day::text as last_day, t.currency, t.vat_code, t.rates,
      trim_scale(t.minimum)::text as minimum, c.id as contract_id, c.commodity_id, c.type_id, c.start_at, c.end_at
    from ${tariffsWithContracts}
    where t.organisation_id = ${organisationId}
      and (t.partner_id = ${ownerId} or c.owner_id = ${ownerId} or (t.partner_id is null and t.storage_contract_id is null))`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    contract:
      row.contract_id === null
        ? null
        : {
            id: row.contract_id,
            commodityId: row.commodity_id,
            typeId: row.type_id,
            firstDay: formatDate(row.start_at, timeZone),
            lastDay: formatDate(row.end_at, timeZone),
          },
    partnerId: row.partner_id,
    firstDay: row.first_day,
    lastDay: row.last_day,
    currency: row.currency,
    vatCode: row.vat_code,
    minimum: row.minimum,
    rates: row.rates,
  }))
}
