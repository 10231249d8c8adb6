import path from 'node:path'
import { readGiven, type Config } from '../config.ts'
import { secretKeyFile } from './secret-key.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../..')

interface Given {
  /** The settings that the environment has, and no `.env` in the program's folder. */
  given: ReadonlySet<string>
  cwd: string
  program?: string
}

/**
 * The whole command that starts the server with the database of these settings, from any folder. What the program's own `.env` says is
 * not repeated, and a password is left out.
 *
 * @example startCommand(config) // 'cd /opt/granary && DATA_DIR=/var/lib/granary npm start'
 */
export function startCommand(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'secretKeyFile'>,
  { given, cwd, program = PROGRAM }: Given = { given: readGiven(), cwd: process.cwd() },
): string {
  const { dataDir, databaseUrl } = config
  const isElsewhere = path.resolve(cwd) !== program
  const isNeeded = (name: string, value: unknown) => value !== undefined && (isElsewhere || given.has(name))
  const settings = [
    ...(isNeeded('DATA_DIR', dataDir) ? [`DATA_DIR=${quoted(path.resolve(cwd, dataDir))}`] : []),
    ...(databaseUrl !== undefined && isNeeded('DATABASE_URL', databaseUrl)
      ? [`DATABASE_URL=${quoted(withoutPassword(databaseUrl))}`]
      : []),
    ...(isNeeded('SECRET_KEY_FILE', config.secretKeyFile)
      ? [`SECRET_KEY_FILE=${quoted(secretKeyFile(config))}`]
      : []),
    ...(isNeeded('SECRET_KEY', config.secretKey) ? ['SECRET_KEY=…'] : []),
  ]
  return [isElsewhere ? `cd ${quoted(program)} &&` : '', ...settings, 'npm start'].filter(Boolean).join(' ')
}

/** A word as a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:@%+,=~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password !== '') parsed.password = 'PASSWORD'
  return parsed.href
}
