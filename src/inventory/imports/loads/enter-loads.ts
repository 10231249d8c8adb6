import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { paired } from '../../../kernel/paired.ts'
import { ticketKey } from '../../../kernel/ticket-number.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import type { ImportRequest, Outcome } from '../../../system/imports/imports.ts'
import { enterEachAsked } from '../../loads/enter-asked.ts'
import type { EarlierEntry } from '../../loads/tickets/entered-before.ts'
import { attempt } from '../../../db/attempt.ts'
import { message } from '../../../words/catalogue.ts'
import { chooseKnown, hasNumber, UnsureNumber, type Chosen } from './choose-known.ts'
import { correctLoad, differencesFrom, plainDifferences, type LoadDifference } from './correct-load.ts'
import type { Source } from './crops-of-loads.ts'
import type { AskedLoad } from './validate-loads.ts'
import {
  findTickets,
  findUnticketed,
  rememberLoads,
  type KnownLoad,
  type KnownTicket,
} from './known-loads.ts'
import type { Unticketed } from './rows-of-file.ts'
import { askRows, type StoredLoad } from './ask-loads.ts'
import { stateOfLoad } from './undo-corrections.ts'

/** Outcome of a load that was entered, or was there before. */
export type EnteredRow = (Outcome & { status: 'success' | 'changed' | 'unchanged' }) & {
  source?: Omit<Source, 'owner_id' | 'owner_name' | 'id' | 'storage_id'> | undefined
}

/** A file's own tickets are compared with those that were entered before by their rows. */
const notBefore: EarlierEntry = () => ({ sameTickets: [], expiries: [], warnings: [] })

/** Facts of a file as a whole. */
interface File {
  run: ImportRequest
  unticketed: Unticketed
}

/**
 * Enters loads in their order, corrects those that are known and that the file says otherwise of, and leaves the rest as it is.
 *
 * @returns for each, what became of it, or why it was refused: as `askRows` and `correctLoad` refuse it, or `already_exists` where its ticket
 *   is known and the row says otherwise, or may be
 */
export async function enterImportedLoads(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
  file: File,
): Promise<(EnteredRow | Refusal)[]> {
  const before = await findKnown(trx, actor, loads, file.unticketed)
  const entered = new Map<AskedLoad, EnteredRow | Refusal>()
  let fresh: AskedLoad[] = []
  const enterFresh = async () => {
    const results = await enterLate(trx, actor, fresh, file)
    await remember(trx, actor, file, paired(fresh, results))
    for (const [load, result] of paired(fresh, results))
      entered.set(load, result instanceof Refusal ? result : added(load, result, file.unticketed))
    fresh = []
  }
  const met = new Met()
  for (const [load, found] of paired(loads, before)) {
    let known = found
    if (met.has(load)) {
      await enterFresh()
      known = await findKnown(trx, actor, [load], file.unticketed).then(([now = []]) => now)
    }
    const chosen = hasNumber(load.row.values.ticket)
      ? chooseKnown(actor, load, known, file.run)
      : known.map((each) => [each])
    if (chosen instanceof UnsureNumber) {
      entered.set(load, chosen)
      continue
    }
    if (chosen.length === 0) {
      fresh.push(load)
      met.add(load)
      continue
    }
    const its = outcomeOfKnown(actor, load, chosen, file.run)
    if ('differences' in its) {
      await enterFresh()
      met.addNumber(load)
      entered.set(load, await attempt(trx, () => correct(trx, actor, load, its)))
    } else entered.set(load, its)
  }
  await enterFresh()
  return loads.flatMap((load) => entered.get(load) ?? [])
}

/**
 * Enters loads, each for itself. Those of closed books are entered on the first open day, with their true day beside it, where the file is
 * sent with that answer.
 */
async function enterLate(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
  { run }: File,
): Promise<(StoredLoad | Refusal)[]> {
  const enter = async (some: AskedLoad[]) =>
    enterEachAsked(trx, actor, await askRows(trx, actor, some), notBefore)
  const results = await enter(loads)
  if (run.closedDays !== 'late') return results
  const late = new Map(
    paired(loads, results).flatMap(([load, result]) => {
      const said =
        result instanceof Refusal && result.code === 'period_closed' && result.details['firstOpenISO']
      if (typeof said !== 'string') return []
      return [[load, { ...load, said, at: new Date(said), happened: load.said }] as const]
    }),
  )
  const again = new Map(paired([...late.keys()], await enter([...late.values()])))
  return paired(loads, results).map(([load, result]) => again.get(load) ?? result)
}

/** The tickets of the loads so far: what was known of one when they were looked up may not be so any more. */
class Met {
  readonly #tickets = new Set<string>()
  readonly #numbers = new Set<string>()

  has(load: AskedLoad): boolean {
    const ticket = ticketOf(load)
    return (
      ticket !== undefined &&
      (this.#tickets.has(keyOf(ticket)) || this.#numbers.has(ticketKey(ticket.number)))
    )
  }

  add(load: AskedLoad): void {
    const ticket = ticketOf(load)
    if (ticket) this.#tickets.add(keyOf(ticket))
  }

  /** Of a load that may be in another store from now on. */
  addNumber(load: AskedLoad): void {
    const ticket = ticketOf(load)
    if (ticket) this.#numbers.add(ticketKey(ticket.number))
  }
}

function keyOf({ kind, placeId, number }: KnownTicket): string {
  return JSON.stringify([kind, placeId, ticketKey(number)])
}

function ticketOf(load: AskedLoad): KnownTicket | undefined {
  const { ticket: number } = load.row.values
  return hasNumber(number)
    ? { kind: load.route.kind, placeId: ticketPlace(load), number, at: load.at }
    : undefined
}

/** Finds the place that numbers the tickets: the store that a load comes into or leaves, or the field that it leaves straight from. */
function ticketPlace({ route, store, toStore, field }: AskedLoad): string {
  const place = route.to === 'toStore' && route.from !== 'store' ? toStore : store
  return place?.own.storageId ?? field?.id ?? ''
}

function fingerprintOf({ row, route, weighed }: AskedLoad, unticketed: Unticketed): string {
  return unticketed.fingerprintOf(row, route.kind, gramsFromKilograms(weighed.net))
}

/** The loads that were entered before and that each of these may be. */
async function findKnown(
  trx: Transaction,
  actor: Actor,
  loads: AskedLoad[],
  unticketed: Unticketed,
): Promise<KnownLoad[][]> {
  const tickets = loads.flatMap((load) => ticketOf(load) ?? [])
  const fingerprints = loads.flatMap((load) => (ticketOf(load) ? [] : fingerprintOf(load, unticketed)))
  const ofTickets = (await findTickets(trx, actor, tickets)).values()
  const ofRows = await findUnticketed(trx, actor, fingerprints)
  return loads.map((load) => {
    if (ticketOf(load)) return ofTickets.next().value ?? []
    const its = ofRows.get(fingerprintOf(load, unticketed))
    return its ? [its] : []
  })
}

async function remember(
  trx: Transaction,
  actor: Actor,
  { run, unticketed }: File,
  results: (readonly [AskedLoad, StoredLoad | Refusal])[],
): Promise<void> {
  const entered = results.flatMap(([load, result]) =>
    result instanceof Refusal || ticketOf(load)
      ? []
      : [{ ...idsOf(result), fingerprint: fingerprintOf(load, unticketed) }],
  )
  await rememberLoads(trx, actor, run, entered)
}

function idsOf({ id, recordId, grams }: StoredLoad) {
  return { id, recordId, grams }
}

function added({ row, at }: AskedLoad, stored: StoredLoad, unticketed: Unticketed): EnteredRow {
  const isRepeated = !hasNumber(row.values.ticket) && unticketed.isRepeated(row)
  const { id, grams, message: remarks, source } = stored
  return {
    status: 'success',
    id: String(id),
    reference: '',
    summary: message('loadWasEntered', {}),
    message: remarks,
    source,
    warnings: isRepeated ? [message('rowIsRepeated', {})] : [],
    made: [{ kind: 'load', subject: String(id), details: { grams, at: at.toISOString() } }],
  }
}

/** A load that was entered, and what a row says otherwise of it. */
interface Correction {
  there: KnownLoad
  differences: LoadDifference[]
}

function outcomeOfKnown(
  actor: Actor,
  load: AskedLoad,
  chosen: Chosen,
  { mayUpdate, sameNumber }: ImportRequest,
): EnteredRow | Refusal | Correction {
  const known = chosen.flat()
  const [there, another] = known
  if (!there) throw new Error('a known load is not there')
  if (!hasNumber(load.row.values.ticket)) return unchanged(there)
  const grams = gramsFromKilograms(load.weighed.net)
  // The parts may have been entered minutes apart.
  const isInParts = [...chosen, known].some(
    (parts) => parts.length > 1 && parts.reduce((sum, { weight_grams: part }) => sum + part, 0) === grams,
  )
  if (isInParts) return unchanged(there)
  const found = known.map((each) => ({ each, differences: differencesFrom(actor, load, each) }))
  const same = found.find(({ differences }) => differences.length === 0)
  if (same) return unchanged(same.each)
  if (another) return new Refusal('already_exists', message('ticketIsSeveral', { count: known.length }))
  const differences = found[0]?.differences ?? []
  if (mayUpdate || sameNumber === 'update') return { there, differences }
  return new Refusal(
    'already_exists',
    message('ticketDiffers', { differences: plainDifferences(differences) }),
  )
}

async function correct(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  { there, differences }: Correction,
): Promise<EnteredRow> {
  const before = await stateOfLoad(trx, actor, there.id)
  await correctLoad(trx, actor, load, there, differences)
  const after = await stateOfLoad(trx, actor, there.id)
  return {
    status: 'changed',
    id: String(there.id),
    reference: '',
    summary: message('loadWasCorrected', { differences: plainDifferences(differences) }),
    source: there,
    made: [{ kind: 'correction', subject: String(there.id), details: { before, after } }],
  }
}

function unchanged(known: KnownLoad): EnteredRow {
  return {
    status: 'unchanged',
    id: String(known.id),
    reference: '',
    summary: message('loadWasThere', {}),
    source: known,
  }
}
