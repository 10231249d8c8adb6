import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Bug } from './bug.ts'
import { bugs } from './bugs.ts'

/**
 * Plants each bug in a copy of the project, runs the tests that should see it, and says which test did.
 *
 *   node test/planted/plant.ts [words of a promise]
 *
 * Runs on the embedded database, or on PostgreSQL where TEST_DATABASE_URL is set, which bugs of locking need; random
 * tests start from TEST_SEED.
 * Exits with 1 when one got through.
 */
const root = path.join(import.meta.dirname, '../..')
const FOLDERS = ['src', 'test', 'web', 'scripts', 'data', 'migrations', 'docs', 'examples', 'bench']
const FILES = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
]
const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31))

async function main(words: string): Promise<void> {
  const asked = bugs.filter(({ promise }) => promise.includes(words))
  const planted = asked.filter(({ needsServer }) => isOnServer || !needsServer)
  for (const { promise } of asked.filter((bug) => !planted.includes(bug)))
    console.log(`left out, for it needs PostgreSQL: ${promise}`)
  const begin = performance.now()
  console.log(`${planted.length} bugs, TEST_SEED=${seed}`)
  const copy = await mkdtemp(path.join(tmpdir(), 'granary-planted-'))
  try {
    for (const name of [...FOLDERS, ...FILES])
      await cp(path.join(root, name), path.join(copy, name), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    await ensureGreen(copy, [...new Set(planted.flatMap(({ tests }) => tests))])
    const survived: Bug[] = []
    for (const [index, bug] of planted.entries()) {
      const start = performance.now()
      const test = await findTestThatFails(copy, bug)
      if (test === undefined) survived.push(bug)
      const verdict = test === undefined ? 'GOT THROUGH' : 'caught'
      const place = `${index + 1}/${planted.length}`
      console.log(`${place}  ${secondsSince(start)} s  ${verdict}  ${bug.promise}  (${test ?? bug.file})`)
    }
    console.log(
      `${planted.length - survived.length} caught, ${survived.length} got through, in ${secondsSince(begin)} s`,
    )
    process.exitCode = survived.length > 0 ? 1 : 0
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** A test that fails by itself would catch anything. */
async function ensureGreen(copy: string, tests: string[]): Promise<void> {
  const start = performance.now()
  const failing = await findFailure(copy, tests)
  if (failing !== undefined) throw new Error(`fails with nothing planted, so it proves nothing: ${failing}`)
  console.log(`${secondsSince(start)} s  all tests pass with nothing planted`)
}

async function findTestThatFails(
  copy: string,
  { file, right, wrong, tests }: Bug,
): Promise<string | undefined> {
  const place = path.join(copy, file)
  const text = await readFile(place, 'utf8')
  await writeFile(
    place,
    text.replace(right, () => wrong),
  )
  try {
    for (const test of tests) {
      const failing = await findFailure(copy, [test])
      if (failing !== undefined) return failing
    }
    return undefined
  } finally {
    await writeFile(place, text)
  }
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** The first test that fails. Throws where the run fails but none of its tests does: then it has judged nothing. */
async function findFailure(copy: string, tests: string[]): Promise<string | undefined> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const report = path.join(copy, 'report.json')
  await rm(report, { force: true })
  const { status, error, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests],
    {
      cwd: copy,
      env: {
        ...process.env,
        TESTS: 'all',
        TEST_SEED: seed,
        MODEL_HISTORIES: process.env['MODEL_HISTORIES'] ?? '100',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    },
  )
  if (error) throw error
  if (status === 0) return undefined
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'))
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed')
    if (failed) return `${path.relative(copy, name)}: ${failed.fullName}`
  }
  throw new Error(`${tests.join(', ')} could not be run:\n${stderr}`)
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

await main(process.argv.slice(2).join(' '))
