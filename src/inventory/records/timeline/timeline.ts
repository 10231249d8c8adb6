import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import type { FileRef as FileRefSchema } from '../../../http/schema.ts'
import { capitalised } from '../../../kernel/capitalised.ts'
import { sayWeight, weightFromGrams, type WeightUnit } from '../../../kernel/weight.ts'
import { readingUnit } from '../../../system/commodities/catalogue.ts'
import { fileRefs, noFile } from '../../../system/files/find-files.ts'
import { DRYING_LOSS } from '../../../system/reasons/reasons.ts'
import { payerOf } from '../loss-payer.ts'
import type { RecordRow } from '../rows.ts'
import type { ShortPlace, TimelineEntry } from '../schema.ts'
import {
  changeRowsOf,
  countRowsOf,
  mergesOf,
  movementsOf,
  placesOfRecords,
  samplesOf,
  type ChangeRow,
  type CountRow,
  type FactRow,
  type ToldMovementRow,
  type SampleRow,
} from './timeline-rows.ts'
import { adjustmentOf, loadWeight, noPlace, sampleToWire, sayLoad, scaleWeight, shortPlace } from '../wire.ts'

type Db = Kysely<Tables>
type FileRef = Static<typeof FileRefSchema>
type Files = Map<string, FileRef>
type Details = TimelineEntry['details']

/** A record, with what all entries about it share. */
interface Subject {
  record: RecordRow
  unit: WeightUnit
  /** Details in which nothing moved: it is about the record where it lies. */
  plain: Omit<Details, 'id' | 'moveAtUTC'>
}

/** What movements refer to, looked up once for all of them. */
interface Surroundings {
  now: Date
  files: Files
  /** Where the records lie that stock moved between, by their ids. */
  places: Map<string, ShortPlace>
  /** The numbers of the movements that came where stock lay just before. */
  merges: Set<number>
}

/** An entry with its place in time: when it happened, then by the number all facts share. */
interface Placed {
  recordId: string
  at: Date
  factId: number
  entry: TimelineEntry
}

/**
 * The entries of all timelines in one answer. A silo that is never emptied has a hundred loads a day: to tell all of a million would take
 * the process down. `GET /movements` has them in pages.
 */
const MOST_TOLD = 40_000

/**
 * What happened to records, in order of time: how they began, movements in and out (an arrival where stock lay already
 * is a `merge`), corrections and counts, samples and changes of description. Deleted movements are left out. Of records with very many
 * entries the newest are told.
 */
export async function timelinesOf(
  db: Db,
  actor: Actor,
  records: RecordRow[],
  mostTold = MOST_TOLD,
): Promise<Map<string, TimelineEntry[]>> {
  const ids = records.map(({ id }) => id)
  const most = Math.ceil(mostTold / records.length)
  const [movements, counts, samples, changes] = await Promise.all([
    movementsOf(db, ids, most),
    countRowsOf(db, ids),
    samplesOf(db, ids),
    changeRowsOf(db, ids),
  ])
  const fileIds = [
    ...movements.flatMap(({ weighbridge_file_id }) => weighbridge_file_id ?? []),
    ...[...counts, ...samples].flatMap(({ file_ids }) => file_ids),
  ]
  const [merges, places, files] = await Promise.all([
    mergesOf(db, ids, toldSince(ids, movements, most)),
    shortPlacesOf(db, actor, records, movements),
    fileRefs(db, actor, fileIds),
  ])
  const isToldBegun = new Set(
    changes.filter(({ type }) => type === 'created').map(({ record_id }) => record_id),
  )
  const surroundings = { now: actor.now, files, places, merges }
  const subjects = new Map(records.map((record) => [record.id, subjectOf(actor, record)]))
  const of = (row: FactRow) => getSubject(subjects, row)
  const placed = [
    ...[...subjects.values()].filter(({ record }) => !isToldBegun.has(record.id)).map(began),
    // Of one movement: its correction of the source, then itself, then what it writes off.
    ...movements.flatMap((row) => corrected(of(row), row, actor.now)),
    ...movements.map((row) => moved(of(row), row, surroundings)),
    ...counts.map((row) => counted(of(row), row, surroundings)),
    ...samples.map((row) => sampled(of(row), row, files)),
    ...changes.map((row) => changed(of(row), row)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime() || a.factId - b.factId)
  const timelines = Map.groupBy(placed, ({ recordId }) => recordId)
  return new Map([...timelines].map(([id, entries]) => [id, entries.slice(-most).map(({ entry }) => entry)]))
}

/** For each record the moment of its oldest movement of so many, or null where there are fewer. */
function toldSince(ids: string[], movements: ToldMovementRow[], most: number): (Date | null)[] {
  const byRecord = Map.groupBy(movements, ({ record_id: recordId }) => recordId)
  return ids.map((id) => {
    const told = byRecord.get(id) ?? []
    if (told.length < most) return null
    return new Date(told.reduce((oldest, { effective_at: at }) => Math.min(oldest, at.getTime()), Infinity))
  })
}

function getSubject(subjects: Map<string, Subject>, { id, record_id }: FactRow): Subject {
  const subject = subjects.get(record_id)
  if (!subject) throw new Error(`fact ${id} is of a record whose timeline is not told`)
  return subject
}

/** Where the records lie that stock moved between. */
async function shortPlacesOf(
  db: Db,
  actor: Actor,
  records: RecordRow[],
  movements: ToldMovementRow[],
): Promise<Map<string, ShortPlace>> {
  const own = new Map(records.map(({ id, place }) => [id, place]))
  const touched = movements.flatMap((row) => [row.source_record_id, row.destination_record_id])
  const others = [...new Set(touched)].filter((id) => id !== null).filter((id) => !own.has(id))
  const places = [...own, ...(await placesOfRecords(db, actor, others))]
  return new Map(places.map(([id, place]) => [id, shortPlace(place)]))
}

/** Of a record that a movement made, and that says nothing of its beginning itself. */
function began(subject: Subject): Placed {
  const { record } = subject
  return {
    recordId: record.id,
    at: BEGINNING,
    factId: 0,
    entry: {
      type: 'created',
      subtype: record.source,
      createdAtUTC: record.created_at.toISOString(),
      createdBy: record.created_by ?? '',
      organisationName: record.keeper_name,
      userName: record.created_by_name,
      details: {
        ...plainDetails(subject, 0, record.created_at),
        statusMessage: beginnings[record.source],
      },
    },
  }
}

/** A record's beginning comes first, also where older facts were entered later. */
const BEGINNING = new Date(-8.64e15)
const beginnings: Record<RecordRow['source'], string> = {
  planting: 'Planted.',
  intake: 'Begun with an intake.',
  existing: 'Entered as stock that was there.',
  movement: 'Begun with a movement.',
  trade: 'Entered as available to trade.',
}

function moved(subject: Subject, row: ToldMovementRow, { now, files, places, merges }: Surroundings): Placed {
  const { record, unit } = subject
  const placeOf = (recordId: string | null) => places.get(recordId ?? '') ?? noPlace
  const origin = row.type === 'intake' ? party(row.sender_id, row.sender_name) : placeOf(row.source_record_id)
  const destination =
    row.type === 'outbound' ? party(row.receiver_id, row.receiver_name) : placeOf(row.destination_record_id)
  const isMerge = row.destination_record_id === record.id && merges.has(row.id)
  return {
    recordId: record.id,
    at: row.effective_at,
    factId: row.id,
    entry: {
      ...entered(row, isMerge ? 'merge' : 'movement', row.type, row.organisation_name),
      details: {
        ...plainDetails(subject, row.id, row.effective_at),
        weighbridgeRecord: {
          empty: scaleWeight(row.empty_grams, unit),
          full: scaleWeight(row.full_grams, unit),
          file: files.get(row.weighbridge_file_id ?? '') ?? noFile,
        },
        destination,
        origin,
        driverName: row.driver_name ?? '',
        status: row.status,
        statusMessage: sayMovement(row, origin, destination, {
          isMerge,
          isPlanned: row.effective_at > now,
        }),
        weight: loadWeight(row.weight_grams, unit),
        vehicleRegistration: row.vehicle_registration ?? '',
        loadReference: row.load_reference ?? '',
        contractId: row.contract_id ?? '',
        contractReference: row.contract_reference ?? '',
        storageContractId: row.storage_contract_id ?? '',
        sold: row.sold,
        merge: isMerge ? { sourceRecordId: row.source_record_id ?? '', sourceMovementId: row.id } : noMerge,
      },
    },
  }
}

function sayMovement(
  row: ToldMovementRow,
  origin: ShortPlace,
  destination: ShortPlace,
  { isMerge, isPlanned }: { isMerge: boolean; isPlanned: boolean },
): string {
  const weight = capitalised(sayLoad(row.weight_grams))
  const joins = isMerge ? ` It ${isPlanned ? 'is to join' : 'joined'} the stock there.` : ''
  const dried =
    row.shrink_grams > 0
      ? ` Drying ${isPlanned ? 'is to take' : 'took'} ${sayWeight(row.shrink_grams)}, on the ${payerOf(DRYING_LOSS)}.`
      : ''
  if (row.type === 'intake')
    return `${weight} ${isPlanned ? 'is to come' : 'came'} in from ${origin.name}.${dried}${joins}`
  if (row.type === 'outbound') {
    return `${weight} ${isPlanned ? 'is to go' : 'went'} out to ${destination.name}${row.sold ? ', sold' : ''}.`
  }
  const from = origin.description === '' ? '' : ` from ${origin.description}`
  return `${weight} ${isPlanned ? 'is to move' : 'moved'}${from} to ${destination.description}.${dried}${joins}`
}

/** What a movement corrected its source by just before it; nothing on its other side. */
function corrected(subject: Subject, row: ToldMovementRow, now: Date): Placed[] {
  const { record, unit } = subject
  const { adjustment_grams: grams, adjustment_reason_id: reasonId } = row
  if (!grams || reasonId === null || row.source_record_id !== record.id) return []
  const adjustment = adjustmentOf(grams, reasonId, row.adjustment_notes ?? '')
  const { reason, notes } = adjustment
  const what = row.effective_at > now ? sayPlannedDifference(grams) : sayDifference(grams)
  return [
    {
      recordId: record.id,
      at: row.effective_at,
      factId: row.id,
      entry: {
        ...entered(row, 'adjustment', 'adjustment', row.organisation_name),
        details: {
          ...plainDetails(subject, row.id, row.effective_at),
          weight: weightFromGrams(Math.abs(grams), unit),
          statusMessage: `${what}: ${reason.toLowerCase()}.${notes === '' ? '' : ` ${notes}`}`,
          adjustment: { ...adjustment, files: [] },
        },
      },
    },
  ]
}

function counted(subject: Subject, row: CountRow, { now, files }: Surroundings): Placed {
  const { record, unit } = subject
  const { counted_grams: grams, difference_grams: differenceGrams } = row
  const adjustment = adjustmentOf(differenceGrams, row.reason_id)
  const isPlanned = row.effective_at > now
  const what = isPlanned ? sayPlannedDifference(differenceGrams) : sayDifference(differenceGrams)
  return {
    recordId: record.id,
    at: row.effective_at,
    factId: row.id,
    entry: {
      ...entered(row, 'adjustment', 'adjustment', record.keeper_name),
      details: {
        ...plainDetails(subject, row.id, row.effective_at),
        weight: weightFromGrams(grams, unit),
        statusMessage: `${isPlanned ? 'To be set' : 'Set'} to ${sayWeight(grams)}: ${adjustment.reason.toLowerCase()}; ${what}.`,
        adjustment: { ...adjustment, files: known(row.file_ids, files) },
      },
    },
  }
}

function sampled(subject: Subject, row: SampleRow, files: Files): Placed {
  const { record } = subject
  const said = row.fields.map(
    ({ name, value, metric }) => `${name} ${value}${metric === '' ? '' : ` ${metric}`}`,
  )
  return {
    recordId: record.id,
    at: row.effective_at,
    factId: row.id,
    entry: {
      ...entered(row, 'sample', 'sample', record.keeper_name),
      details: {
        ...plainDetails(subject, row.id, row.effective_at),
        statusMessage: said.length === 0 ? 'Sampled.' : `Sampled: ${said.join(', ')}.`,
        sample: sampleToWire(row, files),
      },
    },
  }
}

function changed(subject: Subject, row: ChangeRow): Placed {
  const { record, unit } = subject
  const { sourceRecordId = '', grams = 0 } = row.details
  return {
    recordId: record.id,
    at: row.type === 'created' ? BEGINNING : row.effective_at,
    factId: row.id,
    entry: {
      ...entered(row, row.type, row.type === 'created' ? record.source : row.type, record.keeper_name),
      details: {
        ...plainDetails(subject, row.id, row.effective_at),
        statusMessage: row.message,
        weight: weightFromGrams(grams, unit),
        merge: { sourceRecordId, sourceMovementId: 0 },
      },
    },
  }
}

function entered(row: FactRow, type: TimelineEntry['type'], subtype: string, organisationName: string) {
  return {
    type,
    subtype,
    createdAtUTC: row.recorded_at.toISOString(),
    createdBy: row.recorded_by ?? '',
    organisationName,
    userName: row.recorded_by_name,
  }
}

function subjectOf({ countryISO }: Actor, record: RecordRow): Subject {
  const unit = readingUnit(countryISO, record.commodity_id)
  const plain: Subject['plain'] = {
    weighbridgeRecord: { empty: scaleWeight(null, unit), full: scaleWeight(null, unit), file: noFile },
    destination: shortPlace(record.place),
    origin: noPlace,
    driverName: '',
    status: 'complete',
    statusMessage: '',
    weight: weightFromGrams(0, unit),
    vehicleRegistration: '',
    loadReference: '',
    contractId: '',
    contractReference: '',
    storageContractId: '',
    sold: false,
    merge: noMerge,
  }
  return { record, unit, plain }
}

function plainDetails({ plain }: Subject, id: number, at: Date): Details {
  return { id, moveAtUTC: at.toISOString(), ...plain }
}

const noMerge = { sourceRecordId: '', sourceMovementId: 0 }

function party(id: string | null, name: string | null): ShortPlace {
  return { ...noPlace, organisationId: id ?? '', name: name ?? '', description: name ?? '' }
}

function known(ids: string[], files: Files): FileRef[] {
  return ids.flatMap((id) => files.get(id) ?? [])
}

function sayDifference(grams: number): string {
  if (grams === 0) return 'the books agreed'
  return grams > 0 ? `${sayWeight(grams)} found` : `${sayWeight(-grams)} lost`
}

function sayPlannedDifference(grams: number): string {
  return grams > 0 ? `${sayWeight(grams)} is to be added` : `${sayWeight(-grams)} is to be written off`
}
