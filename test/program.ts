import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET_KEY } from './secrets.ts'

/** The program as an operator runs it: in processes of its own, told by arguments and the environment alone. */

const START = fileURLToPath(new URL('../src/start.mjs', import.meta.url))

export type Environment = Record<string, string>

export interface Where {
  cwd: string
  env?: Environment
  /** Another version of the program, by the folder it lies in. */
  checkout?: string
}

export interface Ended {
  /** The exit code; null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

export interface RunningProgram {
  pid: number
  url: string
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves when the process has ended. */
  ended: Promise<Ended>
}

/** A place to run in that nobody else knows: the project's own folder may have somebody's `.env`. Removed by `remove`. */
export async function makeWorkplace(): Promise<{
  directory: string
  dataDir: string
  remove: () => Promise<void>
}> {
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-program-'))
  return {
    directory,
    dataDir: path.join(directory, 'data'),
    remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Runs a command to its end. */
export async function run(args: string[], where: Where): Promise<Ended & { database: string }> {
  return withoutPlace(await endOf(start(args, where)))
}

/** Takes the line that says on which database a command worked from what else it said on standard error. */
export function withoutPlace<T extends { stderr: string }>(ended: T): T & { database: string } {
  const [line = '', database = ''] = /^Database: (.*)\n/.exec(ended.stderr) ?? []
  const rest = { ...ended, stderr: ended.stderr.slice(line.length) }
  // Beside what is compared: most tests do not ask on which database they are.
  return Object.defineProperty(rest, 'database', { value: database }) as T & { database: string }
}

/** Starts `serve` and waits until it says where it is. */
export async function serve(where: Where): Promise<RunningProgram> {
  const child = start(['serve'], where)
  const ended = endOf(child)
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => void (stderr += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const said = /\bhttp:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0]
      if (said) resolve(said)
    })
    void ended.then(({ code }) =>
      reject(new Error(`ended before it served, with ${code}:\n${stdout}${stderr}`)),
    )
  })
  return {
    pid: child.pid ?? 0,
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** Starts a command, to be watched or ended before its time. */
export function start(args: string[], { cwd, env = {}, checkout }: Where): ChildProcess {
  const basics = {
    PATH: process.env['PATH'],
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SECRET_KEY: TEST_SECRET_KEY,
    DRAIN_SECONDS: '0',
  }
  const program = checkout === undefined ? START : path.join(checkout, 'src/start.mjs')
  return spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...basics, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** How a command ends. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => void (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (stderr += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, stdout, stderr }
}
