import { readFileSync } from 'node:fs'
import { message, type Message } from '../words/catalogue.ts'

/** Settings that are secrets, or addresses with a password in them. Orchestrators give such as files. */
const FROM_FILES = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'BACKUP_PASSPHRASE',
] as const

/**
 * The settings with those that are in files: `DATABASE_URL_FILE=/run/secrets/database-url` is read as `DATABASE_URL`.
 *
 * @param problems takes a message for each file that cannot be read, and for each setting that is there both ways
 */
export function withFilesRead(values: NodeJS.Dict<string>, problems: Message[]): NodeJS.Dict<string> {
  const read = { ...values }
  for (const name of FROM_FILES) {
    const file = values[`${name}_FILE`]?.trim()
    if (!file) continue
    if (values[name]?.trim())
      problems.push(
        message('settingIsWrong', {
          name: `${name}_FILE`,
          problem: message('mustStandAlone', { other: name }),
          example: `/run/secrets/${name.toLowerCase().replaceAll('_', '-')}`,
        }),
      )
    else read[name] = readSecret(file, problems)
  }
  return read
}

function readSecret(file: string, problems: Message[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    problems.push(message('isUnreadable', { file, reason: (error as Error).message }))
    return undefined
  }
}
