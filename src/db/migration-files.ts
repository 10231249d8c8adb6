import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { message } from '../words/catalogue.ts'
import type { AppliedMigration } from './baseline.ts'
import { MigrationRefused } from './migration-refused.ts'

/**
 * Files of migrations, `NNNN-name.sql`. A first line `-- kind: expand` says that the version before works beside what the file does; all others stop it.
 * Lines `-- step: …` cut a file into steps, each done and noted by itself:
 *
 * - `schema` is one transaction, tried again where its tables are in use. So is all that stands before the first such line.
 * - `index` is one `create index concurrently`, which holds up nobody.
 * - `fill` is one statement that changes a piece of the rows, and is repeated until it changes none.
 * - `down` is the way back, and done by `migrate --down` alone.
 */

/** A migration as its file says it. */
export interface Migration extends AppliedMigration {
  /** True if the version before works beside it. */
  isExpansion: boolean
  steps: MigrationStep[]
  /** The way back. */
  down: MigrationStep | undefined
}

export type StepKind = 'schema' | 'index' | 'fill'

export interface MigrationStep {
  kind: StepKind
  sql: string
  /** Lines of the file before it. */
  linesBefore: number
}

/** The folder of the migrations of this version. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')
const NAME = /^\d{4}-[a-z0-9-]+\.sql$/
const STEP = /^-- step: (\w+)$/
const EXPANDS = /^-- kind: expand\n/

/** Lists the migrations of this version, in their order. */
export async function listMigrations(): Promise<AppliedMigration[]> {
  return (await readMigrations(MIGRATIONS)).map(({ name, checksum }) => ({ name, checksum }))
}

/**
 * Reads the migrations of a folder, in their order.
 *
 * @throws MigrationRefused for a name or a step that is none
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d.*\.sql$/.test(name)).toSorted()
  const misnamed = names.find((name) => !NAME.test(name))
  if (misnamed) throw new MigrationRefused(message('migrationIsMisnamed', { name: misnamed }))
  const doubled = names.find((name, index) => names[index + 1]?.slice(0, 4) === name.slice(0, 4))
  if (doubled) throw new MigrationRefused(message('migrationsShareNumber', { number: doubled.slice(0, 4) }))
  return Promise.all(names.map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  // A checkout with other line endings is still the same migration.
  const text = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return migrationOf(name, text)
}

/** Takes the text of a migration apart. */
export function migrationOf(name: string, text: string): Migration {
  const steps: MigrationStep[] = []
  let down: MigrationStep | undefined
  let current: MigrationStep = { kind: 'schema', sql: '', linesBefore: 0 }
  steps.push(current)
  for (const [index, line] of text.split('\n').entries()) {
    const asked = STEP.exec(line)?.[1]
    if (asked === undefined) {
      current.sql += `${line}\n`
      continue
    }
    current = { kind: kindOf(name, asked), sql: '', linesBefore: index + 1 }
    if (asked === 'down') down = current
    else steps.push(current)
  }
  return {
    name,
    checksum: createHash('sha256').update(text).digest('hex'),
    isExpansion: EXPANDS.test(text),
    steps: steps.filter(({ sql }, index) => index > 0 || steps.length === 1 || hasStatements(sql)),
    down,
  }
}

function kindOf(name: string, asked: string): StepKind {
  if (asked === 'schema' || asked === 'down') return 'schema'
  if (asked === 'index' || asked === 'fill') return asked
  throw new MigrationRefused(message('migrationStepIsNone', { name, step: asked }))
}

const hasStatements = (sql: string) =>
  sql.split('\n').some((line) => line.trim() !== '' && !line.startsWith('--'))
