import { message } from '../words/catalogue.ts'
import { verifyAuditCommand } from './audit.ts'
import { backupCommand } from './backup.ts'
import { checkConfigCommand } from './check-config.ts'
import { UsageError, type Command } from './command.ts'
import { drillCommand } from './drill.ts'
import { doctorCommand } from './doctor.ts'
import { initCommand } from './init.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import {
  deleteOrganisationCommand,
  exportOrganisationCommand,
  importOrganisationCommand,
} from './organisations.ts'
import { importPlacesCommand } from './places.ts'
import { restoreCommand } from './restore.ts'
import { resetSecretCommand, rotateKeysCommand, rotateSecretCommand } from './secrets.ts'
import { scaleCommand } from './scale.ts'
import { serveCommand } from './serve.ts'
import { initTlsCommand } from './tls/init.ts'
import {
  createUserCommand,
  eraseUserCommand,
  listUsersCommand,
  platformAdminCommand,
  reinstateUserCommand,
  resetCodeCommand,
  resetFactorsCommand,
  setEmailCommand,
  setPasswordCommand,
  suspendUserCommand,
} from './users.ts'

/** Every command, in the order of `--help`. */
export const commands: Command[] = [
  serveCommand,
  initCommand,
  migrateCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  rotateKeysCommand,
  rotateSecretCommand,
  resetSecretCommand,
  listUsersCommand,
  createUserCommand,
  resetCodeCommand,
  resetFactorsCommand,
  setEmailCommand,
  setPasswordCommand,
  suspendUserCommand,
  reinstateUserCommand,
  platformAdminCommand,
  eraseUserCommand,
  initTlsCommand,
  scaleCommand,
  importPlacesCommand,
  backupCommand,
  restoreCommand,
  drillCommand,
  exportOrganisationCommand,
  importOrganisationCommand,
  deleteOrganisationCommand,
  checkConfigCommand,
  doctorCommand,
  verifyAuditCommand,
]

/** The commands that help was asked for: all, or those of a group such as `key`; undefined when it was not. */
export function commandsToExplain(argv: string[]): Command[] | undefined {
  const [first, second] = argv
  if (first === undefined || isHelp(first)) return commands
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  return group.length > 0 && (second === undefined || isHelp(second)) ? group : undefined
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/**
 * The command that was typed and what is left for it.
 *
 * @throws UsageError
 */
export function findCommand(argv: string[]): { command: Command; rest: string[] } {
  for (const words of [2, 1]) {
    const found = commands.find(({ name }) => name === argv.slice(0, words).join(' '))
    if (found) return { command: found, rest: argv.slice(words) }
  }
  const [word = ''] = argv
  const others = commands.flatMap(({ name }) => {
    const [first, second] = name.split(' ')
    return first === word && second !== undefined ? [second] : []
  })
  throw new UsageError(
    others.length > 0 ? message('commandGoesWith', { word, others }) : message('commandIsUnknown', { word }),
  )
}
