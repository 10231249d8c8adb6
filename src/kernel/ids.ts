import { randomUUIDv7 } from 'node:crypto'

/**
 * A new id: a version 7 UUID (RFC 9562), so that ids made later sort later and indexes grow at one end.
 *
 * @example newId() // '0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55'
 */
export function newId(): string {
  return randomUUIDv7()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether text could be one of our ids. What could not be is simply not found, never an error of the database. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** Whether text is a whole number that a database id can be: 1 to 2^53 − 1. */
export function isNumericId(text: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
