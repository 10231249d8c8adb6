import { message, type Message, type Messages } from '../words/catalogue.ts'
import { ANYBODY, render } from '../words/render.ts'
import type { Thing } from '../words/terms.ts'
import type { Wording } from '../words/writing.ts'

/**
 * Codes for the faults of a field, for programs: the closed list of codes in `validation`. The first are the words of JSON schemas; where a
 * rule finds the same fault, it uses the same code.
 */
export const faultCodes = [
  'required',
  'additionalProperties',
  'type',
  'enum',
  'pattern',
  'format',
  'date',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'invalid',
  'duplicate',
  'header',
  'ambiguous',
  'nul',
  'malformed_text',
  // It names what is not there, is not the caller's, or is of another kind.
  'unknown',
  'unknown_bay',
  'unknown_reason',
  'wrong_kind',
  'foreign',
  'mismatch',
  'own_organisation',
  'not_a_field',
  'not_a_store',
  'not_a_planting',
  'not_stock',
  'not_outbound',
  'same_bay',
  'self',
  // It does not go with the rest, or with the moment.
  'contradiction',
  'direction',
  'full_not_above_empty',
  'moisture',
  'harvest_year',
  'future',
  'past',
  'too_late',
  // It is beyond all that there is: whoever says that it is right is believed.
  'implausible',
  // Storage contracts.
  'no_contract',
  'not_running',
  'other_commodity',
  'other_owner',
  'other_type',
  'empty_row',
  'gap',
  'overlap',
  'falling',
  // Files, links and webhooks.
  'empty',
  'unprintable',
  'unreadable',
  'too_large',
  'tells_position',
  'url',
  'https',
  'credentials',
  'fragment',
  'not_public',
  'not_allowed',
  // Signing in.
  'wrong',
  'same',
  'issuer',
  'no_session',
  'repetitive',
  'common',
  'own_email',
] as const

export type FaultCode = (typeof faultCodes)[number]

/**
 * Why a request may be refused: the closed list of codes. A code never changes its meaning; clients may
 * branch on it. `src/http/errors.ts` alone maps codes to HTTP statuses.
 */
export const refusalCodes = [
  // The request itself is wrong (400).
  'invalid_input',
  'destination_ambiguous',
  // The stock rules say no (400, rules.md §2 to §6).
  'insufficient_stock',
  'incompatible_stock',
  'grade_lost',
  'on_hold',
  'reserved',
  'tare_refused',
  'period_closed',
  'not_stock',
  'weight_missing',
  'stale_area',
  'already_deleted',
  'not_deleted',
  'in_use',
  // Who is asking (401, 403, 404).
  'unauthenticated',
  'forbidden',
  'step_up_needed',
  'second_factor_needed',
  'not_found',
  // Other requests, or other versions, are in the way (409, 412, 422).
  'already_exists',
  'idempotency_in_flight',
  'precondition_failed',
  'idempotency_key_reused',
  // It came under a name that is not the service's (421).
  'unknown_host',
  // Limits (413, 415, 416, 429, 503).
  'body_too_large',
  'quota_exceeded',
  'unsupported_media_type',
  'range_not_satisfiable',
  'rate_limited',
  'unavailable',
  // Our fault (500).
  'file_lost',
  'internal_error',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** One bad field. `path` reads like `records[2].weight`. */
export interface Fault {
  path: string
  /** In English. */
  message: string
  /** Message as data, to be worded in any language; left out where it is no message of the catalogue yet. */
  said?: Wording[]
  code: FaultCode
  data: Record<string, unknown>
}

/** An error that a person can mend, told in one message. Its own `message` is in English, for logs. */
export class MendableError extends Error {
  readonly said: Message

  constructor(said: Message, options?: ErrorOptions) {
    super(render(said, ANYBODY), options)
    this.name = new.target.name
    this.said = said
  }
}

/**
 * A request refused on purpose: nothing was changed, and `message` tells a store manager why.
 * Bugs are never refusals: they are ordinary errors and answer 500.
 *
 * @example throw new Refusal('not_found', message('nothingIsHere', {}))
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly faults: Fault[]
  /** Message as data, to be worded in any language; a sentence in English that is no message of the catalogue yet. */
  readonly said: Wording
  /** Facts for programs, shown in the error body's `body`. */
  readonly details: Record<string, unknown>

  constructor(
    code: RefusalCode,
    said: Wording,
    { faults = [], details = {} }: { faults?: Fault[]; details?: Record<string, unknown> } = {},
  ) {
    super(render(said, ANYBODY))
    this.name = 'Refusal'
    this.code = code
    this.said = said
    this.faults = oneForEachField(faults)
    this.details = details
  }

  /** The message by its id, for programs and logs; empty for a sentence that is none yet. */
  get reason(): string {
    return typeof this.said === 'string' ? '' : this.said.id
  }
}

/**
 * One bad field of the input, in the words and the path the caller knows.
 *
 * @param said a sentence may end in what was given after a colon, which blanks leave out
 */
export function fault(
  path: string,
  said: Wording,
  code: FaultCode = 'invalid',
  data: Record<string, unknown> = {},
): Fault {
  if (typeof said !== 'string')
    return { path, message: render(said, ANYBODY), said: [said], code, data: { ...said.data, ...data } }
  const text = said.trimEnd()
  return { path, message: text.endsWith(':') ? text.slice(0, -1) : text, code, data }
}

/** All that a fault says, as one message. */
export function reasonOf({ said = [], message: text }: Pick<Fault, 'said' | 'message'>): Wording {
  const [only, another] = said
  if (!only) return text
  return another ? message('reasons', { reasons: said }) : only
}

/** True if a look-up returned a fault, and not what was meant. */
export function isFault(value: object): value is Fault {
  return 'path' in value && 'message' in value
}

/** The fault of a field that is not a date as people write them (kernel/time.ts). */
export function dateFault(path: string): Fault {
  return fault(path, message('isNoDate', {}), 'date')
}

/** One fault for each bad field: all that is wrong with it in one message, under the code of what was found first. */
function oneForEachField(faults: Fault[]): Fault[] {
  return [...Map.groupBy(faults, ({ path }) => path)].flatMap(([path, found]) => {
    const distinct = [...new Map(found.map((each) => [each.message, each])).values()]
    const [first] = distinct
    if (!first || distinct.length === 1) return first ?? []
    const said = distinct.flatMap((each) => each.said ?? each.message)
    return { ...first, path, message: distinct.map((each) => each.message).join('; '), said }
  })
}

/** The refusal of bad input, with every fault. It says what is wrong with one field, and of several which they are. */
export function invalidInput(found: Fault[]): Refusal {
  const faults = oneForEachField(found)
  const [first] = faults
  const said =
    first && faults.length === 1
      ? message('fieldIsWrong', { path: first.path, faults: first.said ?? [first.message] })
      : message('fieldsAreWrong', { count: faults.length, paths: faults.map(({ path }) => path) })
  return new Refusal('invalid_input', said, { faults })
}

/** Refuses with every fault at once; does nothing when there is none. */
export function refuseFaults(faults: [Fault, ...Fault[]]): never
export function refuseFaults(faults: Fault[]): void
export function refuseFaults(faults: Fault[]): void {
  if (faults.length > 0) throw invalidInput(faults)
}

/** A refusal that was caught, to be answered and not thrown; throws anything else. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/**
 * Runs `work` and returns its result; undefined where it refuses for faults, which join the others. So the faults that several of them find
 * are reported at once, by `refuseFaults`. Any other refusal is thrown, unless there are faults already: faults in values by themselves
 * are reported before those in what they name.
 */
export async function collectFaults<T>(faults: Fault[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'invalid_input' || error.faults.length === 0) {
      refuseFaults(faults)
      throw error
    }
    faults.push(...error.faults)
    return undefined
  }
}

/**
 * The refusal for what does not exist, or belongs to somebody else: the caller cannot tell which.
 *
 * @example notFound('load', '12', { within: 'plan' }) // 'There is no load 12 of this plan.'
 */
export function notFound(
  what: Thing,
  id: string | number = '',
  among: Pick<Messages['isNotThere'], 'within' | 'place'> = {},
): Refusal {
  const named = String(id).trim() === '' ? {} : { id: String(id) }
  return new Refusal('not_found', message('isNotThere', { what, ...named, ...among }))
}

/**
 * Builds the refusal for all that a request names in vain; each is named once.
 *
 * @example noneFound('record', [first, second]) // 'There are no records 01a…, 01b….'
 */
export function noneFound(what: Thing, ids: [string, ...string[]]): Refusal {
  const [first, ...others] = new Set(ids)
  if (others.length === 0) return notFound(what, first)
  return new Refusal('not_found', message('areNotThere', { what, ids: [...new Set(ids)] }))
}
