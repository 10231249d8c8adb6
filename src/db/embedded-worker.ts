import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import {
  DISK_FAILED,
  ENGINE_FAILED,
  type Answer,
  type EmbeddedSettings,
  type Request,
} from './embedded-protocol.ts'
import { makePrivate, OTHERS } from './private-files.ts'

// The thread in which the embedded database lives: a slow query blocks this thread and not the service.

const CHUNK_BYTES = 256 * 1024
/** Limits on the log that the database holds ready once it is cut: a folder of little data would be mostly log. */
const BOUNDED_LOG = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB']

let syncs = 0

/** The part of Emscripten's node file system that is mended here. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
}

/**
 * PGlite's file layer with a working fsync. As shipped it has none, so that PostgreSQL believes its log is on the
 * disk when it is only in the kernel's cache: nothing is lost by a kill, everything may be by a power cut. New files are for
 * their owner alone.
 */
class DurableFiles extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    // Emscripten's module is untyped here: its node file system looks `fsync` up among a stream's operations, and gives a
    // file that it has made its rights by `setattr`, whatever the process's umask is.
    const mend = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: NodeFiles }
      NODEFS.stream_ops.fsync = syncFile
      const { setattr } = NODEFS.node_ops
      NODEFS.node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~OTHERS })
    }
    // PGlite would go on after an abort; what is in memory is not to be trusted then, and the log on disk is.
    const onAbort = () => process.exit(ENGINE_FAILED)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort,
        preRun: [...[emscriptenOpts.preRun ?? []].flat(), mend],
      },
    }
  }
}

function syncFile({ nfd }: { nfd: number }): number {
  try {
    fs.fdatasyncSync(nfd)
  } catch {
    // Ends this thread on the spot. Trying again would find the kernel's cache clean and the data lost.
    process.exit(DISK_FAILED)
  }
  syncs += 1
  return 0
}

async function start({ directory, durable, loadFrom }: EmbeddedSettings): Promise<PGlite> {
  const extensions = { pg_trgm, unaccent }
  if (directory === undefined) {
    const dump = loadFrom === undefined ? {} : { loadDataDir: new Blob([fs.readFileSync(loadFrom)]) }
    return PGlite.create({
      extensions,
      ...dump,
      startParams: [...PGlite.defaultStartParams, ...BOUNDED_LOG, '-c', 'shared_buffers=16MB'],
    })
  }
  if (!fs.existsSync(directory)) await create(directory)
  // Those of earlier versions, or copied here by hand.
  makePrivate(directory)
  if (!durable)
    return PGlite.create({
      extensions,
      fs: new NodeFS(directory),
      startParams: [...PGlite.defaultStartParams, ...BOUNDED_LOG],
    })
  // `-F` is fsync=off. Of the ways to sync the log only `fsync` reaches the file layer.
  const startParams = [
    ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
    ...BOUNDED_LOG,
    '-c',
    'wal_sync_method=fsync',
    // All of it is held from the start on. What does not fit is in the kernel's cache.
    '-c',
    'shared_buffers=32MB',
  ]
  return PGlite.create({ extensions, fs: new DurableFiles(directory), startParams })
}

async function create(directory: string): Promise<void> {
  const script = fileURLToPath(new URL('./embedded-create.ts', import.meta.url))
  try {
    await promisify(execFile)(process.execPath, [script, directory, String(process.pid)])
  } catch (error) {
    throw new Error(`The embedded database in ${directory} could not be made.`, { cause: error })
  }
}

function answer(message: Answer): void {
  const bytes = 'bytes' in message ? message.bytes : undefined
  parentPort?.postMessage(message, bytes ? [bytes.buffer] : [])
}

/** Executes wire protocol messages and hands the answer on in pieces of a useful size; returns the last one. */
async function execute(database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let pieces: Uint8Array[] = []
  let length = 0
  const take = () => {
    const taken = new Uint8Array(Buffer.concat(pieces))
    pieces = []
    length = 0
    return taken
  }
  const onRawData = (piece: Uint8Array) => {
    // A copy: the piece is a view into the database's own memory, which it will use again.
    pieces.push(piece.slice())
    length += piece.length
    if (length >= CHUNK_BYTES) answer({ kind: 'bytes', bytes: take() })
  }
  await database.execProtocolRawStream(bytes, { onRawData })
  return length > 0 ? take() : undefined
}

async function dump(database: PGlite): Promise<Uint8Array<ArrayBuffer>> {
  await database.exec('checkpoint')
  const file = await database.dumpDataDir('none')
  return new Uint8Array(await file.arrayBuffer())
}

/** As they lie on the disk, where nothing writes meanwhile: as after a crash. Where the file system can, its blocks are shared. */
function copyFiles(to: string): void {
  const { directory } = workerData as EmbeddedSettings
  if (directory !== undefined)
    fs.cpSync(directory, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
}

async function perform(database: PGlite, request: Request): Promise<void> {
  let bytes: Uint8Array<ArrayBuffer> | undefined
  if (request.kind === 'wire') bytes = await execute(database, request.bytes)
  else if (request.kind === 'dump') bytes = await dump(database)
  else if (request.kind === 'copy') copyFiles(request.to)
  else await database.close()
  answer({ kind: 'done', syncs, bytes })
}

// The other side of this thread, embedded.ts, is the only one that starts it, and with these settings.
const database = await start(workerData as EmbeddedSettings)
let last = Promise.resolve()
parentPort?.on('message', (request: Request) => {
  last = last.then(() => perform(database, request))
})
answer({ kind: 'ready' })
