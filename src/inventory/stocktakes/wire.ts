import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import type { FileRef } from '../../http/validate/schema.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import type { LateEntry } from './book.ts'
import type { Stocktake, StocktakeLine, StocktakeSummary } from './schema.ts'
import {
  isOutside,
  isSamePerson,
  reckon,
  stocktakeLineStateOf,
  type StocktakeLineState,
  type Reckoning,
} from './stocktake-rules.ts'
import type { StockOfLine, StoredCount, StoredStocktakeLine, StoredStocktake } from './stored-stocktake.ts'
import type { ParcelOfBay } from './book.ts'

/** From what is stored, and what the book has, to what is answered. */

/** A line with what the book has of its bay, evaluated. */
export interface EvaluatedLine extends StoredStocktakeLine {
  stock: StockOfLine[]
  reckoned: Reckoning
  state: StocktakeLineState
}

type Evaluation = Pick<StoredStocktake, 'cutOffAt' | 'tolerance'>

/** Evaluates a line by the book; one that is approved as it was approved. */
export function evaluate(
  { cutOffAt, tolerance }: Evaluation,
  line: StoredStocktakeLine,
  { parcels, booksAtCounts }: { parcels: ParcelOfBay[]; booksAtCounts: number[] },
  needsOther: boolean,
): EvaluatedLine {
  const { approved } = line
  if (approved) {
    const { stock, bookGrams, varianceGrams, recordId } = approved
    const reckoned = { bookGrams, varianceGrams, recordId, post: null, problem: null }
    return { ...line, stock, reckoned, state: line.leftOut === null ? 'counted' : 'left_out' }
  }
  const reckoned = reckon(cutOffAt.getTime(), parcels, line.counts.at(-1), line.recordId)
  const counts = line.counts.map(({ by, grams }, index) => ({
    by,
    varianceGrams: grams - (booksAtCounts[index] ?? 0),
  }))
  const isLeftOut = line.leftOut !== null
  const { recountAfter } = line
  const state = stocktakeLineStateOf({ reckoned, counts, isLeftOut, recountAfter, tolerance, needsOther })
  const stock = parcels
    .filter(({ recordId, cutOffGrams }) => cutOffGrams !== 0 || recordId === reckoned.recordId)
    .map(stockOf)
  return { ...line, stock, reckoned, state }
}

const stockOf = ({
  bayId: _bay,
  countGrams: _count,
  lowGrams: _low,
  isParted: _parted,
  ...stock
}: ParcelOfBay): StockOfLine => stock

interface Shown {
  /** True if the reader is not to see the book. */
  hidesBook: boolean
  files: Map<string, Static<typeof FileRef>>
  late: LateEntry[]
  /** Differences that approved counts make by now. */
  differences: Map<number, number>
}

const sum = (grams: number[]) => grams.reduce((total, each) => total + each, 0)
const shown = (grams: number | null, isHidden: boolean) =>
  grams === null || isHidden ? null : kilogramsFromGrams(grams)

/** A session's own fields, and the sums of its lines. */
export function summaryOf(
  session: StoredStocktake,
  lines: EvaluatedLine[],
  { hidesBook, needsOther }: { hidesBook: boolean; needsOther: boolean },
): StocktakeSummary {
  const inState = (state: StocktakeLineState) => lines.filter((line) => line.state === state).length
  const of = (grams: (reckoned: Reckoning) => number) =>
    shown(
      sum(lines.filter(({ state }) => state !== 'left_out').map(({ reckoned }) => grams(reckoned))),
      hidesBook,
    )
  return {
    id: session.id,
    name: session.name,
    status: stocktakeStatusOf(session),
    cutOffUTC: session.cutOffAt.toISOString(),
    isBlind: session.isBlind,
    tolerance: { percent: session.tolerance.percent, weight: shown(session.tolerance.grams, false) },
    counters: session.counters,
    approvers: session.approvers,
    needsSomebodyElse: needsOther,
    createdAtUTC: session.createdAt.toISOString(),
    createdBy: session.createdBy,
    approvedAtUTC: session.approvedAt?.toISOString() ?? null,
    approvedBy: session.approvedBy ?? '',
    ledgerHash: session.ledgerHash ?? '',
    auditHead: session.auditHead,
    cancelledAtUTC: session.cancelledAt?.toISOString() ?? null,
    cancelledBy: session.cancelledBy ?? '',
    totals: {
      lines: lines.length,
      counted: inState('counted'),
      recount: inState('recount'),
      leftOut: inState('left_out'),
      open: inState('open') + inState('unknown_stock') + inState('several_parcels'),
      book: of(({ bookGrams }) => bookGrams),
      countedWeight: of(({ bookGrams, varianceGrams }) =>
        varianceGrams === null ? 0 : bookGrams + varianceGrams,
      ),
      variance: of(({ varianceGrams }) => varianceGrams ?? 0),
    },
  }
}

export function stocktakeStatusOf({
  approvedAt,
  cancelledAt,
}: Pick<StoredStocktake, 'approvedAt' | 'cancelledAt'>) {
  if (approvedAt) return 'approved' as const
  return cancelledAt ? ('cancelled' as const) : ('open' as const)
}

/** A line as a reader sees it. */
export function lineToWire(
  actor: Actor,
  session: StoredStocktake,
  line: EvaluatedLine,
  given: Shown,
): StocktakeLine {
  const { hidesBook, files, late, differences } = given
  const { reckoned, state, approved } = line
  const { bookGrams, varianceGrams } = reckoned
  const datedAt = approved
    ? approved.datedAt?.toISOString()
    : reckoned.post && new Date(reckoned.post.at).toISOString()
  const me = { id: actor.userId, name: actor.userName }
  const counts = hidesBook ? line.counts.filter(({ by }) => isSamePerson(by, me)) : line.counts
  const now = approved?.adjustmentId == null ? undefined : differences.get(approved.adjustmentId)
  return {
    line: line.line,
    storageId: line.storageId,
    storageName: line.storageName,
    substorageId: line.bayId,
    substorageName: line.bayName,
    state,
    stock: line.stock.map((each) => parcelToWire(actor, each, hidesBook)),
    book: shown(bookGrams, hidesBook),
    counted: shown(varianceGrams === null ? null : bookGrams + varianceGrams, hidesBook),
    variance: shown(varianceGrams, hidesBook),
    isOutside: varianceGrams === null || hidesBook ? null : isOutside(reckoned, session.tolerance),
    datedAtUTC: hidesBook ? null : (datedAt ?? null),
    rolled: hidesBook ? null : rolledToWire(session, line, datedAt),
    recordId: reckoned.recordId,
    reasonId: line.reasonId,
    reason: findReason('adjustment', line.reasonId)?.description ?? '',
    leftOut: line.leftOut,
    recountAskedAtUTC: line.recountAskedAt?.toISOString() ?? null,
    recountAskedBy: line.recountAskedBy ?? '',
    counts: counts.map((count) => countToWire(count, files)),
    timesCounted: line.counts.at(-1)?.number ?? 0,
    late: hidesBook ? [] : late.filter(({ bayId }) => bayId === line.bayId).map(lateToWire),
    adjustmentId: approved?.adjustmentId ?? null,
    varianceNow: shown(now ?? null, hidesBook),
  }
}

/** Explains the rolling of the last count of a line to the cut-off; null where it is of that very moment, or stays of its own. */
function rolledToWire(
  { cutOffAt }: StoredStocktake,
  { counts, reckoned: { bookGrams, varianceGrams }, leftOut }: EvaluatedLine,
  datedAt: string | null | undefined,
): StocktakeLine['rolled'] {
  const last = counts.at(-1)
  const isRolled = datedAt === cutOffAt.toISOString() && last?.at !== cutOffAt.getTime()
  if (!last || !isRolled || varianceGrams === null || leftOut !== null) return null
  const atCutOff = bookGrams + varianceGrams
  return {
    weight: kilogramsFromGrams(last.grams),
    countedAtUTC: new Date(last.at).toISOString(),
    moved: kilogramsFromGrams(atCutOff - last.grams),
    atCutOff: kilogramsFromGrams(atCutOff),
  }
}

function parcelToWire({ organisationId, countryISO }: Actor, stock: StockOfLine, isHidden: boolean) {
  return {
    recordId: stock.recordId,
    commodity: namedCommodity(countryISO, stock.commodityId),
    type: namedType(stock.typeId),
    grade: namedGrade(stock.gradeId),
    variety: stock.variety,
    harvestYear: stock.harvestYear,
    ownerId: stock.ownerId,
    ownerName: stock.ownerName,
    isOwn: stock.ownerId === organisationId,
    weight: shown(stock.cutOffGrams, isHidden),
  }
}

function countToWire(count: StoredCount, files: Shown['files']) {
  return {
    number: count.number,
    weight: kilogramsFromGrams(count.grams),
    countedAtUTC: new Date(count.at).toISOString(),
    countedById: count.by.id ?? '',
    countedBy: count.by.name,
    howMeasured: count.howMeasured,
    files: count.fileIds.flatMap((id) => files.get(id) ?? []),
    note: count.note,
    enteredBy: count.enteredBy.name,
    enteredAtUTC: new Date(count.enteredAt).toISOString(),
  }
}

function lateToWire({ factId, recordId, at, grams }: LateEntry) {
  return { id: factId, recordId, atUTC: at.toISOString(), weight: kilogramsFromGrams(grams) }
}

/** The differences by owner and reason, the owners in the order of their names. */
export function variancesOf(lines: EvaluatedLine[]): Stocktake['variances'] {
  const each = lines.flatMap((line) => {
    const { varianceGrams, recordId } = line.reckoned
    const owned = line.stock.find((stock) => stock.recordId === recordId)
    if (line.state === 'left_out' || varianceGrams === null || varianceGrams === 0 || !owned) return []
    return [
      { ownerId: owned.ownerId, ownerName: owned.ownerName, reasonId: line.reasonId, grams: varianceGrams },
    ]
  })
  const groups = Map.groupBy(each, ({ ownerId, reasonId }) => JSON.stringify([ownerId, reasonId]))
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own
      if (!first) return []
      const { ownerId, ownerName, reasonId } = first
      const total = (isWanted: (grams: number) => boolean) =>
        kilogramsFromGrams(Math.abs(sum(own.map(({ grams }) => grams).filter(isWanted))))
      const reason = findReason('adjustment', reasonId)?.description ?? ''
      return [
        {
          ownerId,
          ownerName,
          reasonId,
          reason,
          found: total((grams) => grams > 0),
          lost: total((grams) => grams < 0),
        },
      ]
    })
    .sort((a, b) => a.ownerName.localeCompare(b.ownerName) || a.reasonId - b.reasonId)
}
