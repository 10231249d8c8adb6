import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import type { ImportRequest, Made, Outcome, Problem } from '../../system/imports/imports.ts'
import type { NewRecord } from '../movements/intakes/new-record.ts'
import { storeExisting, type StoredIntake } from '../movements/intakes/store-existing.ts'
import { storeEach } from '../../db/attempt.ts'
import { message, type Message } from '../../words/catalogue.ts'
import {
  findLike,
  rememberStock,
  type EnteredStock,
  type Fingerprints,
  type Remembered,
} from './known-stock.ts'
import { takeBackOpenings } from './openings.ts'
import type { StockRow } from './stock-columns.ts'
import { rowNotEntered } from './validate-rows.ts'

/** Rows that say otherwise of stock that was entered before: an error, or a correction where the caller has said so. */

/** A row on its way in. */
export interface IncomingRow {
  row: StockRow
  reference: string
  problems: Problem[]
  keys: Fingerprints
  /** The record that the row names, or that it was entered in before. */
  known: string | undefined
  /** Its differences from the record that it names; undefined where it names none. */
  differences: Message[] | undefined
  record: NewRecord | undefined
  /** Details reported with its outcome, whatever it is. */
  more: Pick<Outcome, 'understood' | 'warnings' | 'missing' | 'made'>
}

/** The entry that a row corrects, or the reason why it may not be entered. */
type Correction = { entered: EnteredStock; postingId: number } | { refusal: Message }

/**
 * Finds rows that give a reference which was entered with something else, or that are like a row of an earlier file in all but the
 * weight. Rows of one file that are like each other in all but the weight are several loads; with one reference they contradict each other.
 */
export async function findCorrections(
  trx: Transaction,
  actor: Actor,
  judged: IncomingRow[],
  run: ImportRequest,
): Promise<Map<IncomingRow, Correction>> {
  const unknown = judged.filter(({ known }) => known === undefined)
  const like = await findLike(
    trx,
    actor,
    unknown.map(({ keys }) => keys),
    run.sha256,
  )
  const sent = new Set(judged.map(({ keys }) => keys.fingerprint))
  const byReference = new Map(
    like.flatMap((each) => (each.reference_key === null ? [] : [[each.reference_key, each]])),
  )
  const byRest = Map.groupBy(like, ({ alike }) => alike)
  const given = new Map<string, IncomingRow>()
  const found = new Map<IncomingRow, Correction>()
  for (const each of unknown) {
    const { referenceKey, alike, fingerprint } = each.keys
    const above = referenceKey === null ? undefined : given.get(referenceKey)
    if (referenceKey !== null && !above) given.set(referenceKey, each)
    if (above && above.keys.fingerprint !== fingerprint) {
      found.set(each, { refusal: message('rowHasReference', { row: above.row.number }) })
      continue
    }
    if (above) continue
    const correction =
      referenceKey === null
        ? byLikeness(byRest.get(alike) ?? [], sent, run)
        : ofReference(byReference.get(referenceKey), run)
    const decided = correction && decide(each, correction, run)
    if (decided) found.set(each, decided)
  }
  return found
}

type Candidate = EnteredStock | { refusal: Message }

function ofReference(entered: EnteredStock | undefined, { importId }: ImportRequest): Candidate | undefined {
  if (entered?.import_id !== importId) return entered
  return { refusal: message('earlierRowHasReference', {}) }
}

function byLikeness(
  like: EnteredStock[],
  sent: ReadonlySet<string>,
  { importId }: ImportRequest,
): Candidate | undefined {
  // What this file has as well, or has entered itself, stays; so does what another row with a reference is.
  const [only, another] = like.filter(
    ({ import_id, fingerprint, is_same_file, reference_key }) =>
      import_id !== importId && !is_same_file && reference_key === null && !sent.has(fingerprint),
  )
  if (!another) return only
  return { refusal: message('severalAreAlike', {}) }
}

function decide({ record }: IncomingRow, candidate: Candidate, { mayUpdate }: ImportRequest): Correction {
  if ('refusal' in candidate) return candidate
  const postingId = candidate.posting_id
  if (mayUpdate && postingId !== null) return { entered: candidate, postingId }
  const was = kilogramsFromGrams(candidate.grams ?? 0)
  const is = kilogramsFromGrams(gramsOf(record))
  return { refusal: message('stockWasEnteredOtherwise', { was, is, isTooOld: postingId === null }) }
}

function gramsOf(record: NewRecord | undefined): number {
  return gramsFromKilograms(record?.places[0]?.weightKilograms ?? 0)
}

/** Corrects stock that was entered before, one row after the other: what it was is taken back at its own date, and what it is entered. */
export async function correctStock(
  trx: Transaction,
  actor: Actor,
  corrections: Map<IncomingRow, Correction>,
  run: ImportRequest,
): Promise<Map<IncomingRow, Outcome>> {
  const all = [...corrections]
  const results = await storeEach(trx, all, async ([{ record, keys }, correction]) => {
    if ('refusal' in correction) throw new Refusal('already_exists', correction.refusal)
    const { entered, postingId } = correction
    if (!record) throw new Error('a row is corrected that has no record')
    const opening = { postingId, recordId: entered.record_id }
    await takeBackOpenings(trx, actor, [opening], message('isCorrectedByImport', {}))
    const [stored] = await storeExisting(trx, actor, [record])
    if (!stored) throw new Error('stock was entered in nothing')
    await rememberStock(trx, actor, run, [rememberedOf({ keys, record }, stored)])
    return { stored, before: entered }
  })
  return new Map(all.map(([each], index) => [each, outcomeOf(each, results[index])]))
}

function outcomeOf(
  { reference, record }: IncomingRow,
  result: Refusal | { stored: StoredIntake; before: EnteredStock } | undefined,
): Outcome {
  if (result instanceof Refusal || !result) return rowNotEntered(result, reference)
  const { stored, before } = result
  const [was, is] = [before.grams ?? 0, gramsOf(record)]
  const summary = message('stockWasCorrected', {
    was: kilogramsFromGrams(was),
    is: kilogramsFromGrams(is),
  })
  return {
    status: 'changed',
    id: stored.recordId,
    reference,
    summary,
    made: [
      {
        kind: 'correction',
        subject: String(stored.postingId),
        details: { recordId: stored.recordId, grams: was },
      },
    ],
  }
}

/** An entry of stock, as something that a row has made. */
export function openingMade(postingId: number, recordId: string): Made {
  return { kind: 'opening', subject: String(postingId), details: { recordId } }
}

/** Collects the facts to remember of a row that was entered. */
export function rememberedOf(
  { keys, record }: { keys: Fingerprints; record: NewRecord },
  { recordId, postingId }: StoredIntake,
): Remembered {
  return { ...keys, recordId, postingId, grams: gramsOf(record) }
}
