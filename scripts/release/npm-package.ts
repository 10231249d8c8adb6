import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Making } from './making.ts'
import { readPackage, ROOT, runNpm, stageProgram } from './stage.ts'

/** A package for npm, by which `npx granary` works: the program as JavaScript, and the exact versions of what it needs. */
export function makeNpmPackage({ version, work, into }: Making): string {
  const folder = path.join(work, 'npm')
  rmSync(folder, { recursive: true, force: true })
  stageProgram(folder)
  const { description, license, dependencies, optionalDependencies, overrides } = readPackage()
  const own = {
    name: 'granary',
    version,
    description,
    license,
    type: 'module',
    bin: { granary: 'src/start.mjs' },
    engines: { node: '>=20' },
    dependencies,
    optionalDependencies,
    overrides,
  }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  chmodSync(path.join(folder, 'src/start.mjs'), 0o755)
  copyFileSync(path.join(ROOT, 'package-lock.json'), path.join(folder, 'npm-shrinkwrap.json'))
  writeFileSync(path.join(folder, 'npm-shrinkwrap.json'), shrinkwrapOf(own))
  runNpm(['pack', '--silent', '--ignore-scripts', '--pack-destination', into], folder)
  const file = path.join(into, `granary-${version}-npm.tgz`)
  renameSync(path.join(into, `granary-${version}.tgz`), file)
  rmSync(folder, { recursive: true })
  return file
}

interface Lock {
  packages: Record<string, { dev?: boolean }>
}

/** The project's lock of versions without what only those need who build it. */
function shrinkwrapOf(own: { name: string; version: string }): string {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const kept = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && dev !== true)
  const { name, version } = own
  return `${JSON.stringify({ ...lock, name, version, packages: { '': own, ...Object.fromEntries(kept) } }, null, 2)}\n`
}
