import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { takeTour } from '../../test/readme-walk.ts'
import { installs, type Installed } from './installs.ts'
import { ROOT } from './stage.ts'

// Makes a release from a clean clone, installs each form that this machine can run, takes the README's tour with it and stops it:
//
//   npm run release:check [-- --made release]
//
// Takes a Linux x64 machine with Debian's packages that docs/releases.md names, and root, since packages are installed and images entered.
// With --made, what lies in a folder already is tried; with --form tarball, that form alone.

const { values } = parseArgs({
  options: { made: { type: 'string' }, form: { type: 'string', multiple: true } },
})
const since = performance.now()
const print = (text: string) => process.stdout.write(`${text}\n`)

function run(program: string, args: string[], cwd = ROOT): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A release made from nothing but what is committed. */
function makeFromClone(work: string): string {
  const clone = path.join(work, 'clone')
  run('git', ['clone', '--quiet', ROOT, clone])
  run('npm', ['ci', '--no-audit', '--no-fund'], clone)
  const made = path.join(work, 'release')
  print(run('npm', ['run', '-s', 'release', '--', '--into', made], clone).trimEnd())
  return made
}

/** Takes the tour with one of them. Answers what was otherwise than it should be. */
async function tryOut({ command, env, remove }: Installed, work: string): Promise<string[]> {
  const settings = {
    PATH: process.env['PATH'],
    HOME: work,
    DATA_DIR: path.join(work, 'data'),
    DATABASE_URL: '',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const { steps, wrong } = await takeTour({
    command,
    start: `exec ${command} serve`,
    env: { ...settings, ...env },
  })
  if (steps < 20) wrong.push(`the tour had ${steps} steps`)
  remove?.()
  return wrong
}

async function main(): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'granary-release-'))
  const rows: string[] = []
  try {
    const made = values.made === undefined ? makeFromClone(work) : path.resolve(values.made)
    for (const [name, install] of Object.entries(installs)) {
      if (values.form?.includes(name) === false) continue
      const began = performance.now()
      const place = path.join(work, name)
      mkdirSync(place)
      let form = name
      let wrong: string[]
      try {
        const installed = install({ made, work: place, run })
        form = installed.form
        wrong = await tryOut(installed, place)
      } catch (error) {
        wrong = [(error as Error).message]
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      rows.push(
        `${form.padEnd(20)} ${wrong.length === 0 ? 'installed, walked, stopped' : 'FAILED'}  ${seconds} s`,
      )
      print([rows.at(-1), ...wrong].join('\n'))
      if (wrong.length > 0) process.exitCode = 1
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  print(
    `${process.exitCode === 1 ? 'Something failed' : 'All passed'} after ${((performance.now() - since) / 60_000).toFixed(1)} minutes.`,
  )
}

await main()
