import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeTarball, makeZip } from './archives.ts'
import { makeImage } from './image.ts'
import { makeDeb, makeRpm } from './linux-packages.ts'
import type { Making } from './making.ts'
import { makeNpmPackage } from './npm-package.ts'
import { readPackage, ROOT, stage } from './stage.ts'
import { targets, type Target } from './targets.ts'

// Makes what people install, in the folder `release`, and prints the size and the SHA-256 of each:
//
//   npm run release -- [tarball deb rpm npm zip image] [--target linux-x64] [--into release]
//
// Without a form, all of them; `stage` makes a folder alone, for deploy/image/Containerfile. docs/releases.md says what each needs.

type Form = 'tarball' | 'deb' | 'rpm' | 'image' | 'zip'
const makers: Record<Form, { make: (making: Making, target: Target) => string; os: Target['os'][] }> = {
  tarball: { make: makeTarball, os: ['linux', 'darwin'] },
  deb: { make: makeDeb, os: ['linux'] },
  rpm: { make: makeRpm, os: ['linux'] },
  zip: { make: makeZip, os: ['win32'] },
  image: { make: makeImage, os: ['linux'] },
}

function openMaking(into: string): Making {
  const work = path.join(into, 'work')
  mkdirSync(work, { recursive: true })
  const epoch = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const made = new Map<string, string>()
  return {
    version: readPackage().version,
    work,
    into,
    staged(target) {
      const folder = made.get(target.name) ?? path.join(into, 'stage', target.name)
      if (!made.has(target.name)) stage(folder, target)
      made.set(target.name, folder)
      return folder
    },
    run: (program, args, cwd = work) =>
      execFileSync(program, args, {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, SOURCE_DATE_EPOCH: epoch },
        maxBuffer: 64 * 1024 ** 2,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}

/** The size and the sum of a file, as a line. */
function lineOf(file: string, seconds: number): string {
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  const megabytes = (statSync(file).size / 1e6).toFixed(1).padStart(7)
  return `${path.basename(file).padEnd(40)} ${megabytes} MB ${seconds.toFixed(0).padStart(4)} s  ${sum}`
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      target: { type: 'string', multiple: true },
      into: { type: 'string', default: path.join(ROOT, 'release') },
    },
  })
  if (!existsSync(path.join(ROOT, 'web/dist/.stamp')))
    throw new Error('The console is not built: npm run web:build')
  const wanted = positionals.length > 0 ? positionals : [...Object.keys(makers), 'npm']
  const asked = targets.filter(({ name }) => values.target?.includes(name) ?? true)
  const making = openMaking(path.resolve(values.into))
  const lines: string[] = []
  const add = (make: () => string) => {
    const since = performance.now()
    lines.push(lineOf(make(), (performance.now() - since) / 1000))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  if (wanted.includes('stage')) for (const target of asked) process.stdout.write(`${making.staged(target)}\n`)
  for (const target of asked)
    for (const [form, { make, os }] of Object.entries(makers))
      if (wanted.includes(form) && os.includes(target.os) && canMake(form, target))
        add(() => make(making, target))
  if (wanted.includes('npm')) add(() => makeNpmPackage(making))
  const sums = lines.map((line) => `${line.split(/ +/).at(-1)}  ${line.split(' ')[0]}\n`)
  writeFileSync(path.join(making.into, 'SHA256SUMS'), sums.join(''))
}

/** An image runs programs of its machine while it is made. */
function canMake(form: string, { cpu }: Target): boolean {
  return form !== 'image' || cpu === process.arch
}

main()
