import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { readConsole, type ConsoleFiles } from './files.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** What a build says when it fails is mostly at its end. */
const LINES_SHOWN = 30

/** The console as far as it is there: it is served while the service looks whether it has to be built again. */
export interface Console {
  current(): ConsoleFiles | undefined
  /** Why there is none, or undefined while it is being built. */
  problem(): string | undefined
  close(): void
}

/** A console that is there already, and is not built again. */
export async function openBuiltConsole(directory: string): Promise<Console> {
  const files = await readConsole(directory)
  return { current: () => files, problem: () => undefined, close: () => {} }
}

/**
 * Opens the console that `npm ci` has built. If its sources have changed since, or it was not built, it is built now, beside the service:
 * a build that fails leaves the API running, and the page says why.
 */
export async function openConsole(log: FastifyBaseLogger, root = ROOT): Promise<Console> {
  const directory = path.join(root, 'web/dist')
  let files = await readConsole(directory)
  let problem: string | undefined
  const build = spawn(process.execPath, [path.join(root, 'web/build.ts'), '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = linesOf(build)
  build.once('error', (error) => (problem = error.message))
  const take = async (code: number | null) => {
    if (code === 0 && said.at(-1) === 'built') {
      files = await readConsole(directory)
      log.info('the console was built')
    } else if (code !== 0 && code !== null) {
      problem = said.slice(-LINES_SHOWN).join('\n')
      log.warn({ problem }, 'the console could not be built')
    }
  }
  build.once('close', (code) => void take(code))
  // It ends with the service, and keeps nothing from ending.
  build.unref()
  return { current: () => files, problem: () => problem, close: () => void build.kill() }
}

function linesOf({ stdout, stderr }: ChildProcess): string[] {
  const lines: string[] = []
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void lines.push(...text.trimEnd().split('\n')))
  }
  return lines
}
