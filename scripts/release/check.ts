import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { takeTour } from '../../test/readme-walk.ts'
import { isLookedInto, lookInto } from './contents.ts'
import { installs, type Installed } from './installs.ts'
import { trySignature } from './signature.ts'
import { ROOT } from './stage.ts'

// Makes a release from a clean clone, installs each form that this machine can run, takes the README's tour with it, stops and removes it,
// looks into the others, signs the list of sums with a key for this once, and ends with a table of all that:
//
//   npm run release:check [-- --made release]
//
// Needs a Linux x64 machine with Debian's packages that docs/releases.md names, and root, since packages are installed and images entered.
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
  execFileSync('npm', ['run', '-s', 'release', '--', '--into', made], { cwd: clone, stdio: 'inherit' })
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

/** A form or a file, and what was wrong with it. */
interface Tried {
  name: string
  wrong: string[]
  seconds: number
}

/** Tries something, and says at once how it went; what is thrown is wrong, too. */
async function trial(name: string, attempt: () => string[] | Promise<string[]>): Promise<Tried> {
  const began = performance.now()
  let wrong: string[]
  try {
    wrong = await attempt()
  } catch (error) {
    wrong = [(error as Error).message]
  }
  const seconds = (performance.now() - began) / 1000
  print([`${name}: ${wrong.length === 0 ? 'good' : 'FAILED'}, ${seconds.toFixed(0)} s`, ...wrong].join('\n'))
  return { name, wrong, seconds }
}

/** Looks into each file that was made, and installs and walks each form that this machine can run. */
async function tryAll(made: string, work: string): Promise<Tried[]> {
  const place = (name: string) => {
    const folder = path.join(work, name)
    mkdirSync(folder)
    return folder
  }
  const tried: Tried[] = []
  for (const [form, install] of Object.entries(installs)) {
    if (values.form?.includes(form) === false) continue
    const folder = place(form)
    const walk = () => tryOut(install({ made, work: folder, run }), folder)
    tried.push(await trial(`${form}: installed, walked by the README's tour, stopped, removed`, walk))
    rmSync(folder, { recursive: true, force: true })
  }
  if (values.form !== undefined) return tried
  for (const file of filesIn(made)) {
    const folder = place(`in-${file}`)
    if (isLookedInto(file))
      tried.push(await trial(`${file}: looked into`, () => lookInto(path.join(made, file), folder, run)))
    if (file.endsWith('.deb'))
      tried.push(await trial(`${file}: lintian`, () => lintian(path.join(made, file))))
    rmSync(folder, { recursive: true, force: true })
  }
  tried.push(await trial('SHA256SUMS: signed, verified', () => trySignature(made, place('signature'), run)))
  return tried
}

/** What the checker of Debian's packages says, line by line. */
function lintian(file: string): string[] {
  return run('lintian', ['--fail-on', 'none', file]).split('\n').filter(Boolean)
}

function filesIn(made: string): string[] {
  return readFileSync(path.join(made, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .flatMap((line) => line.split('  ')[1] ?? [])
}

/** A table of what was made, with its size and sum, and one of what was tried with it. */
function summaryOf(made: string, tried: Tried[]): string {
  const files = readFileSync(path.join(made, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [sum = '', name = ''] = line.split('  ')
      const megabytes = (statSync(path.join(made, name)).size / 1e6).toFixed(1)
      return `| ${name} | ${megabytes} MB | ${sum} |`
    })
  const trials = tried.map(
    ({ name, wrong, seconds }) =>
      `| ${name} | ${wrong.length === 0 ? 'good' : 'FAILED'} | ${seconds.toFixed(0)} s |`,
  )
  return ['', ...files, '', ...trials, ''].join('\n')
}

async function main(): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'granary-release-'))
  let failed: boolean
  try {
    const made = values.made === undefined ? makeFromClone(work) : path.resolve(values.made)
    const tried = await tryAll(made, work)
    print(summaryOf(made, tried))
    failed = tried.some(({ wrong }) => wrong.length > 0)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const minutes = ((performance.now() - since) / 60_000).toFixed(1)
  print(`${failed ? 'Something failed' : 'All passed'} after ${minutes} minutes.`)
  if (failed) process.exitCode = 1
}

await main()
