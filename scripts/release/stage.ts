import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { mendLinks } from './documents.ts'
import { javaScriptOf } from './javascript.ts'
import { pruneModules } from './prune.ts'
import type { Target } from './targets.ts'

/** The project's own folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..')
const AS_THEY_ARE = [
  'migrations',
  'data',
  'web/dist',
  'docs',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
]

export interface ProjectPackage {
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  overrides: Record<string, unknown>
}

/** The project's package.json, whose version is that of all that is made. */
export function readPackage(): ProjectPackage {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as ProjectPackage
}

/** Puts the program without its packages into a folder: the service as JavaScript, the console as it was built, and what they read. */
export function stageProgram(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of AS_THEY_ARE)
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, preserveTimestamps: true })
  // The help has the same pictures.
  rmSync(path.join(folder, 'docs/console'), { recursive: true, force: true })
  mendLinks(folder)
  const modules = globSync('src/**/*.{ts,mjs}', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/test-[^/]+\.ts$/.test(file),
  )
  for (const file of modules) {
    const isTypeScript = file.endsWith('.ts')
    const made = path.join(folder, file.replace(/\.ts$/, '.js'))
    mkdirSync(path.dirname(made), { recursive: true })
    writeFileSync(made, javaScriptOf(readFileSync(path.join(ROOT, file), 'utf8'), isTypeScript))
  }
  const { version, description, license } = readPackage()
  const own = { name: 'granary', version, private: true, description, license, type: 'module' }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

/** Makes a folder with all that runs on such a machine: the program, its packages, and Node in `bin`. */
export function stage(folder: string, target: Target): void {
  const { os, cpu, nodePackage } = target
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lists = ['package.json', 'package-lock.json']
  for (const name of lists) cpSync(path.join(ROOT, name), path.join(folder, name))
  const libc = os === 'linux' ? ['--libc=glibc'] : []
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', `--os=${os}`, `--cpu=${cpu}`]
  runNpm(['ci', ...options, ...libc], folder)
  for (const name of lists) rmSync(path.join(folder, name))
  stageProgram(folder)
  const modules = path.join(folder, 'node_modules')
  const brought = os === 'win32' ? 'node.exe' : 'node'
  mkdirSync(path.join(folder, 'bin'))
  renameSync(path.join(modules, nodePackage, 'bin', brought), path.join(folder, 'bin', brought))
  // One that brings Node leaves out its licence, which is the same for every machine.
  const [licence] = globSync('node_modules/node-{linux,darwin,bin-darwin}-*/LICENSE', { cwd: ROOT })
  if (licence === undefined) throw new Error('The licence of Node is missing: npm ci')
  cpSync(path.join(ROOT, licence), path.join(folder, 'bin/LICENSE-node'))
  chmodSync(path.join(folder, 'bin', brought), 0o755)
  if (os !== 'win32') {
    cpSync(path.join(ROOT, 'deploy/packages/granary.sh'), path.join(folder, 'bin/granary'))
    chmodSync(path.join(folder, 'bin/granary'), 0o755)
  }
  pruneModules(modules, target)
  writeFileSync(path.join(folder, 'sbom.json'), readParts())
}

/** The parts that it is made of, as a bill of materials that other programs read. */
function readParts(): string {
  return runNpm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], ROOT)
}

/** npm by the Node that runs this, found where npm says that it is. */
export function runNpm(args: string[], cwd: string): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 256 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
