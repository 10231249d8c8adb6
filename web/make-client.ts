import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { clientTexts, type OpenApi } from './client-text.ts'
import { pythonText } from './python-text.ts'
import { isStamped, stampOf } from './stamp.ts'

// Makes src/api/operations.ts and its limits, what the page knows of the service, and the types of the client libraries, where the service
// has changed since: `npm run client`. They are not kept in git.

const root = path.join(import.meta.dirname, '..')
/** Where the client is. */
export const CLIENT = path.join(import.meta.dirname, 'src/api/operations.ts')
/** How long the texts may be that the page sends: those of the weighbridge, and all others. */
const LOAD_LIMITS = path.join(import.meta.dirname, 'src/api/load-limits.ts')
const LIMITS = path.join(import.meta.dirname, 'src/api/limits.ts')
/** What the page computes as the service does: a module that imports nothing, and the page's own copy of it. */
const COPIED = path.join(root, 'src/kernel/heap.ts')
const COPY = path.join(import.meta.dirname, 'src/api/heap.ts')
/** What the client libraries know of the service. A release may come without their sources. */
const LIBRARY = path.join(root, 'clients/typescript/src/operations.ts')
const PYTHON = path.join(root, 'clients/python/granary/operations.py')
const stampFile = path.join(import.meta.dirname, '.client-stamp')
/** Set for the service that the client is made from: it would build the page, which waits for the client. */
export const WITHOUT_PAGE = 'GRANARY_WITHOUT_PAGE'
const services = ['inventory', 'system', 'identity', 'events']

/** Makes the client again if the service, or the client, is another one than when it was made. */
export async function renewClient(): Promise<void> {
  if (isStamped(stampFile, currentStamp())) return
  const documents = await readDocuments()
  const texts = clientTexts(documents)
  put(LOAD_LIMITS, texts.loadLimits)
  put(LIMITS, texts.limits)
  put(CLIENT, texts.operations)
  if (existsSync(path.dirname(LIBRARY))) put(LIBRARY, texts.library)
  if (existsSync(path.dirname(PYTHON))) put(PYTHON, pythonText(documents))
  put(
    COPY,
    `// Made by \`npm run client\` from src/kernel/heap.ts. Do not edit.\n\n${readFileSync(COPIED, 'utf8')}`,
  )
  writeFileSync(stampFile, currentStamp())
}

/** Whoever reads it meanwhile finds the old one, or the new one. */
function put(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

/** What the documents are made of, and what was made of them. */
function currentStamp(): string {
  const service = globSync(['src/**/*.{ts,mjs}', 'data/**/*.*'], { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const files = [
    ...service,
    'package-lock.json',
    'web/client-text.ts',
    'web/python-text.ts',
    ...[CLIENT, LOAD_LIMITS, LIMITS, COPY, LIBRARY, PYTHON].map((file) => path.relative(root, file)),
  ]
  return stampOf(files.map((file) => path.join(root, file)))
}

/** The documents of a service that runs for this moment, on a database and with settings of its own. */
async function readDocuments(): Promise<OpenApi[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'granary-client-'))
  const { PATH, HOME, TMPDIR } = process.env
  const service = spawn(process.execPath, [path.join(root, 'src/start.mjs'), 'serve'], {
    cwd: directory,
    env: {
      ...Object.fromEntries(
        Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined),
      ),
      PORT: '0',
      DATA_DIR: directory,
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
      [WITHOUT_PAGE]: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await addressOf(service.stdout)
    const answers = services.map(async (each) => (await fetch(`${url}/api/${each}/openapi.json`)).json())
    return (await Promise.all(answers)) as OpenApi[]
  } finally {
    const ended = new Promise((done) => service.once('exit', done))
    service.kill()
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /Granary is at (\S+?);/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the service did not start')
}

if (import.meta.main) await renewClient()
