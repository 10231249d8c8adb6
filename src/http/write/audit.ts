import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { writingRows } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import { NIL_ID } from '../../kernel/ids.ts'
import type { Actor } from '../actor.ts'
import { auditable, categoryOf, deedOf } from './audit-kinds.ts'
import type { AnyInput, Operation } from '../operation.ts'
import type { AuditKind } from '../../words/audit-deeds.ts'

// What is done is noted in the transaction that does it, in one row that is waited for with COMMIT. It is chained behind the commit
// (system/audit/chain.ts).

/** An entry of the audit log, before it has its place in the chain. All of it is hashed. */
export interface AuditEntry {
  organisationId: string
  /** ISO 8601 in UTC, to the millisecond. */
  at: string
  actor: 'person' | 'key' | 'operator' | 'nobody'
  actorId: string | null
  actorName: string
  address: string
  userAgent: string
  requestId: string
  category: AuditKind
  /** The operation by its name in the documents, behind its service: `identity.postApiKeys`. It never changes. */
  deed: string
  subjectKind: string
  subjectId: string
  outcome: 'done' | 'refused'
  before: unknown
  after: unknown
}

/** Facts that a command adds to the entry of its transaction, where the frame cannot know them. */
export interface AuditNote {
  /** The organisations in whose logs it stands, where nobody had signed in or it is another one. */
  organisationIds?: string[]
  actor?: { id: string; name: string }
  subjectId?: string
  before?: unknown
  after?: unknown
}

const notes = new WeakMap<Transaction, AuditNote>()

/** Adds to what the audit log will say of this transaction; what was added before and is not named again stays. */
export function noteAudit(trx: Transaction, note: AuditNote): void {
  notes.set(trx, { ...notes.get(trx), ...note })
}

const insertPending = writingRows<{ organisation_id: string; entry: string }>(
  { organisation_id: 'uuid', entry: 'text' },
  (rows) =>
    sql`insert into audit_pending (organisation_id, entry) select organisation_id, entry from ${rows}`,
)

/** Writes entries in the transaction of what they tell of: both are stored, or neither. */
export function writeAudit(trx: Transaction, entries: AuditEntry[]): void {
  writeUnawaited(trx, ...pendingRows(entries))
}

/** Writes entries of what has no transaction, such as an export, at once. */
export async function writeAuditAlone(db: Kysely<Tables>, entries: AuditEntry[]): Promise<void> {
  for (const write of pendingRows(entries)) await db.executeQuery(write)
}

function pendingRows(entries: AuditEntry[]) {
  return insertPending(
    entries.map((entry) => ({ organisation_id: entry.organisationId, entry: JSON.stringify(entry) })),
  )
}

/** A request as its entry tells of it. */
type Asked = Pick<FastifyRequest, 'actor' | 'ip' | 'headers' | 'id' | 'routeOptions'>

/** The entry of a write that has been done, or none where it is not worth one. */
export function auditOfWrite(
  operation: Operation,
  request: Asked,
  { input, result, now, note }: { input: AnyInput; result: unknown; now: Date; note?: AuditNote | undefined },
): AuditEntry[] {
  if (operation.isRoutine) return []
  const { params } = input
  const subjectId = note?.subjectId ?? subjectOfResult(params, result)
  const changed = note && ('before' in note || 'after' in note) ? note : changeAsked(operation, input)
  return entriesOf(operation, request, { now, subjectId, outcome: 'done', note, ...changed })
}

/** The form in which data leave the service. */
export type ExportFormat = 'csv' | 'xlsx' | 'epcis' | 'paper' | 'archive'

/** The entry of an answer that leaves the service as a table, a workbook, EPCIS events or a paper. */
export function auditOfExport(
  operation: Operation,
  request: Asked,
  { input, now, format }: { input: AnyInput; now: Date; format: ExportFormat },
): AuditEntry[] {
  const category = format === 'paper' ? 'papers' : 'exports'
  const { params, query } = input
  const subjectId = subjectOfResult(params, undefined)
  return entriesOf(operation, request, { now, subjectId, outcome: 'done', after: { ...query, format } }).map(
    (entry) => ({ ...entry, category }),
  )
}

/** The entries of a request that was refused and is told of all the same: somebody tried to get in. */
export function auditOfRefusal(
  operation: Operation,
  request: Asked,
  { now, note, code, reason }: { now: Date; note: AuditNote; code: string; reason: string },
): AuditEntry[] {
  return entriesOf(operation, request, {
    now,
    subjectId: note.subjectId ?? '',
    outcome: 'refused',
    note,
    after: { refusal: code, reason },
  })
}

/** The entry of an API key that was refused: whose it was, and what it asked for. The key itself is in none. */
export function auditOfRefusedKey(
  request: Asked & Pick<FastifyRequest, 'method'>,
  refused: { now: Date; reason: string; organisationId: string; keyId: string; keyName: string },
): AuditEntry[] {
  const { now, reason, organisationId, keyId, keyName } = refused
  return [
    {
      organisationId,
      at: now.toISOString(),
      ...whoOf(undefined, undefined),
      ...senderOf(request),
      category: 'access',
      deed: 'identity.refusedApiKey',
      subjectKind: 'api-keys',
      subjectId: keyId,
      outcome: 'refused',
      before: null,
      after: auditable({
        refusal: 'unauthenticated',
        reason,
        ...(keyName !== '' && { name: keyName }),
        asked: `${request.method} ${request.routeOptions.url ?? ''}`,
      }),
    },
  ]
}

/** The entry of what was done at an address that is no operation; its members that differ stand before and after. */
export function auditOfDeed(
  request: Asked,
  done: {
    now: Date
    deed: string
    category: AuditKind
    subjectKind: string
    subjectId: string
    before: unknown
    after: unknown
  },
): AuditEntry[] {
  const { actor } = request
  const { now, deed, category, subjectKind, subjectId } = done
  const { before, after } = differing(done.before, done.after)
  return [
    {
      organisationId: actor?.organisationId ?? NIL_ID,
      at: now.toISOString(),
      ...whoOf(actor, undefined),
      ...senderOf(request),
      category,
      deed,
      subjectKind,
      subjectId,
      outcome: 'done',
      before: auditable(before),
      after: auditable(after),
    },
  ]
}

interface Told {
  now: Date
  subjectId: string
  outcome: AuditEntry['outcome']
  note?: AuditNote | undefined
  before?: unknown
  after?: unknown
}

function entriesOf(operation: Operation, request: Asked, told: Told): AuditEntry[] {
  const { actor } = request
  const { note } = told
  const service = request.routeOptions.url?.split('/')[2] ?? ''
  const organisationIds = note?.organisationIds ?? [actor?.organisationId ?? NIL_ID]
  const deed = deedOf(service, operation)
  return organisationIds.map((organisationId) => ({
    organisationId,
    at: told.now.toISOString(),
    ...whoOf(actor, note),
    ...senderOf(request),
    category: categoryOf(service, operation),
    deed,
    subjectKind: operation.path.split('/')[1] ?? '',
    subjectId: told.subjectId,
    outcome: told.outcome,
    before: auditable(told.before),
    after: auditable(told.after),
  }))
}

/** Reads from a request its address, its program and its number. */
function senderOf({ ip, headers, id }: Asked): Pick<AuditEntry, 'address' | 'userAgent' | 'requestId'> {
  const userAgent = (headers['user-agent'] ?? '').slice(0, MOST_USER_AGENT)
  return { address: ip, userAgent, requestId: id.slice(0, MOST_ID) }
}

const MOST_USER_AGENT = 300
const MOST_ID = 200

function whoOf(
  actor: Actor | undefined,
  note: AuditNote | undefined,
): Pick<AuditEntry, 'actor' | 'actorId' | 'actorName'> {
  if (actor)
    return { actor: actor.isMachine ? 'key' : 'person', actorId: actor.userId, actorName: actor.userName }
  if (note?.actor) return { actor: 'person', actorId: note.actor.id, actorName: note.actor.name }
  return { actor: 'nobody', actorId: null, actorName: '' }
}

/** The thing that was changed: by the ids in the address, or else by those of the answer. */
function subjectOfResult(params: AnyInput['params'], result: unknown): string {
  const inPath = Object.values(params).map(String)
  if (inPath.length > 0) return inPath.join('/').slice(0, MOST_ID)
  const ids = idsIn(result)
  while (ids.join(',').length > MOST_ID) ids.pop()
  return ids.join(',')
}

/** More are not read: an answer may have a thousand. */
const MOST_IDS = 8

function idsIn(result: unknown): string[] {
  if (Array.isArray(result)) return result.slice(0, MOST_IDS).flatMap(idsIn)
  if (typeof result !== 'object' || result === null) return []
  if ('id' in result && isIdLike(result.id)) return [String(result.id)]
  if ('ids' in result && Array.isArray(result.ids))
    return result.ids.slice(0, MOST_IDS).filter(isIdLike).map(String)
  return []
}

function isIdLike(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Of stock, the ledger and its timelines say what changed; of what people write to each other, nobody is told. */
function changeAsked({ rehearse, isPrivate }: Operation, { body }: AnyInput): Pick<Told, 'after'> {
  return rehearse !== undefined || isPrivate ? {} : { after: body }
}

/**
 * Runs a command and writes its entry, with what stood before and stands after it where the operation can read its resource. Of
 * stock nothing is read besides: a movement waits for the database no more often than it has to.
 */
export async function runAudited(
  operation: Operation,
  request: Asked & { actor: Actor | undefined },
  { trx, input, now }: { trx: Transaction; input: AnyInput; now: Date },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const look = looking(operation, request.actor, trx, input)
  const before = await look()
  const result = await run()
  const after = before === undefined ? undefined : operation.isResource ? result : await look()
  const change = before === undefined ? undefined : differing(before, after)
  const note = change || notes.has(trx) ? { ...change, ...notes.get(trx) } : undefined
  writeAudit(trx, auditOfWrite(operation, request, { input, result, now, note }))
  return result
}

/** Reads the resource of an operation; undefined where there is none to be read. */
function looking(operation: Operation, actor: Actor | undefined, trx: Transaction, input: AnyInput) {
  const { current, rehearse, isRoutine, isPrivate } = operation
  return async (): Promise<unknown> => {
    if (!current || !actor || rehearse || isRoutine || isPrivate) return undefined
    try {
      return await current(trx, actor, input.params)
    } catch (error) {
      // The command says by itself what is not there; afterwards it may be gone.
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

/** Picks from two states of a resource the members in which they differ. */
function differing(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isObject(before) || !isObject(after)) return { before, after: after ?? null }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => !isDeepStrictEqual(asJson(before[name]), asJson(after[name])))
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
