import { randomUUIDv7 } from 'node:crypto'

/** Length of the part of an id that dates it: its millisecond and, behind the version, 12 bits that distinguish ids made in it. */
const HEAD_LENGTH = 'tttttttt-tttt-7ccc'.length
const COUNTER_LENGTH = 3

/** The head of the last id. */
let lastHead = ''

/**
 * A new id: a version 7 UUID (RFC 9562), so that ids made later sort later and indexes grow at one end. Also within a millisecond, in one
 * process: of plantings that one request makes, the first is the oldest.
 *
 * @example newId() // '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55'
 */
export function newId(): string {
  const id = randomUUIDv7()
  const head = id.slice(0, HEAD_LENGTH)
  lastHead = head > lastHead ? head : headAfter(lastHead)
  return lastHead + id.slice(HEAD_LENGTH)
}

/** The next head: counted up, and into the next millisecond once the counter is full. */
function headAfter(head: string): string {
  const digits = head.slice(0, 8) + head.slice(9, 13) + head.slice(-COUNTER_LENGTH)
  const next = (BigInt(`0x${digits}`) + 1n).toString(16).padStart(digits.length, '0')
  return `${next.slice(0, 8)}-${next.slice(8, 12)}-7${next.slice(12)}`
}

/** The id that nothing has: before every other, and for where there has to be one. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** The largest whole number of PostgreSQL's type integer, which the ids of reference data have. */
export const MAX_INTEGER = 2_147_483_647

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True if text could be one of our ids. Text that could not be is simply not found, never an error of the database. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** True if text is a whole number that a database id can be: 1 to 2^53 − 1. */
export function isNumericId(text: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
