import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../config.ts'
import { isUsedByOthers } from '../db/snapshot.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { Vault } from '../kernel/vault.ts'
import {
  changeSecretKey,
  resetSecretKey,
  rotateSigningKey,
  firstKey,
  openVault,
} from '../system/vault/vault.ts'
import { auditOperator, OF_THE_INSTALLATION } from '../system/audit/operator-entries.ts'
import { message } from '../words/catalogue.ts'
import { command, CommandRefused, say } from './command.ts'
import {
  adoptNextKey,
  makeKeyFile,
  nextKeyFile,
  readKeyFile,
  secretKeyFile,
  secretKeySource,
} from './secret-key.ts'
import { withDatabase } from './with-database.ts'

export const rotateKeysCommand = command(
  {
    name: 'keys rotate',
    summary: message('summaryOfKeysRotate', {}),
    usage: '[--end-sessions]',
    help: message('helpOfKeysRotate', {}),
    options: { 'end-sessions': { type: 'boolean', default: false } },
  },
  async ({ 'end-sessions': endsSessions }) => {
    const source = secretKeySource(readConfig())
    await withDatabase(async (database) => {
      const now = new Date()
      const secrets = await openVault(database, source, now)
      const ended = await inTransaction(database.db, (trx) => {
        auditOperator(trx, {
          deed: 'operator.rotateKeys',
          now,
          ...OF_THE_INSTALLATION,
          after: { endsSessions },
        })
        return rotateSigningKey(trx, secrets, { endsSessions, now })
      })
      say(message('signingKeyIsNew', endsSessions ? { ended } : {}))
    })
  },
)

export const rotateSecretCommand = command(
  {
    name: 'secret rotate',
    summary: message('summaryOfSecretRotate', {}),
    usage: '[--new-key-file <file>]',
    help: message('helpOfSecretRotate', {}),
    options: { 'new-key-file': { type: 'string' } },
  },
  async ({ 'new-key-file': given }) => {
    const config = readConfig()
    if (config.secretKey !== undefined && given === undefined)
      throw new CommandRefused(message('secretKeyIsInEnvironment', {}))
    await withDatabase(async (database) => {
      const now = new Date()
      const secrets = await openVault(database, secretKeySource(config), now)
      const file = given === undefined ? nextKeyFile(config) : path.resolve(given)
      const next = new Vault(existsSync(file) ? readKeyFile(file) : makeKeyFile(file))
      if (next.keyId === secrets.vault.keyId) throw new CommandRefused(message('secretKeyIsInUse', { file }))
      await inTransaction(database.db, (trx) => {
        auditOperator(trx, { deed: 'operator.rotateSecret', now, ...OF_THE_INSTALLATION })
        return changeSecretKey(trx, secrets, next, now)
      })
      if (given === undefined) adoptNextKey(config)
      say(message('secretsAreSealedAnew', given === undefined ? {} : { file }))
    }, ALONE)
  },
)

export const resetSecretCommand = command(
  {
    name: 'secret reset',
    summary: message('summaryOfSecretReset', {}),
    usage: '',
    help: message('helpOfSecretReset', {}),
    options: {},
  },
  async () => {
    const config = readConfig()
    const source = secretKeySource(config)
    await withDatabase(async (database) => {
      const vault = new Vault(firstKey(source))
      const now = new Date()
      const { sessions, webhooks } = await inTransaction(database.db, (trx) => {
        auditOperator(trx, {
          deed: 'operator.rotateSecret',
          now,
          ...OF_THE_INSTALLATION,
          after: { wasLost: true },
        })
        return resetSecretKey(trx, vault, now)
      })
      const place = config.secretKey === undefined ? { file: secretKeyFile(config) } : {}
      say(message('secretKeyIsReset', { ...place, sessions, webhooks }))
    }, ALONE)
  },
)

const ALONE = {
  async prepare(database: Database) {
    await ensureStopped(database)
    await migrate(database)
  },
}

async function ensureStopped(database: Database): Promise<void> {
  if (await isUsedByOthers(database.pool, database)) throw new CommandRefused(message('databaseIsInUse', {}))
}
