import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bugs, type Bug } from './bugs.ts'

/**
 * Plants each bug in a copy of the project, runs the tests that should see it, and says which ones did.
 *
 *   node test/planted/plant.ts [words of a promise]
 *
 * Runs on the embedded database, or on PostgreSQL where TEST_DATABASE_URL is set. Exits with 1 when one got through.
 */
const root = path.join(import.meta.dirname, '../..')
const FOLDERS = ['src', 'test', 'data', 'migrations', 'docs', 'examples', 'bench']
const FILES = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
]

async function main(words: string): Promise<void> {
  const planted = bugs.filter(({ promise }) => promise.includes(words))
  const copy = await mkdtemp(path.join(tmpdir(), 'granary-planted-'))
  try {
    for (const name of [...FOLDERS, ...FILES])
      await cp(path.join(root, name), path.join(copy, name), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    const red = [...new Set(planted.flatMap(({ tests }) => tests))].filter((test) => !passes(copy, test))
    if (red.length > 0)
      throw new Error(`These fail with nothing planted, so they prove nothing: ${red.join(', ')}`)
    const survived: Bug[] = []
    for (const bug of planted) {
      const test = await findTestThatFails(copy, bug)
      if (test === undefined) survived.push(bug)
      console.log(`${test === undefined ? 'GOT THROUGH' : 'caught'}  ${bug.promise}  (${test ?? bug.file})`)
    }
    console.log(`${planted.length - survived.length} caught, ${survived.length} got through`)
    process.exitCode = survived.length > 0 ? 1 : 0
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
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
    return tests.find((test) => !passes(copy, test))
  } finally {
    await writeFile(place, text)
  }
}

function passes(copy: string, test: string): boolean {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const { status, error } = spawnSync(process.execPath, [vitest, 'run', '--bail=1', test], {
    cwd: copy,
    env: { ...process.env, MODEL_HISTORIES: process.env['MODEL_HISTORIES'] ?? '100' },
    stdio: 'ignore',
  })
  if (error) throw error
  return status === 0
}

await main(process.argv.slice(2).join(' '))
