import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { FileRef as FileRefSchema } from '../../http/validate/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isNumericId } from '../../kernel/ids.ts'
import { kilogramsFromGrams, weightFromGrams } from '../../kernel/weight.ts'
import { readingUnit } from '../../system/commodities/catalogue.ts'
import { fileRefs, noFile } from '../../system/files/find-files.ts'
import { namedGrade, namedTags, namedType } from '../../system/commodities/named-ids.ts'
import { DRYING_LOSS } from '../../system/reasons/reasons.ts'
import { textsToWire } from '../load-texts.ts'
import { conflictsSeenBy } from '../stock/conflicts.ts'
import { conflictToWire } from '../ledger/ledger.ts'
import { dryingOfRow } from '../contracts/intake-terms.ts'
import { shrinkPercentage, type Drying } from '../contracts/rules.ts'
import { reasonOfLoss } from '../records/loss-reasons.ts'
import type { PlaceRow } from '../records/rows.ts'
import {
  adjustmentOf,
  commodityDetail,
  loadWeightToWire,
  sampleToWire,
  scaleWeight,
  specificationsOf,
  type StoredSample,
} from '../records/wire.ts'
import { measurementsOf } from '../records/measurement-rules.ts'
import { brokenLimits } from '../stock/specification-rules.ts'
import { editHistoryOf } from '../loads/edit/history.ts'
import { readingsToWire } from '../readings/shown.ts'
import { findMovementRows, type MovementRow } from './rows.ts'
import { missingActions, netGrams } from '../loads/rules.ts'
import { givenShare } from '../loads/tickets/rules.ts'
import type { Movement as MovementSchema } from './schema.ts'

/** Reads of movements. A caller sees its own organisation's, and those of stock it owns (rules.md §5). */

type Db = Kysely<Tables>
type FileRef = Static<typeof FileRefSchema>
type Movement = Static<typeof MovementSchema>
type Side = Movement['inventory']['storage']['source']

/**
 * One movement, deleted ones too.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's to see
 */
export async function getMovement(db: Db, actor: Actor, id: string): Promise<Movement> {
  return inOneMoment(db, async (moment) => {
    const [movement] = isNumericId(id) ? await findMovements(moment, actor, [Number(id)]) : []
    if (!movement) throw notFound('movement', id)
    return { ...movement, ...(await detailsOf(moment, actor, movement)) }
  })
}

/** Reads the details that only the page of one movement shows: the measurements of the load, and the changes made to it since. */
async function detailsOf(
  db: Db,
  actor: Actor,
  { id: movementId, inventory }: Movement,
): Promise<Pick<Movement, 'samples' | 'brokenLimits' | 'changes'>> {
  const samples = await db
    .selectFrom('samples')
    .select(['id', 'fields', 'file_ids', 'grade_id'])
    .where('movement_id', '=', movementId)
    .orderBy('id')
    .execute()
  const files = await fileRefs(db, actor, [...new Set(samples.flatMap(({ file_ids }) => file_ids))])
  const measured = samples.map(({ fields, ...rest }) =>
    // The column has what `add-sample.ts` and the intakes write.
    sampleToWire({ ...rest, fields: fields as StoredSample['fields'] }, files),
  )
  const { type, grade } = inventory.commodityOnTicket ?? inventory.commodity
  const specifications = specificationsOf(actor.countryISO, {
    commodity_id: inventory.commodity.commodity.id,
    type_id: type.id,
    grade_id: grade.id || null,
  })
  const quality = measurementsOf(measured.flatMap(({ fields }) => fields))
  return {
    samples: measured,
    brokenLimits: brokenLimits(quality, specifications),
    changes: await editHistoryOf(db, actor, movementId),
  }
}

/** The movements among `ids` that the caller may see, in that order; with `conflicts`, each with those it causes. */
export function findMovements(
  db: Db,
  actor: Actor,
  ids: number[],
  { conflicts: areAsked = false }: { conflicts?: boolean } = {},
): Promise<Movement[]> {
  const read = (handle: Db) => readMovements(handle, actor, ids, areAsked)
  return areAsked ? inOneMoment(db, read) : read(db)
}

async function readMovements(db: Db, actor: Actor, ids: number[], areAsked: boolean): Promise<Movement[]> {
  const rows = await findMovementRows(db, actor, ids)
  const files = await fileRefs(db, actor, [...new Set(rows.flatMap((row) => row.weighbridge_file_id ?? []))])
  if (!areAsked) return rows.map((row) => movementToWire(actor, row, files))
  const bayIds = rows
    .flatMap(({ source, destination }) => [source?.bayId ?? 0, destination?.bayId ?? 0])
    .filter((id) => id !== 0)
  const conflicts = await conflictsSeenBy(db, actor, [...new Set(bayIds)])
  return rows.map((row) => ({
    ...movementToWire(actor, row, files),
    conflicts: conflicts
      .filter(({ movementId }) => movementId === row.id)
      .map((each) => conflictToWire(each, actor)),
  }))
}

const UID_LENGTH = 6

/** The one row → wire function of movements. */
function movementToWire(actor: Actor, row: MovementRow, files: Map<string, FileRef>): Movement {
  const { countryISO } = actor
  const unit = readingUnit(countryISO, row.commodity_id)
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    movementDateISO: row.effective_at.toISOString(),
    inventory: {
      recordId: row.record_id,
      name: stockNameFor(row.record_name, actor),
      storage: { source: sourceOf(row), destination: destinationOf(row) },
      commodity: {
        ...commodityDetail(countryISO, row, row.weight_grams),
        weight: loadWeightToWire(row.weight_grams, unit),
      },
      ...onTicket(row),
    },
    uid: String(row.id).padStart(UID_LENGTH, '0'),
    documentNumber: row.document_number ?? '',
    contractId: row.contract_id ?? '',
    contractReference: row.contract_reference ?? '',
    ...(row.trade && { trade: row.trade }),
    ...(row.order && { order: row.order }),
    sold: row.sold,
    ...textsToWire(row),
    driver: {
      name: row.driver_name ?? '',
      vehicleRegistration: row.vehicle_registration ?? '',
      loadReference: row.load_reference ?? '',
    },
    weighbridge: {
      empty: scaleWeight(row.empty_grams, unit),
      full: scaleWeight(row.full_grams, unit),
      file: files.get(row.weighbridge_file_id ?? '') ?? noFile,
      ...readingsToWire(row.readings),
    },
    ...ticketToWire(row),
    actionsRequired: actionsOf(row),
    storageContract: storageContractOf(row),
    ...adjustmentToWire(row),
    ...dryingToWire(row),
    weightRemaining: weightFromGrams(row.remaining_grams, unit),
    recordedAtUTC: row.recorded_at.toISOString(),
    completedAtUTC: row.completed_at?.toISOString() ?? '',
  }
}

/** Returns the commodity on its ticket, where the load turned out to be something else. */
function onTicket({ entered, ...row }: MovementRow): Pick<Movement['inventory'], 'commodityOnTicket'> {
  const { typeId, gradeId = null, variety = '', tagIds = [] } = entered ?? {}
  if (typeId === undefined) return {}
  const isSame = isDeepStrictEqual(
    [typeId, gradeId, variety, tagIds],
    [row.type_id, row.grade_id, row.variety, row.tag_ids],
  )
  if (isSame) return {}
  return {
    commodityOnTicket: {
      type: namedType(typeId),
      grade: namedGrade(gradeId),
      variety,
      tags: namedTags(tagIds),
    },
  }
}

/** The ticket that it is a part of. Its row has the readings, unless nothing of the load went there. */
function ticketToWire({ ticket, empty_grams, full_grams }: MovementRow): Pick<Movement, 'ticket'> {
  if (!ticket) return {}
  const kilograms = (grams: number | null | undefined) => (grams == null ? null : kilogramsFromGrams(grams))
  return {
    ticket: {
      id: ticket.id,
      reference: ticket.reference ?? '',
      empty: kilograms(empty_grams),
      full: kilograms(full_grams),
      net: kilograms(netGrams({ empty_grams, full_grams })),
      part: ticket.part,
      parts: ticket.parts.map(({ id, grams, share }) => ({
        movementId: id,
        weight: grams === 0 ? null : kilogramsFromGrams(grams),
        share: givenShare(share),
      })),
    },
  }
}

/** Lists the actions still to be filled in; none for a movement that is complete or deleted. */
function actionsOf(row: MovementRow): Movement['actionsRequired'] {
  const missing = missingActions(row)
  if (row.status !== 'incomplete' || missing.outstanding === 0) return nothingRequired
  return {
    status: 'required',
    outstanding: missing.outstanding,
    weighbridge: { empty: missing.empty, full: missing.full },
    driver: missing.driver,
  }
}

const nothingRequired: Movement['actionsRequired'] = {
  status: 'none',
  outstanding: 0,
  weighbridge: { empty: false, full: false },
  driver: false,
}

/** Everything empty of a movement without a storage contract, but that a load may need cleaning all the same. */
function storageContractOf(row: MovementRow): Movement['storageContract'] {
  return {
    id: row.storage_contract_id ?? '',
    ownerOrganisationId: row.contract_owner_id ?? '',
    storerOrganisationId: row.contract_storer_id ?? '',
    requiresCleaning: row.requires_cleaning,
    requiresDrying: dryingOn(row) !== undefined,
    postDryingMoistureLevelPercentage: Number(
      row.drying_level_percentage ?? row.contract_level_percentage ?? 0,
    ),
  }
}

/** Returns the correction of the source just before the movement. */
function adjustmentToWire({
  adjustment_grams: grams,
  adjustment_reason_id: reasonId,
  adjustment_notes,
}: MovementRow): Pick<Movement, 'adjustment'> {
  if (!grams || reasonId === null) return {}
  return { adjustment: adjustmentOf(grams, reasonId, adjustment_notes ?? '') }
}

/** A load off a field that was sold on instead keeps its terms, for it may yet come in, but lost nothing. */
function dryingOn(row: MovementRow): Drying | undefined {
  return row.destination_record_id === null ? undefined : dryingOfRow(row)
}

/** Every kilogram lost has a reason and somebody who bears it. */
function dryingToWire(row: MovementRow): Pick<Movement, 'drying'> {
  const drying = dryingOn(row)
  if (!drying) return {}
  return {
    drying: {
      measuredMoisturePercentage: drying.moisturePercentage,
      agreedMoisturePercentage: drying.levelPercentage,
      lossPercentage: shrinkPercentage(drying),
      isComputed: drying.lossPercentage === null,
      grossWeight: kilogramsFromGrams(row.weight_grams),
      lossWeight: kilogramsFromGrams(row.shrink_grams),
      netWeight: kilogramsFromGrams(row.weight_grams - row.shrink_grams),
      ...reasonOfLoss(DRYING_LOSS),
    },
  }
}

function sourceOf(row: MovementRow): Side {
  return row.type === 'intake' ? partySide(row.sender_id, row.sender_name) : placeSide(row, row.source)
}

function destinationOf(row: MovementRow): Side {
  return row.type === 'outbound'
    ? partySide(row.receiver_id, row.receiver_name)
    : placeSide(row, row.destination)
}

/** Stock moves between places of the organisation that enters the movement. */
function placeSide({ organisation_id, organisation_name }: MovementRow, place: PlaceRow | null): Side {
  return {
    area: place?.area ?? 0,
    organisationId: organisation_id,
    organisationName: organisation_name,
    businessUnits: place?.businessUnits ?? [],
    storageId: place?.id ?? '',
    substorageId: place?.bayId ?? 0,
    substorageName: place?.bayName ?? '',
    type: place?.type ?? '',
    name: place?.name ?? '',
    region: place?.location.address.region ?? '',
    postcode: place?.location.address.postcode ?? '',
  }
}

function partySide(id: string | null, name: string | null): Side {
  return {
    area: 0,
    organisationId: id ?? '',
    organisationName: name ?? '',
    businessUnits: [],
    storageId: '',
    substorageId: 0,
    substorageName: '',
    type: '',
    name: '',
    region: '',
    postcode: '',
  }
}
