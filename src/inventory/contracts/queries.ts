import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams, weightFromGrams } from '../../kernel/weight.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import { DRYING_LOSS } from '../../system/reasons/reasons.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { bringsIn, broughtInGrams, countable } from '../stock/intake-limits.ts'
import { reasonOfLoss } from '../records/loss-reasons.ts'
import { findOwners } from './owner-organisation.ts'
import { contractStatus, knownEnd, usageOf, type LossRow } from './rules.ts'
import type { OwnerOrganisation, StorageContract } from './schema.ts'
import { nameOfOwner } from '../partners/party-names.ts'

/** Reads of storage contracts. Owner and storer both see a contract (rules.md §5). */

type Db = Kysely<Tables>
type Files = Awaited<ReturnType<typeof fileRefs>>

interface Row {
  id: string
  storer_id: string
  storer_name: string
  owner_id: string
  owner_name: string
  reference: string
  start_at: Date
  end_at: Date
  file_ids: string[]
  weight_grams: number
  kind: CommodityKind
  commodity_id: number
  type_id: number
  grade_id: number | null
  varieties: string[]
  tag_ids: number[]
  cleaning_agreed: boolean
  drying_agreed: boolean
  drying_level_percentage: string | null
  drying_matrix: LossRow[]
  created_by: string | null
  created_by_name: string
  created_at: Date
  updated_at: Date
  confirmation: string | null
  intake_grams: number
  used_grams: number
  planned_grams: number
}

/** Contracts that the caller stores under, or has confirmed as the owner of the grain (rules.md §15). Needs the contract as `c`. */
export function isVisibleContract({ organisationId }: Actor) {
  return sql<boolean>`(c.storer_id = ${organisationId} or (c.owner_id = ${organisationId} and c.confirmation is null))`
}

/**
 * One contract.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function getContract(db: Db, actor: Actor, id: string): Promise<StorageContract> {
  const [contract] = await findContracts(db, actor, [id])
  if (!contract) throw notFound('storage contract', id)
  return contract
}

/** The contracts among `ids` that the caller may see, in that order. */
export async function findContracts(db: Db, actor: Actor, ids: string[]): Promise<StorageContract[]> {
  const possible = [...new Set(ids.filter(isId))]
  return possible.length === 0 ? [] : inOneMoment(db, (moment) => readContracts(moment, actor, possible))
}

async function readContracts(db: Db, actor: Actor, ids: string[]): Promise<StorageContract[]> {
  const rows = await findRows(db, actor, ids)
  const owners = await findOwners(
    db,
    actor,
    rows.map(({ owner_id, owner_name }) => ({ id: owner_id, name: owner_name })),
  )
  const files = await fileRefs(db, actor, [...new Set(rows.flatMap(({ file_ids }) => file_ids))])
  const byId = new Map(
    rows.flatMap((row) => {
      const owner = owners.get(row.owner_id)
      return owner ? [[row.id, contractToWire(actor, row, owner, files)]] : []
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Its cost goes with what came in under these contracts, not with the ledger. */
async function findRows(db: Db, actor: Actor, ids: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.*, storer.name as storer_name, ${nameOfOwner(sql`c.owner_id`, sql`c.storer_id`)} as owner_name, used.intake_grams, used.used_grams, used.planned_grams
    from storage_contracts c
    join organisations storer on storer.id = c.storer_id
    cross join lateral (
      select ${countable(sql`sum(m.weight_grams) filter (where m.effective_at <= ${actor.now})`)} as intake_grams,
        ${countable(sql`sum(${broughtInGrams}) filter (where m.effective_at <= ${actor.now})`)} as used_grams,
        ${countable(sql`sum(${broughtInGrams}) filter (where m.effective_at > ${actor.now})`)} as planned_grams
      from movements m where m.storage_contract_id = c.id and ${bringsIn}
    ) used
    where c.id = any(${ids}::uuid[]) and ${isVisibleContract(actor)}`.execute(db)
  return rows
}

/** The one row → wire function of contracts. */
function contractToWire(
  { countryISO, now }: Actor,
  row: Row,
  owner: OwnerOrganisation,
  files: Files,
): StorageContract {
  return {
    id: row.id,
    status: contractStatus({ startAt: row.start_at, endAt: row.end_at }, now),
    owner,
    storer: { id: row.storer_id, name: row.storer_name },
    // The table's check allows no other.
    ...(row.confirmation !== null && { confirmation: row.confirmation as 'pending' | 'declined' }),
    details: {
      reference: row.reference,
      startDateUTC: row.start_at.toISOString(),
      endDateUTC: knownEnd(row.end_at)?.toISOString() ?? null,
      files: row.file_ids.flatMap((id) => files.get(id) ?? []),
      services: {
        cleaning: { agreed: row.cleaning_agreed },
        drying: {
          agreed: row.drying_agreed,
          preAgreedMoistureLevelPercentage: Number(row.drying_level_percentage ?? 0),
          intakeSampleLossMatrix: row.drying_matrix,
        },
      },
    },
    inventory: inventoryOf(countryISO, row),
    varieties: row.varieties,
    usage: usageToWire(row),
    createdAtUTC: row.created_at.toISOString(),
    updatedAtUTC: row.updated_at.toISOString(),
  }
}

function inventoryOf(countryISO: string, row: Row): StorageContract['inventory'] {
  return {
    weight: kilogramsFromGrams(row.weight_grams),
    type: row.kind,
    commodity: {
      commodity: namedCommodity(countryISO, row.commodity_id),
      type: namedType(row.type_id),
      grade: namedGrade(row.grade_id),
      variety: row.varieties.join(', '),
      tags: row.tag_ids,
      weight: weightFromGrams(row.weight_grams, readingUnit(countryISO, row.commodity_id)),
    },
  }
}

function usageToWire(row: Row): StorageContract['usage'] {
  const { remainingGrams, exceededGrams } = usageOf(row.weight_grams, row.used_grams)
  const driedGrams = row.intake_grams - row.used_grams
  const drying = { ...reasonOfLoss(DRYING_LOSS), weight: kilogramsFromGrams(driedGrams) }
  return {
    intake: kilogramsFromGrams(row.intake_grams),
    used: kilogramsFromGrams(row.used_grams),
    remaining: kilogramsFromGrams(remainingGrams),
    exceeded: kilogramsFromGrams(exceededGrams),
    planned: kilogramsFromGrams(row.planned_grams),
    losses: driedGrams > 0 ? [drying] : [],
  }
}
