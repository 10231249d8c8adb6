import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { squareMetres } from '../../../kernel/area.ts'
import { dateFault, fault, type Fault } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { parseInstant, sayDate } from '../../../kernel/time.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import { openBalances } from '../../ledger/ledger.ts'
import { filePlantings } from '../../records/file-plantings.ts'
import { insertRecords, type NewRow } from '../../stock/insert-records.ts'
import { insertChanges } from '../../stock/note-change.ts'
import type { Entered, NewRecord } from './new-record.ts'
import { dayPlanted } from '../../records/update-rules.ts'

/** What is wrong with a planting in the fields it names. */
export function plantingFaults(
  { body, places }: Pick<NewRecord, 'body' | 'places'>,
  { timeZone }: Actor,
  path: string,
): Fault[] {
  const plantedAt = body.source.planting?.plantingAtUTC
  return [
    ...(plantedAt && !parseInstant(plantedAt, timeZone)
      ? [dateFault(`${path}source.planting.plantingAtUTC`)]
      : []),
    ...places.flatMap(({ own, path: at, areaHectares }) =>
      own && own.areaHectares > 0 && squareMetres(areaHectares ?? 0) > squareMetres(own.areaHectares)
        ? [fault(`${at}.area`, `is more than the field has: ${own.areaHectares} ha`, 'maximum')]
        : [],
    ),
  ]
}

/** Whether a fault is that a planting is larger than its field. A planting that is there already may be, by what was once entered. */
export function isLargerThanField({ path, code }: Fault): boolean {
  return path.endsWith('.area') && code === 'maximum'
}

/**
 * Makes plantings that nothing is wrong with, one in each field: standing crops, of which nothing is stock until it is harvested
 * (rules.md §6). They stand on the whole field where the body gives no area, and belong to their harvest plans from the beginning.
 * However many they are, it takes a handful of statements; answers the records of each.
 */
export async function insertPlantings(
  trx: Transaction,
  actor: Actor,
  plantings: NewRecord[],
): Promise<Entered[][]> {
  const rows = plantings.map((planting) => rowsOf(planting, actor))
  const ids = rows.flat().map(({ id }) => id)
  await insertRecords(trx, actor, rows.flat())
  await openBalances(trx, ids, actor.now)
  await filePlantings(trx, actor, { recordIds: ids })
  const change = {
    type: 'created' as const,
    effectiveAt: actor.now,
    message: 'Planting entered.',
    details: {},
  }
  await insertChanges(
    trx,
    actor,
    ids.map((recordId) => ({ ...change, recordId })),
  )
  return rows.map((each) =>
    each.map(({ id }) => ({
      recordId: id,
      intake: null,
      changes: [],
      conflicts: [],
    })),
  )
}

function rowsOf({ body, commodity, owner, name, places }: NewRecord, { timeZone }: Actor): NewRow[] {
  const { planting } = body.source
  const plantedAt = planting?.plantingAtUTC ? parseInstant(planting.plantingAtUTC, timeZone) : undefined
  const precision = planting?.plantingAtDateType ?? 'date'
  return places.map(({ storageId, own, areaHectares }) => ({
    id: newId(),
    owner,
    storageId,
    bayId: null,
    name,
    kind: body.type,
    source: 'planting',
    commodity,
    harvestYear: body.harvestYear,
    tags: body.tags ?? [],
    planting: {
      hectares: String(areaHectares ?? own?.areaHectares ?? 0),
      expectedGramsPerHectare: gramsFromKilograms(planting?.expectedYield ?? 0),
      plantedOn: plantedAt ? dayPlanted(sayDate(plantedAt, timeZone), precision) : null,
      precision: plantedAt ? precision : null,
    },
  }))
}
