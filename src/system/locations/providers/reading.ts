import type { GridPoint } from '../grid-rules.ts'
import { emptyAddress, type Address } from '../schema.ts'

/** Reading what others send: fields may be missing, null or of another type, and texts of any length. */

const MOST_CHARACTERS = 500

/** A field of an object, whatever both are. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Returns a list as it is, and an empty one for anything else. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The first of some fields that has a text or a number in it, as text; '' where none has. */
export function textIn(value: unknown, ...names: string[]): string {
  for (const name of names) {
    const found = field(value, name)
    if (typeof found === 'string' && found.trim() !== '') return found.trim().slice(0, MOST_CHARACTERS)
    if (typeof found === 'number') return String(found)
  }
  return ''
}

/** Coordinates that are some; undefined for anything else. */
export function point(lat: unknown, lon: unknown): GridPoint | undefined {
  const [north, east] = [numberOf(lat), numberOf(lon)]
  const isThere = Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isThere ? { lat: north, lon: east } : undefined
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

/** An address of the parts that are known. */
export function addressOf(parts: Partial<Address>): Address {
  return { ...emptyAddress, ...parts, countryISO: (parts.countryISO ?? '').toUpperCase() }
}

/** Parts of a line, those that are there. */
export function join(parts: string[], between = ', '): string {
  return [...new Set(parts)].filter((part) => part !== '').join(between)
}
