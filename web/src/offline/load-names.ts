import type { ListedLoad } from '../api/operations.ts'
import { isCheckTaken } from './bay-checks.ts'
import { isCountTaken, isDatedCountTaken } from './bay-counts.ts'
import { namedAlone } from './older-entries.ts'
import type { Entered, LoadNames, Ticket } from './tickets.ts'

// What the service calls a load is known from its first answer, and said with its second step.

/** Path for entering a lorry of any kind. */
export const LOADS = '/api/inventory/loads'

/** A second step names the movement that the first one made, and the record it is in now. */
export function filledIn(
  { path, body, step }: Pick<Entered, 'path' | 'body' | 'step'>,
  ticket: Ticket | undefined,
): { path: string; body: unknown } {
  if (step === 'first') return { path, body }
  return {
    path: path.replace('{movementId}', ticket?.movementId ?? ''),
    body: { ...(body as object), ...(ticket?.recordId !== undefined && { recordId: ticket.recordId }) },
  }
}

/** The part of a sent entry that is needed to read its answer. */
export interface Sent extends Pick<Entered, 'step' | 'path'> {
  /** The load that a second step completes. */
  movementId: string | undefined
}

/** Reads the service's names for the load it has stored, made or completed; none of a count or a check that it has taken. Undefined if the answer is not the service's. */
export function namesIn(body: unknown, { step, path, movementId }: Sent): LoadNames | undefined {
  if (step === 'second') return movementId !== undefined && completes(body, movementId) ? {} : undefined
  const isTaken = isCountTaken(body, path) ?? isDatedCountTaken(body, path) ?? isCheckTaken(body, path)
  if (isTaken !== undefined) return isTaken ? {} : undefined
  if (path !== LOADS) return namedAlone(body)
  const [first] = isEntered(body) ? body.loads.flatMap(({ movements }) => movements) : []
  return first && { movementId: first.id, recordId: first.recordId }
}

const completes = (body: unknown, movementId: string): boolean =>
  isObject(body) && 'ids' in body && Array.isArray(body.ids) && body.ids.includes(movementId)

const isEntered = (body: unknown): body is { loads: ListedLoad[] } =>
  isObject(body) && 'loads' in body && Array.isArray(body.loads) && body.loads.every(isLoad)

const isLoad = (load: unknown): load is ListedLoad =>
  isObject(load) && 'movements' in load && Array.isArray(load.movements) && load.movements.every(isNamed)

const isNamed = (movement: unknown): boolean =>
  isObject(movement) &&
  'id' in movement &&
  typeof movement.id === 'string' &&
  'recordId' in movement &&
  typeof movement.recordId === 'string'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
