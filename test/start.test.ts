import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

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

/** The start alone, told that it runs on an older Node. */
async function startOnOldNode(where: string) {
  const old = path.join(where, 'old.mjs')
  await writeFile(old, `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`)
  return start(path.join(where, 'src/start.mjs'), ['--import', old])
}

test('a Node that lacks a library of the machine is told with what to install', async () => {
  const where = path.join(place, 'libatomic')
  await mkdir(path.join(where, 'node_modules/.bin'), { recursive: true })
  await mkdir(path.join(where, 'src'))
  await cp(path.join(PROJECT, 'src/start.mjs'), path.join(where, 'src/start.mjs'))
  await cp(path.join(PROJECT, 'src/words'), path.join(where, 'src/words'), { recursive: true })
  const before = await startOnOldNode(where)
  expect(before).toMatchObject({ code: 1 })
  expect(before.stderr).toMatch(/^Granary needs Node 26 and this is 20\.1\.0\. .*npm ci.*\n$/)
  const brought = path.join(where, 'node_modules/.bin/node')
  const said = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  await writeFile(brought, `#!/bin/sh\necho "node: ${said}: No such file or directory" >&2\nexit 127\n`)
  await chmod(brought, 0o755)
  const { code, stderr } = await startOnOldNode(where)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The Node 26 that the project brings needs libatomic\.so\.1, .*apt-get install libatomic1.*\n$/,
  )
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

// A shell that stays between npm and the program keeps signals from it; that of Windows has no exec, and goes on behind the bars.
test('npm start leaves no shell between, and needs none of one kind', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8'))
  expect(scripts.start).toMatch(/^exec (node [\w ./]+) \|\| \1$/)
})
