import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { killWithChildren, serverAccount, serverPrograms } from '../../test/reliability/cluster.ts'

// All machines of the cluster on this one. The files beside this one are taken as they are, with loopback ports in place of the
// machines' addresses, and a temporary folder for each machine's disk.

/** An address of a machine, such as 10.0.0.21:5432. */
const ADDRESS = /\b10\.0\.0\.\d+:\d+\b/g
/** A path on a machine's disk. */
const PATH = /(?<=[\s="'])\/(?:var|etc|mnt)\/[\w./-]+/g
const COMMENT = /^\s*[#;].*\n/gm
const SHARED = '/mnt/'
const SOURCES = ['etcd.env', 'patroni.yml', 'haproxy.cfg']
/** Below the ports that the system gives to connections: one that is started again finds its own free. */
const [LOWEST_PORT, HIGHEST_PORT] = [12_000, 30_000]

export interface Stand {
  folder: string
  /** The loopback address that stands for a machine's, such as 10.0.0.21:5432: always the same one. */
  addressOf(address: string): string
  /** A free port that nothing in the files names. */
  freePort(): Promise<number>
  /** Where a path of a machine's disk lies here. */
  place(machine: string, name: string): string
  /**
   * Writes a file of this folder to a machine's disk, and answers where.
   *
   * @param changes what is otherwise here, by the text that it stands for
   * @throws Error where the file has no such text, so that what is tried is what the file says
   */
  configure(machine: string, source: string, target: string, changes: Record<string, string>): Promise<string>
  /** Starts a program on a machine, as the account of PostgreSQL if this is root's. Its output is kept in the folder. */
  start(machine: string, command: string[]): ChildProcess
  /** Runs one to its end, and answers what it says. */
  run(command: string[]): Promise<string>
  /** Kills all that runs on a machine, as a machine that loses its power does. */
  cutPower(machine: string): Promise<void>
  /** Kills all that was started, and removes the files. */
  remove(): Promise<void>
}

/** @param isKept whether the folder stays, with the logs */
export async function openStand({ isKept }: { isKept: boolean }): Promise<Stand> {
  const folder = await mkdtemp(path.join(tmpdir(), 'granary-cluster-'))
  const account = serverAccount()
  if (account) await chown(folder, account.uid, account.gid)
  const freePort = portsFrom(LOWEST_PORT + Math.floor(Math.random() * 10_000))
  const addresses = await chooseAddresses(freePort)
  const cut = new Set<ChildProcess>()
  const started: { machine: string; child: ChildProcess }[] = []
  const addressOf = (address: string) => addresses.get(address) ?? 'nowhere'
  const place = (machine: string, name: string) =>
    path.join(folder, name.startsWith(SHARED) ? 'shared' : machine, name)

  async function cutPower(machine: string): Promise<void> {
    const lost = started.filter((each) => each.machine === machine && isRunning(each.child))
    const ended = lost.map(({ child }) => once(child, 'exit'))
    for (const { child } of lost) {
      cut.add(child)
      killWithChildren(child.pid ?? 0)
    }
    // Patroni lets go of the PostgreSQL that it starts.
    const postmaster = path.join(place(machine, DATA), 'postmaster.pid')
    if (existsSync(postmaster)) killWithChildren(Number.parseInt(await readFile(postmaster, 'utf8')))
    await Promise.all(ended)
  }

  return {
    folder,
    addressOf,
    freePort,
    place,
    async configure(machine, source, target, changes) {
      const text = change(source, await readSource(source), changes).replace(COMMENT, '')
      const file = place(machine, target)
      const folders = Array.from(text.matchAll(PATH), ([name]) =>
        path.extname(name) === '' ? place(machine, name) : path.dirname(place(machine, name)),
      )
      // PostgreSQL takes a folder that nobody else reads.
      for (const each of [path.dirname(file), ...folders])
        execFileSync('sh', ['-c', 'umask 077 && mkdir -p "$1"', 'sh', each], { ...account, cwd: '/' })
      await writeFile(
        file,
        text.replace(ADDRESS, addressOf).replace(PATH, (name) => place(machine, name)),
      )
      if (account) await chown(file, account.uid, account.gid)
      await chmod(file, 0o600)
      return file
    },
    start(machine, [program = '', ...args]) {
      const child = spawn(program, args, { ...account, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
      const log = createWriteStream(path.join(folder, `${machine}-${program}.log`), { flags: 'a' })
      for (const said of [child.stdout, child.stderr]) said.pipe(log, { end: false })
      child.on('error', ({ message }) => process.stderr.write(`${machine}, ${program}: ${message}\n`))
      child.on('exit', () => {
        if (!cut.has(child)) process.stderr.write(`${machine}: ${program} ended by itself\n`)
      })
      started.push({ machine, child })
      return child
    },
    async run([program = '', ...args]) {
      const { stdout } = await promisify(execFile)(program, args, { ...account, cwd: '/', env })
      return stdout
    },
    cutPower,
    async remove() {
      for (const machine of new Set(started.map((each) => each.machine))) await cutPower(machine)
      if (!isKept) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

const env = {
  PATH: [serverPrograms(), process.env['PATH'], '/usr/sbin'].join(path.delimiter),
  LC_ALL: 'C.UTF-8',
}

/** Where the files have PostgreSQL keep its data. */
export const DATA = '/var/lib/postgresql/17/granary'

const readSource = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8')

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

function change(source: string, text: string, changes: Record<string, string>): string {
  let changed = text
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`${source} does not say “${from}”`)
    changed = changed.replaceAll(from, to)
  }
  return changed
}

/** A file of db1, for another database machine: what names it alone is that machine's own. */
export async function changesFor(source: string, number: number): Promise<Record<string, string>> {
  const lines = (await readSource(source)).split('\n').filter((line) => /db1|10\.0\.0\.21/.test(line))
  const own = lines.filter((line) => !line.startsWith('#') && !line.includes('10.0.0.22'))
  const rename = (line: string) =>
    line.replace('db1', `db${number}`).replace('10.0.0.21', `10.0.0.2${number}`)
  return Object.fromEntries(own.map((line) => [line, rename(line)]))
}

async function chooseAddresses(freePort: () => Promise<number>): Promise<Map<string, string>> {
  const texts = await Promise.all(SOURCES.map(readSource))
  const named = new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []))
  // The other machines' own lines are made from those of the first.
  for (const address of named) {
    if (!address.startsWith('10.0.0.21')) continue
    for (const number of [2, 3]) named.add(address.replace('10.0.0.21', `10.0.0.2${number}`))
  }
  const addresses = new Map<string, string>()
  for (const address of named) addresses.set(address, `127.0.0.1:${await freePort()}`)
  return addresses
}

/** Free ports, each given once. */
function portsFrom(first: number): () => Promise<number> {
  let next = first
  return async () => {
    for (; next < HIGHEST_PORT; next++) if (await isFree(next)) return next++
    throw new Error(`no port is free from ${first} to ${HIGHEST_PORT}`)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
