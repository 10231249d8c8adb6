import { render, type Reader } from './render.ts'
import type { Wording } from './writing.ts'

/** A message as a column of JSON holds it, so that it is put into words for each who reads it. */
export const storedMessage = (said: Wording): string => JSON.stringify(said)

/**
 * The sentence of a stored message, for whoever reads it; empty where none is stored. Texts of before there were messages stay as they are.
 *
 * @example renderStored(row.last_problem, actor)
 */
export function renderStored(stored: unknown, reader: Reader): string {
  // Nothing else is written there; see migrations/0120.
  return stored === null ? '' : render(stored as Wording, reader)
}

/** A stored message as it was, to be part of another one. */
export const storedWording = (stored: unknown): Wording => (stored === null ? '' : (stored as Wording))
