import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import type { FileRef as FileRefSchema } from '../../../http/validate/schema.ts'
import { weightFromGrams, type WeightUnit, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { readingUnit } from '../../../system/commodities/catalogue.ts'
import { fileRefs, noFile } from '../../../system/files/find-files.ts'
import { runningBalances } from '../../ledger/ledger.ts'
import type { RecordRow } from '../rows.ts'
import type { ShortPlace, TimelineEntry } from '../schema.ts'
import {
  balancesAtStart,
  byKey,
  rowOf,
  withBalances,
  type Rows,
  type EntryText,
} from './timeline-balances.ts'
import {
  timelineKeys,
  type EntryKind,
  type TimelineKey,
  changeRowsOf,
  countRowsOf,
  movementsOf,
  placesOfRecords,
  samplesOf,
  type ChangeRow,
  type CountRow,
  type FactRow,
  type TakenBackRow,
  type TimelineMovementRow,
  type SampleRow,
} from './timeline-rows.ts'
import {
  adjustmentOf,
  loadWeightToWire,
  noPlace,
  sampleToWire,
  scaleWeight,
  shortPlace,
  type Timeline,
} from '../wire.ts'
import { message } from '../../../words/catalogue.ts'
import { paragraph, render, type Reader } from '../../../words/render.ts'
import { readingsToWire } from '../../readings/shown.ts'
import { countedBy, enteredAs, messagesOfMovement, messagesOfChange } from './timeline-messages.ts'

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

/** Things that movements refer to, looked up once for all of them. */
interface Surroundings {
  now: Date
  reader: Reader
  timeZone: string
  files: Files
  /** Places of the records that stock moved between, by the records' ids. */
  places: Map<string, ShortPlace>
  /** True if stock lay in the record just before. */
  isMerge?: boolean
}

/** Most entries of its timeline that a record carries: the newest. `GET /records/{id}/timeline` has all of them in pages. */
export const MOST_CARRIED = 200

/**
 * Reads the timelines of records, in order of time: how they began, movements in and out (an arrival where stock lay already
 * is a `merge`), corrections and counts, samples and changes of description. Entries that were taken back stay, marked as deleted.
 *
 * @param page the newest so many of each timeline, after so many were passed over
 */
export async function timelinesOf(
  db: Db,
  actor: Actor,
  records: RecordRow[],
  page = { limit: MOST_CARRIED, offset: 0 },
): Promise<Map<string, Timeline>> {
  const { keys, total } = await timelineKeys(
    db,
    records.map(({ id }) => id),
    page,
  )
  const of = (...kinds: EntryKind[]) => keys.filter(({ kind }) => kinds.includes(kind))
  const [movements, counts, samples, changes, balanceOf, atStart] = await Promise.all([
    // A load and its correction and write-off share one fact, of which a page may have only a part.
    movementsOf(db, of('movement', 'correction', 'count')),
    countRowsOf(db, of('count', 'movement')),
    samplesOf(db, of('sample')),
    changeRowsOf(db, of('change')),
    runningBalances(db, stretchesOf(keys)),
    balancesAtStart(db, keys),
  ])
  const fileIds = [
    ...movements.flatMap(({ weighbridge_file_id }) => weighbridge_file_id ?? []),
    ...[...counts, ...samples].flatMap(({ file_ids }) => file_ids),
  ]
  const [places, files] = await Promise.all([
    shortPlacesOf(db, actor, records, movements),
    fileRefs(db, actor, fileIds),
  ])
  const surroundings = { now: actor.now, reader: actor, timeZone: actor.timeZone, files, places }
  const rows = {
    movement: byKey(movements),
    count: byKey(counts),
    sample: byKey(samples),
    change: byKey(changes),
  }
  const timelines = records.map((record): [string, Timeline] => {
    const subject = subjectOf(actor, record)
    const own = keys.filter(({ recordId }) => recordId === record.id)
    const tell = (key: TimelineKey, isMerge: boolean) =>
      told(subject, key, rows, { ...surroundings, isMerge })
    return [
      record.id,
      {
        entries: withBalances(
          record,
          own,
          rows,
          { atStart: atStart.get(record.id) ?? 0, of: balanceOf },
          tell,
        ),
        total: total.get(record.id) ?? 0,
      },
    ]
  })
  return new Map(timelines)
}

/** From the oldest to the newest entry of each timeline. */
function stretchesOf(keys: TimelineKey[]) {
  return [...Map.groupBy(keys, ({ recordId }) => recordId)].flatMap(([recordId, own]) => {
    const times = own.flatMap(({ at }) => at ?? [])
    const [from, to] = [times[0], times.at(-1)]
    return from && to ? [{ recordId, from, to }] : []
  })
}

/** Tells one entry. */
function told(subject: Subject, key: TimelineKey, rows: Rows, surroundings: Surroundings): EntryText {
  switch (key.kind) {
    case 'began':
      return began(subject, surroundings)
    case 'correction':
      return corrected(subject, rowOf(rows.movement, key), surroundings)
    case 'movement':
      return moved(subject, rowOf(rows.movement, key), surroundings)
    case 'count':
      return counted(subject, rowOf(rows.count, key), surroundings)
    case 'sample':
      return sampled(subject, rowOf(rows.sample, key), surroundings)
    case 'change':
      return changed(subject, rowOf(rows.change, key), surroundings)
  }
}

/** Finds the places of the records that stock moved between. */
async function shortPlacesOf(
  db: Db,
  actor: Actor,
  records: RecordRow[],
  movements: TimelineMovementRow[],
): Promise<Map<string, ShortPlace>> {
  const own = new Map(records.map(({ id, place }) => [id, place]))
  const touched = movements.flatMap((row) => [row.source_record_id, row.destination_record_id])
  const others = [...new Set(touched)].filter((id) => id !== null).filter((id) => !own.has(id))
  const places = [...own, ...(await placesOfRecords(db, actor, others))]
  return new Map(places.map(([id, place]) => [id, shortPlace(place)]))
}

/** Of a record that a movement made, and that says nothing of its beginning itself. */
function began(subject: Subject, { reader }: Surroundings): EntryText {
  const { record } = subject
  return {
    type: 'created',
    subtype: record.source,
    createdAtUTC: record.created_at.toISOString(),
    recordedAtUTC: record.created_at.toISOString(),
    createdBy: record.created_by ?? '',
    organisationName: record.keeper_name,
    userName: record.created_by_name,
    details: {
      ...plainDetails(subject, 0, record.created_at),
      statusMessage: render(message('recordBegan', { source: record.source }), reader),
    },
  }
}

function moved(
  subject: Subject,
  row: TimelineMovementRow,
  { now, reader, timeZone, files, places, isMerge: isInto = false }: Surroundings,
): EntryText {
  const { record, unit } = subject
  const placeOf = (recordId: string | null) => places.get(recordId ?? '') ?? noPlace
  const origin = row.type === 'intake' ? party(row.sender_id, row.sender_name) : placeOf(row.source_record_id)
  const destination =
    row.type === 'outbound' ? party(row.receiver_id, row.receiver_name) : placeOf(row.destination_record_id)
  const isMerge = isInto && row.destination_record_id === record.id && row.status !== 'deleted'
  return {
    ...entered(row, isMerge ? 'merge' : 'movement', row.type, row.organisation_name),
    ...takenBack(row),
    details: {
      ...plainDetails(subject, row.id, row.effective_at),
      weighbridgeRecord: {
        empty: scaleWeight(row.empty_grams, unit),
        full: scaleWeight(row.full_grams, unit),
        file: files.get(row.weighbridge_file_id ?? '') ?? noFile,
        ...readingsToWire(row.readings),
      },
      destination,
      origin,
      driverName: row.driver_name ?? '',
      status: row.status,
      statusMessage: paragraph(
        messagesOfMovement(row, origin, destination, {
          isMerge,
          isPlanned: row.effective_at > now,
          timeZone,
        }),
        reader,
      ),
      weight: loadWeightToWire(row.weight_grams, unit),
      vehicleRegistration: row.vehicle_registration ?? '',
      loadReference: row.load_reference ?? '',
      contractId: row.contract_id ?? '',
      contractReference: row.contract_reference ?? '',
      storageContractId: row.storage_contract_id ?? '',
      sold: row.sold,
      merge: isMerge ? { sourceRecordId: row.source_record_id ?? '', sourceMovementId: row.id } : noMerge,
    },
  }
}

/** Builds the entry for a movement's correction of its source just before it; there is none on its other side. */
function corrected(subject: Subject, row: TimelineMovementRow, { now, reader }: Surroundings): EntryText {
  const { unit } = subject
  const { adjustment_grams: grams, adjustment_reason_id: reasonId } = row
  const adjustment = adjustmentOf(grams ?? 0, reasonId ?? 0, row.adjustment_notes ?? '')
  const { reason, notes } = adjustment
  const difference = kilogramsFromGrams(grams ?? 0)
  const said = message('isCorrectedBy', { difference, reasonName: reason, isPlanned: row.effective_at > now })
  return {
    ...entered(row, 'adjustment', 'adjustment', row.organisation_name),
    ...takenBack(row),
    details: {
      ...plainDetails(subject, row.id, row.effective_at),
      status: row.status === 'deleted' ? 'deleted' : 'complete',
      weight: weightFromGrams(Math.abs(grams ?? 0), unit),
      statusMessage: paragraph([said, notes], reader),
      adjustment: { ...adjustment, files: [] },
    },
  }
}

function counted(subject: Subject, row: CountRow, { now, reader, files }: Surroundings): EntryText {
  const { record, unit } = subject
  const { counted_grams: grams, difference_grams: differenceGrams } = row
  const adjustment = adjustmentOf(differenceGrams, row.reason_id)
  const said = message('isSetTo', {
    weight: kilogramsFromGrams(grams),
    difference: kilogramsFromGrams(differenceGrams),
    reasonName: adjustment.reason,
    isPlanned: row.effective_at > now,
  })
  return {
    ...entered(row, 'adjustment', 'adjustment', record.keeper_name),
    ...takenBack(row),
    details: {
      ...plainDetails(subject, row.id, row.effective_at),
      status: row.is_taken_back ? 'deleted' : 'complete',
      weight: weightFromGrams(grams, unit),
      statusMessage: paragraph(
        [said, ...countedBy(row.counted_by_name), ...enteredAs(row.reason_id, adjustment.reasonId)],
        reader,
      ),
      adjustment: { ...adjustment, files: known(row.file_ids, files) },
    },
  }
}

function sampled(subject: Subject, row: SampleRow, { reader, files }: Surroundings): EntryText {
  const { record } = subject
  const figures = row.fields.map(({ name, value, metric }) => ({ name, value, metric }))
  return {
    ...entered(row, 'sample', 'sample', record.keeper_name),
    details: {
      ...plainDetails(subject, row.id, row.effective_at),
      statusMessage: render(message('isSampled', { figures }), reader),
      sample: sampleToWire(row, files),
    },
  }
}

function changed(subject: Subject, row: ChangeRow, { reader }: Surroundings): EntryText {
  const { record, unit } = subject
  const { sourceRecordId = '', grams = 0 } = row.details
  return {
    ...entered(row, row.type, row.type === 'created' ? record.source : row.type, record.keeper_name),
    details: {
      ...plainDetails(subject, row.id, row.effective_at),
      statusMessage: paragraph(messagesOfChange(row), reader),
      weight: weightFromGrams(grams, unit),
      merge: { sourceRecordId, sourceMovementId: 0 },
    },
  }
}

function entered(row: FactRow, type: TimelineEntry['type'], subtype: string, organisationName: string) {
  return {
    type,
    subtype,
    createdAtUTC: row.recorded_at.toISOString(),
    recordedAtUTC: row.recorded_at.toISOString(),
    createdBy: row.recorded_by ?? '',
    organisationName,
    userName: row.recorded_by_name,
  }
}

/** Returns the person who took an entry back, and the time; nothing if it was not taken back. */
function takenBack({
  deleted_at: at,
  deleted_by: by,
  deleted_by_name: byName,
}: TakenBackRow): Pick<TimelineEntry, 'takenBack'> {
  return at ? { takenBack: { atUTC: at.toISOString(), by: by ?? '', byName: byName ?? '' } } : {}
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
