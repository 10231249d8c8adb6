import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { serveConsole, type ServedConsole } from '../web/service.ts'
import { findPython } from './find-python.ts'

// Every program of docs/clients.md and of the READMEs of the libraries runs as it stands, on the package as it is built.

const ROOT = path.resolve(import.meta.dirname, '../..')
const python = findPython()

interface Program {
  name: string
  language: string
  text: string
  /** The output that the document shows below it. */
  shown: string | undefined
}

/** The programs of a document: fences whose first line is a comment with their name. Of two in a row, both print what is shown below. */
function programsOf(document: string): Program[] {
  const fences = [...readFileSync(path.join(ROOT, document), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return fences.flatMap(([, language = '', text = ''], index) => {
    const [, name] = /^(?:\/\/|#) (\S+\.(?:mjs|py))\n/.exec(text) ?? []
    const shown = fences.slice(index + 1).find(([, next]) => next === 'text')?.[2]
    return name === undefined ? [] : [{ name, language, text, shown }]
  })
}

const programs = programsOf('docs/clients.md')
let served: ServedConsole
let folder: string
beforeAll(async () => {
  served = await serveConsole({ demo: false })
  folder = mkdtempSync(path.join(inject('directory'), 'clients-'))
  const installed = path.join(folder, 'node_modules/@granary/client')
  mkdirSync(installed, { recursive: true })
  copyFileSync(path.join(ROOT, 'clients/typescript/package.json'), path.join(installed, 'package.json'))
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(
    process.execPath,
    [compiler, '-p', 'clients/typescript', '--outDir', path.join(installed, 'dist')],
    { cwd: ROOT },
  )
  for (const { name, text } of programs) writeFileSync(path.join(folder, name), text)
})
afterAll(() => served.close())

const environment = () => ({
  PATH: process.env['PATH'],
  PYTHONPATH: path.join(ROOT, 'clients/python'),
  PYTHONDONTWRITEBYTECODE: '1',
  GRANARY_URL: served.url,
  GRANARY_KEY: served.apiKey,
})
const commandOf = ({ name, language }: Program): [string, string[]] =>
  language === 'python' ? [python ?? '', [name]] : [process.execPath, [name]]
const isTried = ({ language }: Program) => language !== 'python' || python !== undefined
const ending = programs.filter(({ name }) => !name.startsWith('receive'))

test('there are programs in both languages', () => {
  expect(programs.map(({ name }) => name).filter((name) => name.endsWith('.mjs'))).toHaveLength(5)
  expect(programs.filter(({ language }) => language === 'python')).toHaveLength(5)
})

// The list at the end sums what the programs before it have entered.
const written = ['first', 'write', 'list', 'events'].flatMap((name) =>
  ending.filter((each) => path.parse(each.name).name === name),
)
test('print what the document shows, one after another', async () => {
  expect(written).toHaveLength(8)
  const wrong: string[] = []
  for (const program of written.filter(isTried)) {
    const { stdout } = await promisify(execFile)(...commandOf(program), { cwd: folder, env: environment() })
    if (stdout !== shownOf(program)) wrong.push(`${program.name}: ${stdout}`)
  }
  expect(wrong).toEqual([])
})

/** Without Python, half of what is shown as the sum was not entered. */
function shownOf({ name, shown = '' }: Program): string {
  return name === 'list.mjs' && python === undefined ? '28460\n' : shown
}

test.each(programs.filter(({ name }) => name.startsWith('receive')))(
  '$name takes a post of the service, and no other',
  async (program) => {
    if (!isTried(program)) return
    const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0'
    const port = await freePort()
    const receiver = start(program, { WEBHOOK_SECRET: secret, PORT: String(port) })
    const body = JSON.stringify({ type: 'storage.created' })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')
    const post = async (signed: string) => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signed}`,
      }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
    }
    await expect.poll(() => post(signature).catch(() => 0)).toBe(204)
    expect(await post(createHmac('sha256', 'another').update(body).digest('base64'))).toBe(400)
    expect(receiver.said()).toContain('storage.created\n')
  },
)

function start(program: Program, env: Record<string, string>): { said: () => string } {
  const [command, argument] = commandOf(program)
  const child: ChildProcess = spawn(command, argument, { cwd: folder, env: { ...environment(), ...env } })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  return { said: () => said }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens has an address.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test.each(['typescript', 'python'])('the README of %s runs', async (library) => {
  const text = readFileSync(path.join(ROOT, `clients/${library}/README.md`), 'utf8')
  const [, language = '', code = ''] = /^```(\w+)\n(.*?)^```$/ms.exec(text) ?? []
  const name = language === 'python' ? 'readme.py' : 'readme.mjs'
  const program = { name, language, text: code, shown: undefined }
  if (!isTried(program)) return
  writeFileSync(path.join(folder, name), code.replace('http://127.0.0.1:3000', served.url))
  await served.ask('POST', '/api/inventory/storage', {
    name: `For ${library}`,
    type: 'store',
    location: null,
    substorage: [],
  })
  const { stdout } = await promisify(execFile)(...commandOf(program), { cwd: folder, env: environment() })
  expect(stdout).toContain(`For ${library}\n`)
})

test('the libraries have the version of the program', () => {
  const versionIn = (file: string) =>
    /"?version"?(?:__)?"?\s*[:=] "([^"]+)"/.exec(readFileSync(path.join(ROOT, file), 'utf8'))?.[1]
  const version = versionIn('package.json')
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  const places = [
    'clients/typescript/package.json',
    'clients/python/pyproject.toml',
    'clients/python/granary/__init__.py',
  ]
  expect(places.map(versionIn)).toEqual(places.map(() => version))
})
