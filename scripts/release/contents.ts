import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brokenLinks } from './documents.ts'
import { targets, type Target } from './targets.ts'

/** What each form has that holds the program, beside Node. */
const NEEDED = [
  'src/start.mjs',
  'src/main.js',
  // Programs that another one starts by their names.
  'src/cli/backup/backup-process.js',
  'src/http/pdf/draw-thread.js',
  'src/inventory/papers/logo-program.js',
  'migrations/schema.sql',
  'data/commodities.json',
  'web/dist/index.html',
  'docs/decisions/README.md',
  'bin/LICENSE-node',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'sbom.json',
]

type Run = (program: string, args: string[]) => string

/** True for a file with the whole program in it; what is none, such as an image, is tried by being run alone. */
export function isLookedInto(name: string): boolean {
  return targets.some((target) => fits(name, target))
}

/** Unpacks one of the files that were made. Answers the folder with the program, and the machine that it is for. */
function unpack(file: string, into: string, run: Run): { program: string; target: Target } {
  const name = path.basename(file)
  const target = targets.find((each) => fits(name, each))
  if (target === undefined) throw new Error(`${name} is for no known machine`)
  if (name.endsWith('.deb')) run('dpkg-deb', ['--extract', file, into])
  else if (name.endsWith('.zip')) run('unzip', ['-q', file, '-d', into])
  else if (name.endsWith('.tar.gz')) run('tar', ['-xzf', file, '-C', into])
  else {
    const options = ['--root', into, '--nodeps', '--noscripts', '--nosignature', '--ignorearch']
    run('rpm', ['--install', ...options, file])
  }
  const [found = ''] = globSync(['granary-*', 'usr/lib/granary'], { cwd: into })
  return { program: path.join(into, found), target }
}

function fits(name: string, { name: machine, os, cpu }: Target): boolean {
  if (/-(linux|macos|windows)-/.test(name)) return name.includes(`-${machine}.`)
  const [debian, redHat] = cpu === 'x64' ? ['amd64', 'x86_64'] : ['arm64', 'aarch64']
  return os === 'linux' && (name.endsWith(`_${debian}.deb`) || name.endsWith(`.${redHat}.rpm`))
}

/** The machine that a program says in its first bytes it is for. */
function machineOf(file: string): string {
  const bytes = readFileSync(file)
  const start = bytes.readUInt32BE(0)
  const known: Record<number, string> = {
    0x3e: 'linux x64',
    0xb7: 'linux arm64',
    0x01000007: 'darwin x64',
    0x0100000c: 'darwin arm64',
    0x8664: 'win32 x64',
  }
  if (start === 0x7f454c46) return known[bytes.readUInt16LE(18)] ?? 'unknown'
  if (start === 0xcffaedfe) return known[bytes.readUInt32LE(4)] ?? 'unknown'
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return 'unknown'
  return known[bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)] ?? 'unknown'
}

/**
 * Looks into one of the files that were made, whether or not this machine could run it. Answers what is missing or should not be there.
 */
export function lookInto(file: string, into: string, run: Run): string[] {
  const { program, target } = unpack(file, into, run)
  const { os, cpu } = target
  const node = path.join(program, 'bin', os === 'win32' ? 'node.exe' : 'node')
  const started = os === 'win32' ? ['granary.cmd', 'install-service.cmd'] : ['bin/granary']
  const needed = [...NEEDED, ...started, `node_modules/@img/sharp-${os}-${cpu}/package.json`]
  const wrong = needed
    .filter((name) => !existsSync(path.join(program, name)))
    .map((name) => `${name} is missing`)
  wrong.push(...brokenLinks(program).map((link) => `leads nowhere: ${link}`))
  const sources = globSync('src/**/*.{ts,test.js}', { cwd: program })
  wrong.push(...sources.map((name) => `${name} should not be there`))
  if (!existsSync(node)) return [...wrong, 'Node is missing']
  if (machineOf(node) !== `${os} ${cpu}`) wrong.push(`its Node is for ${machineOf(node)}`)
  if (os !== 'win32' && (statSync(node).mode & 0o111) === 0) wrong.push('its Node cannot be started')
  return wrong
}
