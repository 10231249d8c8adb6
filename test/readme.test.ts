import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences, isLike, parseShown } from './shown-answer.ts'

/** Does what the README says, as a person would: one terminal for the server, one for everything else. */

const PROJECT = path.resolve(import.meta.dirname, '..')
const SHOWN_URL = 'http://127.0.0.1:3000'
const SECONDS = 1000

interface Block {
  language: string
  text: string
  line: number
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language,
      text,
      line: markdown.slice(0, index).split('\n').length,
    }),
  )
}

function section(markdown: string, title: string): string {
  const found = markdown.split(/^(?=## )/m).find((each) => each.startsWith(`## ${title}\n`))
  if (found === undefined) throw new Error(`the README has no section “${title}”`)
  return found
}

/** A terminal: what is typed runs in one shell, so that its variables stay. */
class Terminal {
  readonly #shell: ChildProcess
  #output = ''

  constructor(env: NodeJS.ProcessEnv) {
    this.#shell = spawn('bash', [], { cwd: PROJECT, env, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#shell.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
  }

  /** Runs commands; answers what they print, and how the last of them ended. */
  async run(commands: string): Promise<{ output: string; status: number }> {
    this.#output = ''
    this.#shell.stdin?.write(`{\n${commands}\n} < /dev/null; printf '\\036%s\\n' $?\n`)
    while (!this.#output.includes('\u001E') || !this.#output.endsWith('\n'))
      await once(this.#shell.stdout ?? this.#shell, 'data')
    const [output = '', status] = this.#output.split('\u001E')
    return { output: output.trim(), status: Number(status) }
  }

  async close(): Promise<void> {
    const ended = once(this.#shell, 'exit')
    this.#shell.stdin?.end()
    await ended
  }
}

/** Types a command that stays, in a terminal of its own; answers the address it says it is at. */
async function startServer(
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn('bash', ['-c', command], {
    cwd: PROJECT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const ended = once(server, 'exit')
  const stop = async () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /\bhttp:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (!url) continue
    server.stdout.resume()
    return { url, stop }
  }
  throw new Error(`${command} ended before it served`)
}

let readme: string
let dataDir: string
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  readme = await readFile(path.join(PROJECT, 'README.md'), 'utf8')
  dataDir = await mkdtemp(path.join(tmpdir(), 'granary-readme-'))
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await rm(dataDir, { recursive: true, force: true })
})

test('opens with the two commands', () => {
  const [first, second] = blocksOf(readme)
  expect([first?.text, second?.text]).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
})

test(
  'the tour can be taken as it stands, and every answer is as shown',
  { timeout: 120 * SECONDS },
  async () => {
    // The address is the README's own but for the port, which has to be a free one; no setting from outside counts.
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    }
    const terminal = new Terminal(env)
    closing.push(() => terminal.close())
    const blocks = blocksOf(section(readme, 'A five-minute tour of the API'))
    const wrong: string[] = []
    let url = SHOWN_URL
    for (const [index, { language, text, line }] of blocks.entries()) {
      if (language !== 'sh') continue
      if (text.trim() === 'npm start') {
        const server = await startServer(text, env)
        closing.push(server.stop)
        url = server.url
        continue
      }
      const { output, status } = await terminal.run(text.replaceAll(SHOWN_URL, url))
      const next = blocks[index + 1]
      const shown = next && next.language !== 'sh' ? next : undefined
      const where = `block ${index + 1} of the tour, line ${line} of it`
      if (status !== 0) wrong.push(`${where}: exit status ${status}`)
      wrong.push(...answerFaults(shown, output).map((each) => `${where}: ${each}`))
    }
    expect(wrong).toEqual([])
    expect(blocks.length).toBeGreaterThan(20)
  },
)

function answerFaults(shown: Block | undefined, output: string): string[] {
  if (!shown) return output === '' ? [] : [`printed, and not shown: ${output}`]
  if (shown.language === 'text')
    return isLike(shown.text.trim(), output) ? [] : [`shown:\n${shown.text}was:\n${output}`]
  const answer = parseJson(output)
  return answer === undefined ? [`printed no JSON: ${output}`] : differences(parseShown(shown.text), answer)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test.each([
  ['{ "a": 1 }', { a: 1 }, []],
  ['{ "a": 1 }', { a: 2 }, ['a: shown 1, was 2']],
  ['{ "a": 1 }', { a: 1, b: 2 }, ['b: not shown, was 2']],
  ['{ "a": 1, … }', { a: 1, b: 2 }, []],
  ['{ "a": 1, "b": 2, … }', { a: 1 }, ['b: shown 2, was undefined']],
  ['{ "a": { "b": [1, { "c": "x…" }] } }', { a: { b: [1, { c: 'xyz' }] } }, []],
  [
    '{ "a": { "b": [1, { "c": "x…" }] } }',
    { a: { b: [1, { c: 'yz' }] } },
    ['a.b[1].c: shown "x…", was "yz"'],
  ],
  ['[1, …]', [1, 2, 3], []],
  ['[1]', [1, 2], ['the answer: shown [1], was [1,2]']],
  ['["…"]', [1], ['[0]: shown "…", was 1']],
  ['{ "a": null }', { a: 0 }, ['a: shown null, was 0']],
])('a shown answer %s against %j', (shown, actual, expected) => {
  expect(differences(parseShown(shown), actual)).toEqual(expected)
})
