import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { DataDirectoryInUse, lockDirectory } from '../../db/directory-lock.ts'
import type { DatabaseLog } from '../../db/log.ts'
import type { Database } from '../../db/open.ts'
import { MendableError } from '../../kernel/errors.ts'
import { auditOperatorAlone, OF_THE_INSTALLATION } from '../../system/audit/operator-entries.ts'
import { noteCommandBackup, type CommandBackup } from '../../system/backups/backup-runs.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { reasonWhyNot } from '../../system/why-not.ts'
import { BackupRefused } from '../../system/archives/manifest.ts'
import { copyDatabase } from '../copy-database.ts'

// A running server has the embedded database for itself. Whoever wants a backup meanwhile asks it, by a socket in the data directory, for
// a copy of the database's files, and reads the copy: so writes wait for the copying alone, and the server does none of the work.

const SOCKET = 'backup.sock'
const COPY = 'backup-copy-'
const OWNER_ONLY = 0o177

interface Offer {
  database: Database
  directory: string
  log: DatabaseLog
}

/** The server's answer, in one line. */
type Answer = { directory: string } | { problem: Message }

/** A copy of a running server's database, as it was at one moment. */
export interface LiveCopy {
  directory: string
  /** Removes it, and has the server note the backup that was made of it. */
  remove: (made?: CommandBackup) => Promise<void>
}

/**
 * Has the running server hand out copies of its embedded database, to whom the data directory belongs, for as long as the process lives. A copy is
 * removed when whoever asked for it is gone.
 */
export function offerCopies(database: Database, dataDir: string, log: DatabaseLog): void {
  const directory = path.resolve(dataDir)
  const socketPath = shortest(path.join(directory, SOCKET))
  rmSync(socketPath, { force: true })
  removeLeftCopies(directory)
  const server = createServer((socket) => {
    socket.unref()
    socket.on('error', () => undefined)
    handOut(socket, { database, directory, log }).catch((error: unknown) => {
      log.warn({ err: error }, 'no copy for a backup')
      say(socket, { problem: problemOf(error) })
    })
  })
  server.on('error', (error) =>
    log.warn({ err: error }, 'backups are not possible while the server runs; stop it for one'),
  )
  // The mode that it is made with, since between making and changing it others could connect.
  const before = process.umask(OWNER_ONLY)
  server.listen(socketPath).unref()
  process.umask(before)
  process.once('exit', () => rmSync(socketPath, { force: true }))
}

async function handOut(socket: Socket, { database, directory, log }: Offer): Promise<void> {
  const copy = path.join(directory, `${COPY}${randomBytes(4).toString('hex')}`)
  // Read to its end, which tells that whoever asked is done or dead.
  const gone = hearOut(socket)
  try {
    // First, so that the copy has it, too.
    await auditBackup(database, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'a backup could not be written into the audit log'),
    )
    const waitedMs = await copyDatabase(database, directory, copy)
    log.info({ waitedMs }, 'the database was copied for a backup')
    say(socket, { directory: copy })
    const said = await gone
    // Ours: whoever is done says what came of it, and whoever died says nothing.
    if (said !== '') await noteCommandBackup(database.db, JSON.parse(said) as CommandBackup, new Date())
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function hearOut(socket: Socket): Promise<string> {
  let said = ''
  socket.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
  await new Promise((resolve) => socket.once('close', resolve))
  return said
}

/** Writes into the audit log of the installation that a backup is begun: all data leave by it, whether it is finished or not. */
export async function auditBackup({ db }: Database, now: Date): Promise<void> {
  await auditOperatorAlone(db, { deed: 'operator.backup', now, ...OF_THE_INSTALLATION })
}

function problemOf(error: unknown): Message {
  return error instanceof MendableError ? error.said : message('copyFailed', { reason: reasonWhyNot(error) })
}

/** The answer is all that is ever said. The asker's end of the line stays open until it is done. */
function say(socket: Socket, answer: Answer): void {
  socket.end(JSON.stringify(answer))
}

/** Removes copies left by servers and backups that were both killed, except those still being read. */
function removeLeftCopies(directory: string): void {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(COPY))) {
    const copy = path.join(directory, name)
    try {
      lockDirectory(copy)()
      rmSync(copy, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error
    }
  }
}

/**
 * Asks the server that has this data directory for a copy of its database.
 *
 * @returns undefined where no server answers
 * @throws BackupRefused where it cannot make one
 */
export async function askForCopy(dataDir: string): Promise<LiveCopy | undefined> {
  const socket = connect({ path: shortest(path.resolve(dataDir, SOCKET)), allowHalfOpen: true })
  try {
    const said = await heard(socket)
    if (said === '') throw new BackupRefused(message('serverStopped', {}))
    // Ours, in one line.
    const answer = JSON.parse(said) as Answer
    if ('problem' in answer) throw new BackupRefused(answer.problem)
    const { directory } = answer
    const remove = async (made?: CommandBackup) => {
      await rm(directory, { recursive: true, force: true })
      socket.end(made ? JSON.stringify(made) : '')
    }
    return { directory, remove }
  } catch (error) {
    socket.destroy()
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw error
  }
}

/** Everything the server says. Our own end stays open, for as long as the copy is needed. */
async function heard(socket: Socket): Promise<string> {
  let said = ''
  socket.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
  await once(socket, 'end')
  return said
}

/** A socket's path may have some hundred bytes; from where we are, the way is often shorter. */
function shortest(absolute: string): string {
  const relative = path.relative(process.cwd(), absolute)
  return relative.length < absolute.length ? relative : absolute
}
