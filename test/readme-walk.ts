import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { differences, isLike, parseShown } from './shown-answer.ts'

/** Does what the README says, as a person would: one terminal for the server, one for everything else. */

const PROJECT = path.resolve(import.meta.dirname, '..')
const SHOWN_URL = 'http://127.0.0.1:3000'
/** The commands of a checkout, as the README has them. */
const SHOWN_START = 'npm start'
const SHOWN_COMMAND = 'npm run -s granary --'

interface Block {
  language: string
  text: string
  line: number
}

/** The commands and answers that a document shows. */
export function blocksOf(markdown: string): Block[] {
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

/** A program that is walked: how its commands are typed, and with which settings. */
export interface Walked {
  /** In place of `npm run -s granary --`. */
  command?: string
  /** In place of `npm start`. */
  start?: string
  env: NodeJS.ProcessEnv
}

/** Takes the tour of the README, and answers how many steps it had and what was otherwise than shown. */
export async function takeTour({ command = SHOWN_COMMAND, start = SHOWN_START, env }: Walked): Promise<{
  steps: number
  wrong: string[]
}> {
  const readme = await readFile(path.join(PROJECT, 'README.md'), 'utf8')
  const blocks = blocksOf(section(readme, 'A five-minute tour of the API'))
  const closing: (() => Promise<void>)[] = []
  const terminal = new Terminal(env)
  closing.push(() => terminal.close())
  const wrong: string[] = []
  let url = SHOWN_URL
  try {
    for (const [index, { language, text, line }] of blocks.entries()) {
      if (language !== 'sh') continue
      if (text.trim() === SHOWN_START) {
        const server = await startServer(start, env)
        closing.push(server.stop)
        url = server.url
        continue
      }
      const typed = text.replaceAll(SHOWN_URL, url).replaceAll(SHOWN_COMMAND, command)
      const { output, status } = await terminal.run(typed)
      const next = blocks[index + 1]
      const shown = next && next.language !== 'sh' ? next : undefined
      const where = `block ${index + 1} of the tour, line ${line} of it`
      if (status !== 0) wrong.push(`${where}: exit status ${status}`)
      wrong.push(...answerFaults(shown, output).map((each) => `${where}: ${each}`))
    }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
  return { steps: blocks.length, wrong }
}
