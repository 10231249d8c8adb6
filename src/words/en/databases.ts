import type { Wording, Writing } from '../writing.ts'

// Why a database cannot be used, migrated or unsealed.

export const databases = {
  databaseIsUnusable: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `DATABASE_URL cannot be used: ${messages([reason])}. Check that PostgreSQL is running, and that address, user and database are right, such as DATABASE_URL=postgres://granary@localhost:5432/granary`,
  replicaIsUnusable: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `DATABASE_READ_URL cannot be used: ${messages([reason])}.`,
  serverIsTooOld: ({ version, oldest }: { version: number; oldest: number }) =>
    `PostgreSQL ${version} is too old: ${oldest} or later is needed`,
  isNoStandby: () => 'it is no standby',
  followsOther: () => 'it does not follow this primary, or not yet since a failover',

  migrationIsMisnamed: ({ name }: { name: string }) =>
    `A migration is named like 0001-first.sql, not ${name}.`,
  migrationsShareNumber: ({ number }: { number: string }) => `Two migrations have the number ${number}.`,
  migrationFailed: ({ name, line, problem }: { name: string; line?: number; problem: string }) =>
    `Migration ${name} failed${line === undefined ? '' : ` at line ${line}`}: ${problem}`,
  migrationStepIsNone: ({ name, step }: { name: string; step: string }) =>
    `Migration ${name} has a step “${step}”: there are schema, index, fill and down.`,
  migrationFindsNoMoment: ({ name }: { name: string }) =>
    `Migration ${name} found its tables in use for ten minutes. Nothing was changed. Stop the other processes, or try again at a quieter time.`,
  migrationHasNoWayBack: ({ name }: { name: string }) =>
    `Migration ${name} cannot be taken back: restore the backup that was made before it.`,
  migrationTakenBack: ({ name }: { name: string }) => `Taken back: ${name}. Start the version before it now.`,
  migrationGoesOn: (state: { name: string; stepsDone: number; steps: number; rows: number }) =>
    `${state.name}: ${state.stepsDone} of ${state.steps} steps done, ${state.rows} rows changed`,
  schemaDoesNotFit: ({ is }: { is: 'later' | 'earlier' }) =>
    is === 'later'
      ? 'The service has been updated, and this process is of the version before: it takes nothing new. Try again in a moment.'
      : 'The database is of an earlier version than this process: it takes nothing new. Try again in a moment.',
  databaseIsLater: ({ names }: { names: string[] }) =>
    `The database was made by a later version: this one does not know ${names.join(', ')}.`,
  migrationsChanged: ({ names }: { names: string[] }) =>
    `Changed after it was applied: ${names.join(', ')}. Take the change back and write a new migration.`,
  migrationIsLate: ({ name, latest }: { name: string; latest: string }) =>
    `${name} comes before ${latest}, which is already applied. Give it a later number.`,
  databaseIsEarlier: ({ count }: { count: number }) =>
    `The database is of an earlier version: ${count === 1 ? '1 migration is' : `${count} migrations are`} missing. The server applies them when it starts, and so does \`npm run granary -- migrate\`.`,
  databaseIsBeforeBaseline: ({ latest, commit }: { latest: string; commit: string }) =>
    `This database is of an older version, at ${latest}. Migrate it first with commit ${commit}, as docs/operations.md says under “From before the baseline”. Nothing was changed.`,
  backupIsBeforeBaseline: ({ latest, commit }: { latest: string; commit: string }) =>
    `This backup is of an older version, at ${latest}. Restore it with commit ${commit} and back up again there, as docs/operations.md says under “From before the baseline”. Nothing was changed.`,
  databaseKnowsNoLetters: ({ encoding, small }: { encoding: string; small: string }) =>
    `The database has to be in UTF8, and in a locale in which ÉI is éi in small letters; this one is in ${encoding}, and it is ${small}. Make another: create database granary template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  serverIsReplica: () =>
    'This PostgreSQL is a replica and takes no writes: name the primary in DATABASE_URL.',
  databaseIsReadOnly: ({ database }: { database: string }) =>
    `The database ${database} is set to be read only (default_transaction_read_only): name one that takes writes in DATABASE_URL.`,
  roleMayNotCreate: ({
    role,
    what,
    database,
    remedy,
  }: {
    role: string
    what: 'tables' | 'extensions'
    database: string
    remedy: string
  }) => `The role ${role} may not create ${what} in the database ${database}. Make it the owner: ${remedy}`,
  roleMayNotChange: ({
    role,
    table,
    database,
    remedy,
  }: Record<'role' | 'table' | 'database' | 'remedy', string>) =>
    `The role ${role} may not change the table ${table} of the database ${database}. Use the role that it belongs to, or give it away: ${remedy}`,
  roleMayNotUse: ({
    role,
    table,
    database,
    remedy,
  }: Record<'role' | 'table' | 'database' | 'remedy', string>) =>
    `The role ${role} may not read and write the table ${table} of the database ${database}. Use the role that it belongs to, or give it away: ${remedy}`,

  settingOfSecretKey: () => 'the setting SECRET_KEY',
  secretKeyIsMissing: ({ place }: { place: Wording }, { messages }: Writing) =>
    `The SECRET_KEY of this database is missing: ${messages([place])} has none. Put the right one back. If it is lost, run: npm run granary -- secret reset; people then sign in again, and webhooks need new secrets.`,
  secretKeyIsOther: ({ place }: { place: Wording }, { messages }: Writing) =>
    `The SECRET_KEY in ${messages([place])} is not the one that sealed this database. Put the right one back. If it is lost, run: npm run granary -- secret reset; people then sign in again, and webhooks need new secrets.`,
  secretKeyIsShort: ({ file, length }: { file: string; length: number }) =>
    `The secret key in ${file} is too short: it needs ${length} random characters, as from: openssl rand -base64 32`,
  secretKeyFileIsUnusable: ({ file, reason }: { file: string; reason: Wording }, { messages }: Writing) =>
    `The file of the secret key ${file} cannot be used: ${messages([reason])}.`,
}
