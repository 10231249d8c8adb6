import { ConfigRefused, readConfig, type Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { makeLog } from '../log.ts'
import { openSigner } from '../system/files/s3-credentials.ts'
import type { S3Settings } from '../system/files/store.ts'
import { loadReferenceData } from '../system/reference-data.ts'
import { message } from '../words/catalogue.ts'
import { command, say } from './command.ts'
import { readTlsFiles } from './tls/files.ts'
import { reasonWhyNot } from '../system/why-not.ts'
import { openConfigured, innerReason } from './with-database.ts'

export const checkConfigCommand = command(
  {
    name: 'config check',
    summary: message('summaryOfConfigCheck', {}),
    usage: '',
    help: message('helpOfConfigCheck', {}),
    options: {},
  },
  async () => {
    const config = readConfig()
    loadReferenceData()
    readTlsFiles(config)
    if (config.s3) await checkRole(config.s3)
    if (config.databaseUrl !== undefined) await checkDatabase(config)
    const place = config.databaseUrl ? 'PostgreSQL' : message('embeddedIn', { directory: config.dataDir })
    say(message('settingsAreSound', { place, address: `${config.host}:${config.port}` }))
  },
)

/** That a role is given keys. Those that stay are tried by the first file. */
async function checkRole({ credentials, region }: S3Settings): Promise<void> {
  await openSigner(credentials, region)().catch((cause: Error) => {
    throw new ConfigRefused([message('roleHasNoKeys', { reason: reasonWhyNot(cause) })], { cause })
  })
}

async function checkDatabase(config: Config): Promise<void> {
  const database = await openConfigured(config, makeLog('warn'))
  try {
    await migrate(database, { dryRun: true })
    await database.replica?.ensureUsable().catch((cause: Error) => {
      throw new ConfigRefused([message('replicaIsUnusable', { reason: innerReason(cause) })], { cause })
    })
  } finally {
    await database.close()
  }
}
