import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { tidied } from '../../../kernel/names.ts'
import { readTimeOfDay } from '../../../kernel/time-of-day.ts'
import { momentOf, parseInstantEnd } from '../../../kernel/time.ts'
import { problemAt, type Outcome, type Problem } from '../../../system/imports/imports.ts'
import { message } from '../../../words/catalogue.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { readParcels, type ParcelOfBay } from '../../stocktakes/book.ts'
import { CountLineBody } from '../../stocktakes/schema.ts'
import { statedMoment } from '../loads/load-rules.ts'
import { readKilograms } from '../read-kilograms.ts'
import { statedWords, understoodWeight } from '../understood.ts'
import { bodyCheck, problemsOf } from '../validate-rows.ts'
import { findNamedBays, type BayOfStore } from './named-bays.ts'
import type { CountSheetRow } from './count-columns.ts'

/** A row of a count sheet, with the bay that it means and what lay there by the book. */
export interface ReadCount {
  row: CountSheetRow
  reference: string
  problems: Problem[]
  more: Pick<Outcome, 'understood' | 'warnings'>
  bay: BayOfStore | undefined
  /** When it was counted, and since when it may have been: a day alone is all of that day. */
  at: Date
  from: Date
  isDated: boolean
  /** As the row says it, in ISO 8601. */
  saidAt: string
  kilograms: number
  countedBy: string
  /** The parcels that lay there then. */
  parcels: ParcelOfBay[]
}

const faultsOf = bodyCheck(CountLineBody)
const columnOf = { counted: 'counted', countedAtISO: 'countedAt', 'countedBy.name': 'countedBy' }

/**
 * Reads rows of a count sheet, and locks their bays; every fault of each at once. Where there is one parcel in a bay, bushels are bushels of that.
 *
 * @param bays the bays that rows without a store may mean; all of the caller's where there are none
 */
export async function readCounts(
  trx: Transaction,
  actor: Actor,
  rows: CountSheetRow[],
  bays?: BayOfStore[],
): Promise<ReadCount[]> {
  const named = await findNamedBays(trx, actor, rows, bays)
  const asked = rows.map((row, index) => ({
    row,
    when: readWhen(row, actor),
    ...(named[index] ?? { bay: undefined, problems: [] }),
  }))
  const bayIds = [...new Set(asked.flatMap(({ bay }) => bay?.id ?? []))]
  if (bayIds.length > 0) await lockBaysAndApplyDuePlans(trx, actor.now, { bayIds })
  const lying = await findLying(
    trx,
    actor,
    asked.map(({ bay, when }) => ({ bayId: bay?.id, at: when.at })),
  )
  return asked.map(({ row, when, bay, problems }, index): ReadCount => {
    const parcels = lying[index] ?? []
    const { values } = row
    const [only] = parcels
    const weight = readKilograms(row, 'counted', actor, only?.commodityId ?? 0)
    const countedBy = tidied(values.countedBy ?? '')
    const body = {
      ...(weight.kilograms !== undefined && { counted: weight.kilograms }),
      countedBy: { name: countedBy },
    }
    const found = [...problems, ...when.problems, ...weight.problems]
    return {
      row,
      bay,
      parcels,
      countedBy,
      isDated: when.at !== undefined && when.problems.length === 0,
      at: when.at ?? actor.now,
      from: when.from ?? actor.now,
      saidAt: when.saidAt,
      kilograms: weight.kilograms ?? 0,
      reference: [bay?.storageName ?? values.store ?? '', bay?.name ?? values.bay ?? '']
        .filter((part) => part !== '')
        .join(', '),
      problems: problemsOf(row, found, faultsOf(body), columnOf),
      more: {
        understood: {
          ...statedWords({
            store: bay?.storageName ?? values.store,
            bay: bay?.name ?? values.bay,
            date: when.saidAt,
            countedBy,
          }),
          ...understoodWeight(values.counted, weight.kilograms),
        },
        warnings: when.warnings,
      },
    }
  })
}

/** When a bay was counted: the time beside the date, or else the close of that day; today that is now. */
function readWhen(row: CountSheetRow, actor: Actor) {
  const { countedAt: date, time } = row.values
  const stated = date === undefined ? undefined : statedMoment({ date, ...(time !== undefined && { time }) })
  if (!stated) return { saidAt: '', at: undefined, from: undefined, warnings: [], problems: [] }
  const { moment: saidAt, warnings } = stated
  const [from, end] = [momentOf(saidAt, actor), parseInstantEnd(saidAt, actor.timeZone)]
  const read = time === undefined ? '' : readTimeOfDay(time)
  const wrong =
    typeof read !== 'string'
      ? problemAt(row, 'time', read.reason, 'invalid')
      : !from || !end
        ? problemAt(row, 'countedAt', message('isNoMoment', {}), 'date')
        : from > actor.now
          ? problemAt(row, 'countedAt', message('isFutureCount', {}), 'future')
          : undefined
  const at = end && end > actor.now ? actor.now : end
  return { saidAt, at, from, warnings, problems: wrong ? [wrong] : [] }
}

/** Finds the parcels that lay in each bay at its moment by the book. Most sheets have few moments. */
async function findLying(
  trx: Transaction,
  actor: Actor,
  asked: { bayId: number | undefined; at: Date | undefined }[],
): Promise<ParcelOfBay[][]> {
  const found = new Map<string, ParcelOfBay[]>()
  const keyOf = (bayId: number | undefined, at: Date | undefined) => `${bayId} ${at?.getTime()}`
  const moments = Map.groupBy(asked, ({ at }) => at?.getTime())
  for (const [moment, some] of moments) {
    const lines = some.flatMap(({ bayId }) =>
      bayId === undefined ? [] : [{ bayId, counts: [], recordId: null }],
    )
    if (moment === undefined || lines.length === 0) continue
    const at = new Date(moment)
    for (const [bayId, parcels] of await readParcels(trx, actor, at, lines))
      found.set(
        keyOf(bayId, at),
        [...new Map(parcels.map((each) => [each.recordId, each])).values()].filter(
          ({ cutOffGrams }) => cutOffGrams !== 0,
        ),
      )
  }
  return asked.map(({ bayId, at }) => found.get(keyOf(bayId, at)) ?? [])
}
