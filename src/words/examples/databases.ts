import type { databases as sentences } from '../en/databases.ts'
import type { Examples } from '../writing.ts'

const reason = { id: 'accountMayNot', data: {} }
const right = { role: 'xa', table: 'xb', database: 'xc', remedy: 'xd' }

export const databases: Examples<typeof sentences> = {
  databaseIsUnusable: { reason },
  replicaIsUnusable: { reason },
  serverIsTooOld: { version: 13, oldest: 15 },
  isNoStandby: {},
  followsOther: {},
  migrationIsMisnamed: { name: 'xa.sql' },
  migrationsShareNumber: { number: '0120' },
  migrationFailed: { name: '0120-xa.sql', line: 7, problem: 'xb' },
  migrationStepIsNone: { name: '0120-xa.sql', step: 'xb' },
  migrationFindsNoMoment: { name: '0120-xa.sql' },
  migrationHasNoWayBack: { name: '0120-xa.sql' },
  migrationTakenBack: { name: '0120-xa.sql' },
  migrationGoesOn: { name: '0120-xa.sql', stepsDone: 1, steps: 3, rows: 12000 },
  schemaDoesNotFit: { is: 'later' },
  databaseIsLater: { names: ['0120', '0121'] },
  migrationsChanged: { names: ['0120', '0121'] },
  migrationIsLate: { name: '0119', latest: '0120' },
  databaseIsEarlier: { count: 2 },
  databaseIsBeforeBaseline: { latest: '0012', commit: 'ecc4a9c4' },
  backupIsBeforeBaseline: { latest: '0012', commit: 'ecc4a9c4' },
  databaseKnowsNoLetters: { encoding: 'LATIN1', small: 'xa' },
  serverIsReplica: {},
  databaseIsReadOnly: { database: 'xa' },
  roleMayNotCreate: { role: 'xa', what: 'tables', database: 'xb', remedy: 'xc' },
  roleMayNotChange: right,
  roleMayNotUse: right,
  settingOfSecretKey: {},
  secretKeyIsMissing: { place: { id: 'settingOfSecretKey', data: {} } },
  secretKeyIsOther: { place: '/xa' },
  secretKeyIsShort: { file: '/xa', length: 32 },
  secretKeyFileIsUnusable: { file: '/xa', reason },
}
