import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { connect, type TLSSocket } from 'node:tls'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Settings } from '../../kernel/settings.ts'
import { auditColumns, entryOf } from './entry-rows.ts'
import { jsonLine, syslogFrame, type SentEntry } from './sent-entries.ts'

/** Destinations outside to which the audit log is sent. */
export interface AuditForwarding {
  /** A file of JSON lines, which is appended to. */
  file: string | undefined
  /** A collector of syslog over TLS: `tls://logs.example:6514`. */
  syslogUrl: string | undefined
}

/** Reads the destinations from the settings. */
export function forwardingIn({ text, url }: Settings): AuditForwarding {
  return {
    file: text('AUDIT_LOG_FILE'),
    syslogUrl: url('AUDIT_SYSLOG_URL', ['tls'], 'tls://logs.example:6514'),
  }
}

const PIECE = 500
const PATIENCE_MS = 15_000

interface Destination {
  /** By which it is known up to where it was sent. */
  name: string
  send: (entries: SentEntry[]) => Promise<void>
}

/**
 * Sends what is chained to the destinations outside, each organisation in the order of its chain. What was sent is noted afterwards, so each
 * entry arrives at least once; a receiver knows one by its organisation and sequence.
 *
 * @throws what the first destination that cannot be reached says, once the others have been served
 */
export async function forwardAudit(db: Kysely<Tables>, { file, syslogUrl }: AuditForwarding): Promise<void> {
  const destinations: Destination[] = [
    ...(file === undefined
      ? []
      : [{ name: `file ${file}`, send: (some: SentEntry[]) => appendLines(file, some) }]),
    ...(syslogUrl === undefined
      ? []
      : [{ name: `syslog ${syslogUrl}`, send: (some: SentEntry[]) => sendFrames(new URL(syslogUrl), some) }]),
  ]
  const failed: unknown[] = []
  for (const destination of destinations)
    await forwardTo(db, destination).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

async function forwardTo(db: Kysely<Tables>, { name, send }: Destination): Promise<void> {
  const { rows } = await sql<{ id: string; sent: number }>`
    select c.organisation_id as id, greatest(coalesce(d.sequence, 0), c.kept_after) as sent
    from audit_chains c left join audit_deliveries d on d.destination = ${name} and d.organisation_id = c.organisation_id
    where c.last_sequence > coalesce(d.sequence, 0)`.execute(db)
  for (const { id, sent } of rows) {
    for (let after = sent; ;) {
      const entries = await readBehind(db, id, after)
      const last = entries.at(-1)?.entry.sequence
      if (last === undefined) break
      await send(entries)
      await db
        .insertInto('audit_deliveries')
        .values({ destination: name, organisation_id: id, sequence: last })
        .onConflict((conflict) =>
          conflict.columns(['destination', 'organisation_id']).doUpdateSet({ sequence: last }),
        )
        .execute()
      after = last
      if (entries.length < PIECE) break
    }
  }
}

async function readBehind(db: Kysely<Tables>, organisationId: string, after: number): Promise<SentEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select([...auditColumns, 'hash'])
    .where('organisation_id', '=', organisationId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(PIECE)
    .execute()
  return rows.map((row) => ({ entry: entryOf(row), hash: row.hash }))
}

/** Appends to a file that its owner alone reads, and waits until the disk has it. */
async function appendLines(path: string, entries: SentEntry[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(entries.map(jsonLine).join(''))
    await file.datasync()
  } finally {
    await file.close()
  }
}

/**
 * A collector answers nothing (RFC 5425 has no acknowledgement), but it must answer the end of a connection with its own once it has read all
 * before it (section 4.4). So a batch counts as sent when the collector ends the connection behind us, in order. An end of its own that crosses
 * ours would look the same: after the last byte we wait a moment, in which such an end arrives, before we end.
 */
async function sendFrames(url: URL, entries: SentEntry[]): Promise<void> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const host =
    hostname()
      .replaceAll(/[^\x21-\x7e]/g, '')
      .slice(0, 255) || '-'
  const socket = connect({
    host: name,
    port: Number(url.port || SYSLOG_PORT),
    ALPNProtocols: [],
    servername: servernameOf(name),
  })
  const frames = entries.map((entry) => syslogFrame(entry, host)).join('')
  await sent(socket, frames)
}

/** Longer than a packet takes to a collector and back. */
const CROSSING_MS = 250
const SYSLOG_PORT = 6514

/** An address is no name that a certificate is asked for by. */
function servernameOf(name: string): string {
  return /^[\d.]+$|:/.test(name) ? '' : name
}

/** @throws Error where the collector ended first, went silent, or cut the connection off: the batch is then sent again */
function sent(socket: TLSSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false
    let isAnswered = false
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('the collector of syslog takes too long')))
    socket.once('error', reject)
    const end = () => {
      hasEnded = true
      socket.end()
    }
    socket.once('secureConnect', () => socket.write(text, () => setTimeout(end, CROSSING_MS)))
    socket.once('end', () => {
      isAnswered = hasEnded
      if (!hasEnded)
        socket.destroy(new Error('the collector of syslog ended the connection before it had all'))
    })
    socket.once('close', () => {
      if (isAnswered) resolve()
      else reject(new Error('the collector of syslog cut the connection off'))
    })
    // Or its end would never be seen.
    socket.resume()
  })
}
