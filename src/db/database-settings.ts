import type { Settings } from '../kernel/settings.ts'
import { message } from '../words/catalogue.ts'
import { splitHosts, UnusableHosts } from './hosts.ts'

/** The database's address, and how to speak to it. */
export interface DatabaseSettings {
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  /** A standby of it that answers reads. */
  readUrl: string | undefined
  poolSize: number
  /** True to name statements on the server, which a PgBouncer older than 1.21 does not know of. */
  isNaming: boolean
}

/** The database among the settings. */
export function databaseOf(settings: Settings): DatabaseSettings {
  const { text, refuse, whole, isUrl } = settings
  const databaseUrl = text('DATABASE_URL')
  const prepared = text('DATABASE_PREPARED_STATEMENTS') ?? 'on'
  if (!['on', 'off'].includes(prepared))
    refuse('DATABASE_PREPARED_STATEMENTS', message('mustBeEither', { one: 'on', other: 'off' }), 'on')
  const config = {
    readUrl: readUrlOf(settings),
    poolSize: whole('DATABASE_POOL_SIZE', 16, [2, 1000]),
    isNaming: prepared === 'on',
  }
  const example = 'postgres://granary@localhost:5432/granary'
  if (databaseUrl === undefined) return { ...config, databaseUrl }
  try {
    const urls = splitHosts(databaseUrl)
    const isSound = urls.every((each) => isUrl('DATABASE_URL', each, ['postgres', 'postgresql'], example))
    return { ...config, databaseUrl: isSound ? databaseUrl : undefined }
  } catch (error) {
    if (!(error instanceof UnusableHosts)) throw error
    refuse('DATABASE_URL', error.said, example)
    return { ...config, databaseUrl: undefined }
  }
}

/** One server: after a look at one of several, another could answer. */
function readUrlOf({ text, refuse, url }: Settings): string | undefined {
  const example = 'postgres://granary@replica:5432/granary'
  const readUrl = url('DATABASE_READ_URL', ['postgres', 'postgresql'], example)
  if (readUrl !== undefined && text('DATABASE_URL') === undefined)
    refuse('DATABASE_READ_URL', message('needsPrimary', {}), example)
  return readUrl
}
