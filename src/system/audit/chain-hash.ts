import { hash } from 'node:crypto'
import type { AuditEntry } from '../../http/write/audit.ts'

/** An entry in its place in the chain of its organisation. */
export interface ChainedEntry extends AuditEntry {
  /** From 1, without gaps. */
  sequence: number
}

/** A place in a chain, with the hash of the entry there; 0 and zeros before the first one. */
export interface ChainPlace {
  sequence: number
  hash: Buffer
}

export const BEFORE_ALL: ChainPlace = { sequence: 0, hash: Buffer.alloc(32) }

/**
 * Hashes an entry behind the one before it: SHA-256 over the hash of that one and the entry as JSON, its members sorted by name in every
 * object, without blanks, in UTF-8.
 *
 * @example hashOfEntry(BEFORE_ALL.hash, entry).toString('hex')
 */
export function hashOfEntry(previous: Buffer, entry: ChainedEntry): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(canonicalJson(entry))]), 'buffer')
}

/** JSON of which there is one text alone: members sorted by their UTF-16 units, as RFC 8785 has it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`)
  return `{${members.join(',')}}`
}

/**
 * A place in a chain as papers, backups and closings carry it; empty before the first entry.
 *
 * @example headText({ sequence: 4711, hash }) // '4711:9f86d0…'
 */
export function headText({ sequence, hash: ofEntry }: ChainPlace): string {
  return sequence === 0 ? '' : `${sequence}:${ofEntry.toString('hex')}`
}

const HEAD = /^([1-9]\d{0,15}):([0-9a-f]{64})$/i

/** Reads a place that `headText` wrote; undefined for anything else. */
export function parseHead(text: string): ChainPlace | undefined {
  const [, sequence = '', hex = ''] = HEAD.exec(text.trim()) ?? []
  return sequence === '' ? undefined : { sequence: Number(sequence), hash: Buffer.from(hex, 'hex') }
}
