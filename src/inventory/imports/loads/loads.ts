import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { nameKey } from '../../../kernel/names.ts'
import { momentOf } from '../../../kernel/time.ts'
import { gramsFromKilograms } from '../../../kernel/weight.ts'
import {
  leftOut,
  type ImportKind,
  type ImportRequest,
  type Outcome,
  type Understood,
} from '../../../system/imports/imports.ts'
import { storeWhatCanBe } from '../attempt.ts'
import { problemsOf, refusedRow } from '../judge.ts'
import { understoodCommodity } from '../understood.ts'
import { correctLoad, differencesFrom, sayDifferences } from './correct-load.ts'
import type { Source } from './crops-of-loads.ts'
import { judgeLoads, type AskedLoad, type JudgedLoad } from './judge-loads.ts'
import {
  findTicket,
  findUnticketed,
  rememberLoad,
  saidBy,
  Unticketed,
  type KnownLoad,
} from './known-loads.ts'
import { loadColumns, type LoadRow } from './load-columns.ts'
import { momentSaid, routeOf } from './load-rules.ts'
import { loadPaths, storeLoad } from './store-load.ts'

/**
 * Weighbridge tickets and load sheets: intakes, loads off fields, loads between bays and loads that leave, in one file. They are entered in
 * the order of time, whatever the order of the file, so a load may draw on what an earlier one brought. A ticket is known again by its number,
 * in its kind and store, whoever entered it; a row without one by all that it says.
 */
export const loadsImport: ImportKind<typeof loadColumns> = {
  kind: 'inventory/loads',
  columns: loadColumns,
  tables: ['movements', 'records', 'ledger_balances', 'ledger_days', 'ledger_entries'],
  takesUpdates: true,
  // Each is a movement of its own, so a step has fewer than those of lists do: nobody waits long for a bay.
  stepRows: 50,
  arrange: byTime,
  begin: (run, all) => {
    const file = {
      run,
      contradicted: contradictedTickets(all),
      unticketed: new Unticketed(all.filter(isWithout)),
    }
    return (trx, actor, rows) => storeLoads(trx, actor, rows, file)
  },
}

/** What is known of a file as a whole. */
interface File {
  run: ImportRequest
  /** Rows whose ticket another row has as well, and says otherwise of: by number, with the numbers of those. */
  contradicted: Map<number, number[]>
  unticketed: Unticketed
}

function isWithout({ values }: LoadRow): boolean {
  return values.ticket === undefined
}

/** Loads of one moment are taken in before anything is taken out. */
function byTime(rows: LoadRow[], actor: Actor): LoadRow[] {
  const when = new Map(
    rows.map((row) => {
      const said = momentSaid(row.values)
      return [row, (said === undefined ? undefined : momentOf(said, actor))?.getTime() ?? 0] as const
    }),
  )
  return rows.toSorted(
    (one, other) =>
      (when.get(one) ?? 0) - (when.get(other) ?? 0) ||
      turnOf(one) - turnOf(other) ||
      one.number - other.number,
  )
}

function turnOf({ values }: LoadRow): number {
  const routed = routeOf(values, false)
  if (!('route' in routed) || routed.route.from !== 'store') return 0
  return routed.route.kind === 'internal' ? 1 : 2
}

/** Tickets that several rows of a file have and that they do not say the same of: nobody knows which is right. */
function contradictedTickets(rows: LoadRow[]): Map<number, number[]> {
  const byTicket = Map.groupBy(
    rows.filter((row) => !isWithout(row) && row.aside === undefined),
    ({ values }) => {
      const routed = routeOf(values, values.ownerId !== undefined || values.ownerName !== undefined)
      if (!('route' in routed)) return ''
      const { kind, from, to } = routed.route
      const place =
        from === 'store' ? values.store : to === 'toStore' ? values.toStore : (values.store ?? values.field)
      return JSON.stringify([kind, nameKey(place ?? ''), nameKey(values.ticket ?? '')])
    },
  )
  byTicket.delete('')
  const found = new Map<number, number[]>()
  for (const [, same] of byTicket)
    if (new Set(same.map(saidBy)).size > 1)
      for (const { number } of same)
        found.set(
          number,
          same.flatMap((each) => (each.number === number ? [] : [each.number])).sort((a, b) => a - b),
        )
  return found
}

async function storeLoads(trx: Transaction, actor: Actor, rows: LoadRow[], file: File): Promise<Outcome[]> {
  // A line whose date is “Total” is a sum.
  const isRow = (row: LoadRow) => row.aside === undefined || row.values.date !== undefined
  const judged = new Map(
    (await judgeLoads(trx, actor, rows.filter(isRow), file.run)).map((each) => [each.row, each]),
  )
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const its = judged.get(row)
    outcomes.push(its ? await storeRow(trx, actor, its, file) : leftOut(row))
  }
  return outcomes
}

async function storeRow(trx: Transaction, actor: Actor, judged: JudgedLoad, file: File): Promise<Outcome> {
  const { row, load, problems, reference, understood, warnings, missing, made } = judged
  const more = { understood, warnings, missing, made }
  if (!load) return { ...refusedRow(row, problems, reference), ...more }
  const others = file.contradicted.get(row.number)
  if (others) {
    const named = `${others.length === 1 ? 'Row' : 'Rows'} ${others.join(', ')}`
    const verbs = others.length === 1 ? 'has the same ticket and says' : 'have the same ticket and say'
    const message = `${named} of the file ${verbs} otherwise. A lorry for several bays is entered by hand.`
    return { ...more, status: 'error', reference, problems: [], message: [message], code: 'already_exists' }
  }
  const [result] = await storeWhatCanBe(trx, [load], async () => [await enter(trx, actor, load, file)])
  if (result instanceof Refusal) return refusedLoad(judged, result, more)
  if (!result) throw new Error('a load has no result')
  const { source, ...outcome } = result
  return {
    ...more,
    ...outcome,
    reference,
    understood: { ...understood, ...(source && describedAs(actor, source)) },
    warnings: [...warnings, ...(outcome.warnings ?? [])],
    made: [...made, ...(outcome.made ?? [])],
  }
}

/** A load that the rule of a command is against, in the words of its row. */
function refusedLoad(
  { row, reference }: JudgedLoad,
  { code, message, faults }: Refusal,
  more: Pick<Outcome, 'understood' | 'warnings' | 'missing' | 'made'>,
): Outcome {
  if (code === 'invalid_input' && faults.length > 0)
    return { ...refusedRow(row, problemsOf(row, [], faults, loadPaths), reference), ...more }
  return { ...more, status: 'error', reference, problems: [], message: [message], code }
}

function describedAs(
  actor: Actor,
  {
    commodity_id: id,
    type_id: type,
    grade_id: grade,
    variety,
    harvest_year: year,
  }: Omit<Source, 'owner_id' | 'owner_name' | 'id' | 'storage_id'>,
): Understood {
  return understoodCommodity(actor, { id, type, grade, ...(variety !== '' && { variety }) }, year)
}

type Entered = (Outcome & { status: 'success' | 'changed' | 'unchanged' }) & {
  source?: Parameters<typeof describedAs>[1] | undefined
}

/** @throws Refusal as `storeLoad` and `correctLoad`; `already_exists` where the ticket is known and the row says otherwise */
async function enter(trx: Transaction, actor: Actor, load: AskedLoad, file: File): Promise<Entered> {
  const grams = gramsFromKilograms(load.weighed.net)
  const { row, route } = load
  const fingerprint = isWithout(row) ? file.unticketed.fingerprintOf(row, route.kind, grams) : undefined
  if (fingerprint !== undefined) {
    const known = await findUnticketed(trx, actor, fingerprint)
    if (known) return unchanged(known)
  } else {
    const known = await findTicket(trx, actor, {
      kind: route.kind,
      storageId: ticketPlace(load),
      ticket: row.values.ticket ?? '',
    })
    if (known.length > 0) return enterKnown(trx, actor, load, known, file.run)
  }
  const stored = await storeLoad(trx, actor, load)
  if (fingerprint !== undefined) await rememberLoad(trx, actor, file.run, { ...stored, fingerprint })
  const isRepeated = fingerprint !== undefined && file.unticketed.isRepeated(row)
  return {
    status: 'success',
    id: String(stored.id),
    reference: '',
    summary: 'The load was entered.',
    message: stored.message,
    source: stored.source,
    warnings: isRepeated
      ? [
          'A row above says the same, and has no ticket either: both were entered. If it was one load, delete one.',
        ]
      : [],
    made: [
      {
        kind: 'load',
        subject: String(stored.id),
        details: { grams, at: load.at.toISOString() },
      },
    ],
  }
}

/** Where tickets are numbered: the store that a load comes into or leaves, or the field that it leaves straight from. */
function ticketPlace({ route, store, toStore, field }: AskedLoad): string {
  const place = route.to === 'toStore' && route.from !== 'store' ? toStore : store
  return place?.own.storageId ?? field?.id ?? ''
}

async function enterKnown(
  trx: Transaction,
  actor: Actor,
  load: AskedLoad,
  known: KnownLoad[],
  { mayUpdate }: ImportRequest,
): Promise<Entered> {
  const [there, another] = known
  if (!there) throw new Error('a known ticket has no load')
  const grams = gramsFromKilograms(load.weighed.net)
  const isInParts =
    another !== undefined && known.reduce((sum, { weight_grams: part }) => sum + part, 0) === grams
  if (isInParts) return unchanged(there)
  const found = known.map((each) => ({ each, differences: differencesFrom(actor, load, each) }))
  const same = found.find(({ differences }) => differences.length === 0)
  if (same) return unchanged(same.each)
  if (another)
    throw new Refusal(
      'already_exists',
      `This ticket was entered before as ${known.length} movements, which weigh otherwise: correct them by hand.`,
    )
  const differences = found[0]?.differences ?? []
  const said = sayDifferences(differences)
  if (!mayUpdate)
    throw new Refusal(
      'already_exists',
      `This ticket was entered before: ${said}. To correct it, send the file with update=true.`,
    )
  await correctLoad(trx, actor, load, there, differences)
  return {
    status: 'changed',
    id: String(there.id),
    reference: '',
    summary: `The load was corrected: ${said}.`,
    source: there,
    made: [{ kind: 'correction', subject: String(there.id), details: { grams: there.weight_grams } }],
  }
}

function unchanged(known: KnownLoad): Entered {
  return {
    status: 'unchanged',
    id: String(known.id),
    reference: '',
    summary: 'This load was entered before; nothing was added.',
    source: known,
  }
}
