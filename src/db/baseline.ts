import { createHash } from 'node:crypto'
import { message, type Message } from '../words/catalogue.ts'

// The first migrations make the schema that sixty-two others, 0001 to 0074, had made before them (docs/decisions/0062-a-baseline.md). A database or a
// backup that was at the last of those is one of the baseline under other names; one that was not is brought there by an older program.

/** A migration as a database or a backup remembers it. */
export interface AppliedMigration {
  name: string
  /** SHA-256 of its text. */
  checksum: string
}

const LAST_OF_BASELINE = '0009-imports.sql'
const FIRST_BEFORE = '0001-identity.sql'
const LAST_BEFORE = '0074-tenant-first.sql'
/** SHA-256 of the names and checksums of all that were before, in their order. */
const ALL_BEFORE = 'e1573cf716ef63d0ef8c30ba1f479c2b2b2b5db827362f4bfdfb4e965c9d8e30'
/** The last one published whose program brings any database to LAST_BEFORE. */
const LAST_COMMIT_BEFORE = 'ecc4a9c4'

/** The name `migrate` gives to the step that takes over a database from before the baseline. */
export const TAKING_OVER = `the baseline, in place of 0001 to ${LAST_BEFORE}`

/** True for a migration of the baseline. */
export function isOfBaseline({ name }: AppliedMigration): boolean {
  return name <= LAST_OF_BASELINE
}

/** Finds the place of a database or backup: at this line of migrations, at the end of the one before, or somewhere on the way there. */
export function baselineState(applied: AppliedMigration[]): 'here' | 'taken over' | 'too old' {
  if (!applied.some(({ name }) => name === FIRST_BEFORE)) return 'here'
  const lines = applied
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, checksum }) => `${name} ${checksum}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex') === ALL_BEFORE ? 'taken over' : 'too old'
}

/** Why a database or a backup that is too old is refused, and what brings it on. */
export function whyTooOld(what: 'database' | 'backup', applied: AppliedMigration[]): Message {
  const names = applied.map(({ name }) => name)
  const where = { latest: names.toSorted().at(-1) ?? '', commit: LAST_COMMIT_BEFORE }
  return message(what === 'database' ? 'databaseIsBeforeBaseline' : 'backupIsBeforeBaseline', where)
}
