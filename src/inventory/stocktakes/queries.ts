import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { fileRefs } from '../../system/files/find-files.ts'
import {
  readBooksAtCounts,
  readDifferencesNow,
  readLateEntries,
  readParcels,
  type ParcelOfBay,
} from './book.ts'
import type { Stocktake, StocktakeSummary } from './schema.ts'
import { isDone, isSamePerson } from './stocktake-rules.ts'
import {
  findStoredLines,
  findStoredStocktakes,
  mayApprove,
  needsSomebodyElse,
  type StoredStocktake,
} from './stored-stocktake.ts'
import {
  evaluate,
  lineToWire,
  stocktakeStatusOf,
  summaryOf,
  variancesOf,
  type EvaluatedLine,
} from './wire.ts'

type Db = Kysely<Tables>

/** A session with all that decides about it. */
export interface EvaluatedStocktake {
  session: StoredStocktake
  lines: EvaluatedLine[]
  parcels: Map<number, ParcelOfBay[]>
  needsOther: boolean
}

/**
 * A session of the caller's, each line evaluated by the book as it is now.
 *
 * @throws Refusal `not_found`
 */
export async function readStocktake(db: Db, actor: Actor, id: string): Promise<EvaluatedStocktake> {
  const [session] = isId(id) ? await findStoredStocktakes(db, actor, [id]) : []
  if (!session) throw notFound('stock-take', id)
  return evaluateStocktake(db, actor, session)
}

async function evaluateStocktake(
  db: Db,
  actor: Actor,
  session: StoredStocktake,
): Promise<EvaluatedStocktake> {
  const stored = await findStoredLines(db, actor, session.id)
  const open = stored.filter(({ approved }) => approved === null)
  const parcels = await readParcels(db, actor, session.cutOffAt, open)
  const needsOther = await needsSomebodyElse(db, actor)
  const books = await readBooksAtCounts(db, actor, open)
  const lines = stored.map((line) => {
    const { bayId } = line
    const book = { parcels: parcels.get(bayId) ?? [], booksAtCounts: books.get(bayId) ?? [] }
    return evaluate(session, line, book, needsOther)
  })
  return { session, lines, parcels, needsOther }
}

/**
 * True if the book is hidden from a caller: in a blind session that is open, from all but those who are to approve it and have not counted. In
 * an organisation of one, whoever counts sees it once all is counted.
 */
export function hidesBook(actor: Actor, { session, lines, needsOther }: EvaluatedStocktake): boolean {
  if (!session.isBlind || stocktakeStatusOf(session) === 'approved') return false
  if (!mayApprove(actor, session)) return true
  const me = { id: actor.userId, name: actor.userName }
  const isCounter = session.counters.some(({ id }) => id === actor.userId)
  const hasCounted = lines.some(({ counts }) => counts.some(({ by }) => isSamePerson(by, me)))
  if (!isCounter && !hasCounted) return false
  return needsOther || lines.some(({ state }) => state === 'open')
}

/**
 * One session with its lines, as the caller is to see it.
 *
 * @throws Refusal `not_found` for what is not there or not the caller's
 */
export function getStocktake(db: Db, actor: Actor, id: string): Promise<Stocktake> {
  return inOneMoment(db, async (moment) => {
    const evaluated = await readStocktake(moment, actor, id)
    const { session, lines, needsOther } = evaluated
    const isHidden = hidesBook(actor, evaluated)
    const files = await fileRefs(
      moment,
      actor,
      lines.flatMap(({ counts }) => counts.flatMap(({ fileIds }) => fileIds)),
    )
    const late = await readLate(moment, actor, evaluated)
    const adjustments = lines.flatMap(({ approved }) => approved?.adjustmentId ?? [])
    const differences = await readDifferencesNow(moment, actor, adjustments)
    return {
      ...summaryOf(session, lines, { hidesBook: isHidden, needsOther }),
      hidesBook: isHidden,
      variances: isHidden ? [] : variancesOf(lines),
      lines: lines.map((line) =>
        lineToWire(actor, session, line, { hidesBook: isHidden, files, late, differences }),
      ),
    }
  })
}

/** Reads entries for before the cut-off that were made since each bay was counted, or since all were approved. */
function readLate(db: Db, actor: Actor, { session, lines, parcels }: EvaluatedStocktake) {
  const counted = lines.flatMap(({ bayId, counts, approved }) => {
    const last = counts.at(-1)
    const since = session.approvedAt?.getTime() ?? last?.enteredAt
    const mark = session.approvedMark ?? last?.mark
    if (since === undefined || mark === undefined || session.cancelledAt) return []
    const stock = approved ? [...approved.stock.map(({ recordId }) => recordId), approved.recordId] : []
    const recordIds = [...stock, ...(parcels.get(bayId) ?? []).map(({ recordId }) => recordId)]
    return [{ bayId, since, mark, recordIds: [...new Set(recordIds)].filter((id) => id !== null) }]
  })
  return readLateEntries(db, actor, session.cutOffAt, counted)
}

/** The sessions among `ids` that are the caller's, with their sums alone, in that order. */
export function findStocktakes(db: Db, actor: Actor, ids: string[]): Promise<StocktakeSummary[]> {
  return inOneMoment(db, async (moment) => {
    const found = new Map(
      (await findStoredStocktakes(moment, actor, ids.filter(isId))).map((each) => [each.id, each]),
    )
    const summaries: StocktakeSummary[] = []
    for (const id of ids) {
      const session = found.get(id)
      if (!session) continue
      const evaluated = await evaluateStocktake(moment, actor, session)
      const { lines, needsOther } = evaluated
      summaries.push(summaryOf(session, lines, { hidesBook: hidesBook(actor, evaluated), needsOther }))
    }
    return summaries
  })
}

/** The lines that keep a session from being approved. */
export function undone(lines: EvaluatedLine[]): EvaluatedLine[] {
  return lines.filter(({ state }) => !isDone(state))
}
