import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'

/** A file of the console, as it is sent. */
export interface ConsoleFile {
  body: Buffer
  br: Buffer | undefined
  gz: Buffer | undefined
  type: string
  etag: string
}

/** The console as it was built: read once, some 3 MB with what is packed. */
interface ConsoleFiles {
  /** By path below the console's own, such as `/assets/main-3fb2.js`. */
  files: ReadonlyMap<string, ConsoleFile>
  page: ConsoleFile
  /** A file of the help by its path, such as `/help/rules.html`; undefined where there is none. It is read when it is asked for. */
  help(path: string): Promise<ConsoleFile> | undefined
  /** The addresses that are screens, as patterns. */
  screens: RegExp[]
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const NOT_SERVED = new Set(['/index.html', '/screens.json', '/.stamp'])

/** Reads what `web/build.ts` has made, or answers undefined where there is nothing whole. */
async function readConsole(directory: string): Promise<ConsoleFiles | undefined> {
  const names = await readdir(directory, { recursive: true }).catch((): string[] => [])
  if (!names.includes('.stamp')) return undefined
  const files = new Map<string, ConsoleFile>()
  // With its pictures it is several times the console, and opened now and then.
  const help = new Map<string, string>()
  for (const name of names.filter((each) => /\.\w+$/.test(each) && !/\.(br|gz)$/.test(each))) {
    const at = `/${name.split(path.sep).join('/')}`
    if (at.startsWith('/help/')) help.set(at, path.join(directory, name))
    else files.set(at, await readPacked(path.join(directory, name)))
  }
  const page = files.get('/index.html')
  const screens = files.get('/screens.json')
  if (!page || !screens) return undefined
  for (const name of NOT_SERVED) files.delete(name)
  const helpAt = (at: string) => {
    const file = help.get(at.endsWith('/') ? `${at}index.html` : at)
    return file === undefined ? undefined : readPacked(file)
  }
  return {
    files,
    page,
    help: helpAt,
    screens: (JSON.parse(screens.body.toString()) as string[]).map(patternOf),
  }
}

async function readPacked(file: string): Promise<ConsoleFile> {
  const [body, br, gz] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => undefined),
    readFile(`${file}.gz`).catch(() => undefined),
  ])
  return { body, br, gz, type: TYPES[path.extname(file)] ?? 'application/octet-stream', etag: etagOf(body) }
}

/** The page as it is served below a path: all its addresses are relative to this one. */
export function pageBelow({ body, type }: ConsoleFile, basePath: string): ConsoleFile {
  const moved = Buffer.from(body.toString().replace('<base href="/"', `<base href="${basePath}/"`))
  return { body: moved, br: brotliCompressSync(moved), gz: gzipSync(moved), type, etag: etagOf(moved) }
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** The pattern of a screen's address: `/stock/$id` is any record. */
function patternOf(screen: string): RegExp {
  const parts = screen.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}/?$`)
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Last lines of a failed build to show: its reasons are mostly at its end. */
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
  const builder = path.join(root, 'web/build.ts')
  // A release has the console as it was built, and nothing to build it from.
  if (!existsSync(builder)) return openBuiltConsole(directory)
  let files = await readConsole(directory)
  let problem: string | undefined
  const build = spawn(process.execPath, [builder, '--if-stale'], {
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
