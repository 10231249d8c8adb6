import { canonicalJson, type ChainedEntry } from './chain-hash.ts'

/** An entry as it goes out: as it was hashed, and its hash. */
export interface SentEntry {
  entry: ChainedEntry
  hash: Buffer
}

/** The line of an entry in a file of JSON lines. */
export function jsonLine({ entry, hash }: SentEntry): string {
  return `${canonicalJson({ ...entry, hash: hash.toString('hex') })}\n`
}

/** Facility 13, log audit; severity 5, notice, and 4, warning, for what was refused (RFC 5424, section 6.2.1). */
const AUDIT_FACILITY = 13
const SEVERITY = { done: 5, refused: 4 } as const

/**
 * A message of syslog (RFC 5424) as it goes over TLS (RFC 5425): its length in bytes, a blank, and the message with the entry as JSON.
 *
 * @example syslogFrame(sent, 'granary-1') // '412 <109>1 2026-08-14T08:30:00.000Z granary-1 granary - identity.postSignIn - {…}'
 */
export function syslogFrame({ entry, hash }: SentEntry, host: string): string {
  const priority = AUDIT_FACILITY * 8 + SEVERITY[entry.outcome]
  const messageId = entry.deed.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 32) || '-'
  const header = `<${priority}>1 ${entry.at} ${host} granary - ${messageId} -`
  // The mark says that what follows is UTF-8.
  const message = `${header} \ufeff${jsonLine({ entry, hash }).trimEnd()}`
  return `${Buffer.byteLength(message)} ${message}`
}
