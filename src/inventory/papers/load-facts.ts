import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findMovements, getMovement } from '../movements/queries.ts'
import type { Movement as MovementSchema } from '../movements/schema.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { weightSources } from '../readings/shown.ts'
import { storersFor } from '../records/rows.ts'
import type { Grain, LoadFacts } from './facts.ts'
import type { Issuer } from './issuer.ts'

type Movement = Static<typeof MovementSchema>
type Side = Movement['inventory']['storage']['source']

/** The movements of a lorry's load, and what stands of them on a ticket. */
export interface PaperLoad {
  movements: Movement[]
  facts: LoadFacts
  /** Subject of the paper: the lorry's ticket, or its only movement. */
  subject: string
  /** Facts that make a correction when they change: the names of others change without one. */
  basis: unknown
}

/**
 * The lorry's load that a movement is of, with all parts of it that the caller may see.
 *
 * @throws Refusal `not_found`
 */
export function readLoad(db: Kysely<Tables>, actor: Actor, id: string): Promise<PaperLoad> {
  return inOneMoment(db, (moment) => readParts(moment, actor, id))
}

async function readParts(db: Kysely<Tables>, actor: Actor, id: string): Promise<PaperLoad> {
  const asked = await getMovement(db, actor, id)
  const partIds = asked.ticket?.parts.map(({ movementId }) => movementId) ?? []
  const movements = partIds.length > 1 ? await findMovements(db, actor, partIds) : [asked]
  const details = await readDetails(
    db,
    actor,
    movements.map((each) => each.id),
  )
  const detailOf = (each: Movement) => details.get(each.id) ?? noDetail
  const parts = movements.map((each) => {
    const { bay_from, bay_to, harvest_year } = detailOf(each)
    const { source, destination } = each.inventory.storage
    return {
      movementId: each.id,
      from: placeText(source, bay_from),
      to: placeText(destination, bay_to),
      grain: grainOf(each, harvest_year),
      weight: each.inventory.commodity.weight.weight,
    }
  })
  const { full, empty, net } = readingsOf(asked, parts)
  const one = (values: string[]) => [...new Set(values)].filter(Boolean).join(', ')
  const number = one(movements.map(({ documentNumber }) => documentNumber))
  return {
    movements,
    subject: asked.ticket ? `ticket:${asked.ticket.id}` : `movement:${asked.id}`,
    facts: {
      issuer: issuerOf(actor),
      number,
      ...(number === '' && { entry: one(movements.map(({ uid }) => uid)) }),
      kind: kindOf(asked),
      status: asked.status,
      happenedAt: asked.movementDateISO,
      ...(asked.happenedAtISO !== undefined && { lateOf: asked.happenedAtISO }),
      reference: asked.driver.loadReference || (asked.ticket?.reference ?? ''),
      vehicle: asked.driver.vehicleRegistration,
      driver: asked.driver.name,
      from: one(parts.map(({ from }) => from)),
      to: one(parts.map(({ to }) => to)),
      full,
      empty,
      net,
      ...sourcesOf(movements),
      parts,
      ...(kindOf(asked) === 'in' && {
        owner: one(movements.map((each) => detailOf(each).owner)),
        storedUnder: one(movements.map((each) => detailOf(each).stored_under)),
      }),
      ...contractOf(movements),
      ...overrideOf(movements),
      measured: movements.length > 1 ? [] : measuredOf(detailOf(asked)),
      drying: asked.drying && movements.length === 1 ? dryingOf(asked.drying) : undefined,
    },
    basis: movements.map(basisOf),
  }
}

export function issuerOf({ organisationName, countryISO, timeZone, units }: Actor): Issuer {
  return { name: organisationName, countryISO, timeZone, ...(units.scale === 'lb' && { unit: 'lb' }) }
}

function readingsOf(movement: Movement, parts: { weight: number | null }[]) {
  const { ticket, weighbridge } = movement
  const full = ticket ? ticket.full : weighbridge.full.weight
  const empty = ticket ? ticket.empty : weighbridge.empty.weight
  // The parts add up to what the lorry carried, whoever said what they weigh; one whose weight nobody knows has none.
  const isKnown = parts.every(({ weight }) => weight !== null)
  const sum = parts.reduce((total, { weight }) => total + Math.round((weight ?? 0) * 1000), 0)
  return { full, empty, net: ticket?.net ?? (isKnown ? kilogramsFromGrams(sum) : null) }
}

/** A contract that the book keeps, or one that somebody wrote down. */
function contractOf(movements: Movement[]): Pick<LoadFacts, 'contract'> {
  const named = movements.map(({ trade, contractReference }) => trade?.name ?? contractReference)
  const contract = [...new Set(named.filter(Boolean))].join(', ')
  return contract === '' ? {} : { contract }
}

function overrideOf(movements: Movement[]): Pick<LoadFacts, 'holdOverride'> {
  const said = [...new Set(movements.flatMap(({ holdOverride }) => holdOverride ?? []))]
  return said.length === 0 ? {} : { holdOverride: said.join('; ') }
}

/** The parts of a lorry share its readings; one into which nothing of the load went has none. */
function sourcesOf(movements: Movement[]): Pick<LoadFacts, 'sources'> {
  const sources = movements.map(({ weighbridge }) => weightSources(weighbridge))
  const said = sources.find(({ length }) => length > 0)
  return said ? { sources: said } : {}
}

function kindOf({ type, inventory }: Movement): LoadFacts['kind'] {
  if (type === 'intake') return 'in'
  if (type === 'outbound') return 'out'
  return inventory.storage.source.type === 'field' ? 'field' : 'between'
}

/** A ticket says what the load was called when it was entered, whatever has come to light since. */
function grainOf({ inventory }: Movement, harvestYear: string): Grain {
  const { commodity, ...now } = inventory.commodity
  const { type, grade, variety } = inventory.commodityOnTicket ?? now
  return {
    commodityId: commodity.id,
    commodity: commodity.name,
    type: type.name,
    grade: grade.name,
    variety,
    harvestYear,
  }
}

function dryingOf(drying: NonNullable<Movement['drying']>): LoadFacts['drying'] {
  const { measuredMoisturePercentage, agreedMoisturePercentage, lossWeight, netWeight } = drying
  return { moisture: measuredMoisturePercentage, agreed: agreedMoisturePercentage, lossWeight, netWeight }
}

function placeText({ storageId, organisationName, name }: Side, bay: string): string {
  return storageId === '' ? organisationName : [name, bay].filter(Boolean).join(', ')
}

function basisOf({
  uid,
  documentNumber,
  status,
  movementDateISO,
  inventory,
  driver,
  weighbridge,
  drying,
  contractReference,
  trade,
  holdOverride,
}: Movement) {
  const { commodity, commodityOnTicket, storage } = inventory
  const { type, grade, variety } = commodityOnTicket ?? commodity
  const place = ({ organisationId, storageId, substorageId }: Side) => [
    organisationId,
    storageId,
    substorageId,
  ]
  return [
    status === 'deleted',
    movementDateISO,
    place(storage.source),
    place(storage.destination),
    [commodity.commodity.id, type.id, grade.id, variety, commodity.weight.weight],
    [driver.name, driver.vehicleRegistration, driver.loadReference, contractReference],
    [weighbridge.full.weight, weighbridge.empty.weight, ...weightSources(weighbridge)],
    drying ? [drying.measuredMoisturePercentage, drying.lossWeight] : [],
    // What was printed before there were holds says the same as ever.
    ...(holdOverride === undefined ? [] : [holdOverride]),
    ...(trade ? [trade.id] : []),
    // Of what was printed before there were series the number is that of the movement.
    ...(documentNumber === '' || documentNumber === uid ? [] : [documentNumber]),
  ]
}

interface Detail {
  id: number
  harvest_year: string
  quality: Record<string, { value: number; metric: string }>
  bay_from: string
  bay_to: string
  owner: string
  stored_under: string
}

const noDetail: Omit<Detail, 'id'> = {
  harvest_year: '',
  quality: {},
  bay_from: '',
  bay_to: '',
  owner: '',
  stored_under: '',
}

/** Reads the details that a movement's response lacks: the names of its bays, the year, and the measurements of the load. */
async function readDetails(db: Kysely<Tables>, actor: Actor, ids: number[]): Promise<Map<number, Detail>> {
  const { rows } = await sql<Detail>`
    select m.id, known.harvest_year, m.quality, coalesce(bay_from.name, '') as bay_from, coalesce(bay_to.name, '') as bay_to,
      ${nameOfOwner(sql`known.owner_id`, sql`known.keeper_id`)} as owner, coalesce(contract.reference, '') as stored_under
    from movements m
    join records known on known.keeper_id = m.organisation_id and known.id = m.record_id
    left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
    left join records destination on destination.keeper_id = m.organisation_id and destination.id = m.destination_record_id
    left join storage_contracts contract on contract.storer_id = m.organisation_id and contract.id = m.storage_contract_id
    left join bays bay_from on bay_from.id = source.bay_id
    left join bays bay_to on bay_to.id = destination.bay_id
    where m.organisation_id = any(${storersFor(actor)}) and m.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export function measuredOf({ quality }: Pick<Detail, 'quality'>): LoadFacts['measured'] {
  return Object.entries(quality).map(([name, { value, metric }]) => ({ name, value, metric }))
}
