import { sql } from 'kysely'
import { attempt } from '../../../db/attempt.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { reasonOf, Refusal } from '../../../kernel/errors.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { appendEvent } from '../../../system/events/append-event.ts'
import { problemAt, type Outcome } from '../../../system/imports/imports.ts'
import { message, type Message } from '../../../words/catalogue.ts'
import { farFromBook } from '../../records/count-rules.ts'
import { enterLine } from '../../stocktakes/count-line.ts'
import { lockOpenStocktake } from '../../stocktakes/lock-stocktake.ts'
import { hidesBook, readStocktake, type EvaluatedStocktake } from '../../stocktakes/queries.ts'
import { isSameCount, isSamePerson, type StocktakePerson } from '../../stocktakes/stocktake-rules.ts'
import type { StoredStocktakeLine } from '../../stocktakes/stored-stocktake.ts'
import type { EvaluatedLine } from '../../stocktakes/wire.ts'
import { refusedRow } from '../validate-rows.ts'
import type { CountSheetRow } from './count-columns.ts'
import { readCounts, type ReadCount } from './read-counts.ts'

/** The count that a row is: one that it has made, or one of before; or why it was not entered. */
type Result = Refusal | { number: number; isNew: boolean; leftOut: string | null }

/** Enters rows as counts of the lines of an open session. Each count of a line stays, and the last one stands. */
export async function enterSessionCounts(
  trx: Transaction,
  actor: Actor,
  rows: CountSheetRow[],
  id: string,
): Promise<Outcome[]> {
  const shut = await attempt(trx, () => lockOpenStocktake(trx, actor, id))
  const { session, lines } = await readStocktake(trx, actor, id)
  const read = await readCounts(
    trx,
    actor,
    rows,
    lines.map(({ bayId, bayName, storageName }) => ({ id: bayId, name: bayName, storageName })),
  )
  const people = await findPeople(trx, actor)
  const lineOf = new Map<number, StoredStocktakeLine>(lines.map((line) => [line.bayId, line]))
  const results: (Result | undefined)[] = []
  for (const each of read) {
    const line = each.bay && lineOf.get(each.bay.id)
    if (!line || each.problems.length + each.row.problems.length > 0) results.push(undefined)
    else if (shut instanceof Refusal) results.push(shut)
    else {
      const by = counterOf(each, actor, people)
      const result = await attempt(trx, () => enterCount(trx, actor, session, line, each, by))
      results.push(result)
      if (!(result instanceof Refusal) && result.isNew)
        lineOf.set(line.bayId, withCount(line, each, by, result.number))
    }
  }
  const after = await readStocktake(trx, actor, id)
  const isHidden = hidesBook(actor, after)
  const evaluated = new Map(after.lines.map((line) => [line.bayId, line]))
  return read.map((each, index) =>
    outcomeOf(each, results[index], session, evaluated.get(each.bay?.id ?? 0), isHidden),
  )
}

async function enterCount(
  trx: Transaction,
  actor: Actor,
  session: EvaluatedStocktake['session'],
  line: StoredStocktakeLine,
  { kilograms, saidAt, at, from }: ReadCount,
  by: StocktakePerson,
): Promise<Exclude<Result, Refusal>> {
  const { leftOut } = line
  const told = { grams: gramsFromKilograms(kilograms), by, from: from.getTime(), upTo: at.getTime() }
  const there = line.counts.find((count) => isSameCount(count, told))
  if (there) return { number: there.number, isNew: false, leftOut }
  const number = await enterLine(trx, actor, session, line, {
    counted: kilograms,
    countedAtISO: saidAt,
    countedBy: by.id === null ? { name: by.name } : { id: by.id },
  })
  if (number === undefined) throw new Error('a count was entered and has no number')
  return { number, isNew: true, leftOut }
}

/** The line with one count more: a file may have several of one bay. */
function withCount(
  line: StoredStocktakeLine,
  { kilograms, at }: ReadCount,
  by: StocktakePerson,
  number: number,
): StoredStocktakeLine {
  const count = {
    number,
    grams: gramsFromKilograms(kilograms),
    at: at.getTime(),
    by,
    howMeasured: null,
    fileIds: [],
    note: '',
    enteredBy: by,
    enteredAt: at.getTime(),
    mark: 0,
  }
  return { ...line, leftOut: null, counts: [...line.counts, count] }
}

/** Whoever may count here, by name and by address of mail. */
async function findPeople(
  trx: Transaction,
  { organisationId }: Actor,
): Promise<(StocktakePerson & { email: string })[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name, u.email
    from memberships m join users u on u.id = m.user_id where m.organisation_id = ${organisationId}`.execute(
    trx,
  )
  return rows
}

/** Whoever a row says has counted: somebody of the organisation where one alone is called so; the caller where it says nobody. */
function counterOf(
  { countedBy }: ReadCount,
  actor: Actor,
  people: (StocktakePerson & { email: string })[],
): StocktakePerson {
  if (countedBy === '') return { id: actor.userId, name: actor.userName }
  const said = { id: null, name: countedBy }
  const [person, another] = people.filter(
    ({ name, email }) =>
      isSamePerson({ id: null, name }, said) || isSamePerson({ id: null, name: email }, said),
  )
  return person && !another ? { id: person.id, name: person.name } : said
}

function outcomeOf(
  { row, problems, reference, more, bay, kilograms }: ReadCount,
  result: Result | undefined,
  session: EvaluatedStocktake['session'],
  line: EvaluatedLine | undefined,
  isHidden: boolean,
): Outcome {
  const outside =
    bay && !line
      ? [problemAt(row, 'bay', message('isNoBayOfSession', { session: session.name }), 'unknown_bay')]
      : []
  if (result instanceof Refusal)
    return {
      ...more,
      status: 'error',
      reference,
      problems: [],
      message: [result.said, ...result.faults.map(reasonOf)],
      code: result.code,
    }
  if (!result || !line) return { ...more, ...refusedRow(row, [...problems, ...outside], reference) }
  const difference =
    isHidden || line.reckoned.varianceGrams === null ? null : kilogramsFromGrams(line.reckoned.varianceGrams)
  const isLast = line.counts.at(-1)?.number === result.number
  const warnings = [...(more.warnings ?? []), ...(isLast ? remarksOnLine(line, kilograms, difference) : [])]
  const id = session.id
  if (!result.isNew)
    return { ...more, warnings, status: 'unchanged', id, reference, summary: message('countWasThere', {}) }
  const details = { bayId: line.bayId, number: result.number, leftOut: result.leftOut }
  return {
    ...more,
    warnings,
    status: 'success',
    id,
    reference,
    summary: message('countWasEntered', { difference: isLast ? difference : null }),
    made: [{ kind: 'session count', subject: id, details }],
  }
}

/** Remarks on a line that needs more than this count, or whose count is far from what the book has at its moment. */
function remarksOnLine({ state }: EvaluatedLine, counted: number, difference: number | null): Message[] {
  const grams = gramsFromKilograms(counted)
  // The difference is null where the book is hidden.
  const odd = difference === null ? [] : farFromBook(grams, grams - gramsFromKilograms(difference))
  return [...odd, ...needsOfLine(state, difference)]
}

function needsOfLine(state: EvaluatedLine['state'], difference: number | null): Message[] {
  if (state === 'recount') return [message('needsSecondCount', { difference })]
  if (state === 'unknown_stock') return [message('countIsUnclear', { isEmpty: true })]
  return state === 'several_parcels' ? [message('countIsUnclear', { isEmpty: false })] : []
}

/**
 * Takes counts back that an import entered into a session, while it is open; a line that one had filled is left out again.
 *
 * @throws Refusal `in_use` where the session is approved or cancelled, or the bay was counted again since
 */
export async function undoSessionCounts(
  trx: Transaction,
  actor: Actor,
  made: { subject: string; details: Record<string, unknown> }[],
): Promise<void> {
  for (const { subject: id, details } of made) {
    await lockOpenStocktake(trx, actor, id)
    const bayId = Number(details['bayId'])
    const number = Number(details['number'])
    const its = sql`organisation_id = ${actor.organisationId} and stocktake_id = ${id} and bay_id = ${bayId}`
    const { rows } = await sql<{ last: number | null }>`
      select max(number) as last from stocktake_counts where ${its}`.execute(trx)
    if (rows[0]?.last !== number) throw new Refusal('in_use', message('wasChangedSince', { what: 'count' }))
    await sql`delete from stocktake_counts where ${its} and number = ${number}`.execute(trx)
    await sql`update stocktake_lines set left_out = ${details['leftOut'] ?? null} where ${its}`.execute(trx)
    await appendEvent(trx, actor, {
      type: 'stocktake.changed',
      subject: id,
      data: { ids: [id], substorageId: bayId, isCounted: false },
    })
  }
}
