import { inTransaction, type Transaction } from '../db/transaction.ts'
import { roles } from '../kernel/permissions.ts'
import {
  commandLineActor,
  createUser,
  listAccounts,
  resetPassword,
  setAccountStatus,
  setPlatformAdmin,
} from '../system/access/command-line.ts'
import { chainAudit } from '../system/audit/chain.ts'
import { erasePerson } from '../system/people-data/erase-person.ts'
import { countGivenOut } from '../system/access/given-out.ts'
import { auditOperator, auditOperatorOnAccount } from '../system/audit/operator-entries.ts'
import { newPassword } from '../system/access/passwords.ts'
import { setEmailOf } from '../system/factors/email-changes.ts'
import { resetFactorsOf } from '../system/factors/factor-resets.ts'
import { makeResetCode } from '../system/access/password-resets.ts'
import { command, inOneLine, say } from './command.ts'
import { roleFrom } from './keys.ts'
import { PASSWORD_USAGE, passwordFrom, passwordOptions } from './password-option.ts'
import { withDatabase } from './with-database.ts'
import { message, type Message } from '../words/catalogue.ts'

const email = { email: { type: 'string' } } as const

export const listUsersCommand = command(
  {
    name: 'user list',
    summary: message('summaryOfUserList', {}),
    usage: '[--json]',
    help: message('helpOfUserList', {}),
    options: { json: { type: 'boolean', default: false } },
  },
  async ({ json }) => {
    await withDatabase(async ({ db }) => {
      const accounts = await listAccounts(db)
      if (json) return say(JSON.stringify(accounts))
      if (accounts.length === 0) return say(message('nobodyHasAccount', {}))
      for (const account of accounts) {
        const {
          email: address,
          status,
          role,
          membershipStatus,
          organisationId,
          organisationName,
          isPlatformAdmin,
          isEmailProved,
        } = account
        say(
          message('accountInList', {
            email: address,
            status,
            role,
            isSuspendedThere: membershipStatus === 'suspended',
            ...(organisationId && {
              organisation: { id: organisationId, name: inOneLine(organisationName ?? '') },
            }),
            isPlatformAdmin,
            isEmailProved,
          }),
        )
      }
    })
  },
)

export const createUserCommand = command(
  {
    name: 'user create',
    summary: message('summaryOfUserCreate', {}),
    usage:
      '--organisation <id> --email <address> [--given-name <text>] [--family-name <text>] [--role <role>] ' +
      PASSWORD_USAGE,
    help: message('helpOfUserCreate', { roles: [...roles] }),
    options: {
      ...email,
      organisation: { type: 'string' },
      'given-name': { type: 'string', default: '' },
      'family-name': { type: 'string', default: '' },
      role: { type: 'string', default: 'viewer' },
      ...passwordOptions,
    },
    needed: ['organisation', 'email'],
  },
  async ({
    organisation = '',
    email: address = '',
    'given-name': givenName,
    'family-name': familyName,
    role,
    ...given
  }) => {
    const granted = roleFrom(role)
    const password = await passwordFrom(given)
    await withDatabase(async ({ db }) => {
      const actor = await commandLineActor(db, organisation, new Date())
      const ready = await newPassword(password)
      const made = await inTransaction(db, async (trx) => {
        const user = { email: address, givenName, familyName, role: granted, password: ready }
        const created = await createUser(trx, actor, user)
        auditOperator(trx, {
          deed: 'operator.userCreate',
          now: actor.now,
          organisationIds: [actor.organisationId],
          subjectKind: 'users',
          subjectId: created.userId,
          after: { email: address, role: granted },
        })
        return created
      })
      say(
        made.password === undefined
          ? message('joinsWithAccount', { email: address, isPasswordGiven: password !== undefined })
          : message('signsInWithPassword', { email: address, password: made.password }),
      )
    })
  },
)

export const setPasswordCommand = command(
  {
    name: 'user set-password',
    summary: message('summaryOfUserSetPassword', {}),
    usage: `--email <address> ${PASSWORD_USAGE}`,
    help: message('helpOfUserSetPassword', {}),
    options: { ...email, ...passwordOptions },
    needed: ['email'],
  },
  async ({ email: address = '', ...given }) => {
    const password = await passwordFrom(given)
    const ready = await newPassword(password)
    await onAccount(address, 'operator.userSetPassword', async (trx) => {
      const { givenOut, ...made } = await resetPassword(trx, {
        email: address,
        password: ready,
        now: new Date(),
      })
      const reset = { email: address, ...made, given: countGivenOut(givenOut) }
      return message('passwordIsReset', reset)
    })
  },
)

export const resetCodeCommand = command(
  {
    name: 'user reset-code',
    summary: message('summaryOfUserResetCode', {}),
    usage: '--email <address>',
    help: message('helpOfUserResetCode', {}),
    options: email,
    needed: ['email'],
  },
  async ({ email: address = '' }) => {
    await onAccount(address, 'operator.userResetCode', (trx) =>
      makeResetCode(trx, { email: address, now: new Date() }),
    )
  },
)

export const resetFactorsCommand = command(
  {
    name: 'user reset-factors',
    summary: message('summaryOfUserResetFactors', {}),
    usage: '--email <address>',
    help: message('helpOfUserResetFactors', {}),
    options: email,
    needed: ['email'],
  },
  async ({ email: address = '' }) => {
    await onAccount(address, 'operator.userResetFactors', async (trx) => {
      await resetFactorsOf(trx, { email: address, now: new Date() })
      return message('userFactorsAreReset', { email: address })
    })
  },
)

export const setEmailCommand = command(
  {
    name: 'user set-email',
    summary: message('summaryOfUserSetEmail', {}),
    usage: '--email <address> --new-email <address>',
    help: message('helpOfUserSetEmail', {}),
    options: { ...email, 'new-email': { type: 'string' } },
    needed: ['email', 'new-email'],
  },
  async ({ email: address = '', 'new-email': newEmail = '' }) => {
    await onAccount(newEmail, 'operator.userSetEmail', async (trx) => {
      await setEmailOf(trx, { email: address, newEmail, now: new Date() })
      return message('userEmailIsSet', { email: address, newEmail })
    })
  },
)

export const suspendUserCommand = command(
  {
    name: 'user suspend',
    summary: message('summaryOfUserSuspend', {}),
    usage: '--email <address>',
    help: message('helpOfUserSuspend', {}),
    options: email,
    needed: ['email'],
  },
  async ({ email: address = '' }) => {
    await onAccount(address, 'operator.userSuspend', async (trx) => {
      await setAccountStatus(trx, { email: address, status: 'suspended', now: new Date() })
      return message('userIsSuspended', { email: address })
    })
  },
)

export const reinstateUserCommand = command(
  {
    name: 'user reinstate',
    summary: message('summaryOfUserReinstate', {}),
    usage: '--email <address>',
    help: message('helpOfUserReinstate', {}),
    options: email,
    needed: ['email'],
  },
  async ({ email: address = '' }) => {
    await onAccount(address, 'operator.userReinstate', async (trx) => {
      await setAccountStatus(trx, { email: address, status: 'active', now: new Date() })
      return message('userMaySignIn', { email: address })
    })
  },
)

export const platformAdminCommand = command(
  {
    name: 'user platform-admin',
    summary: message('summaryOfPlatformAdmin', {}),
    usage: '--email <address> [--remove]',
    help: message('helpOfPlatformAdmin', {}),
    options: { ...email, remove: { type: 'boolean', default: false } },
    needed: ['email'],
  },
  async ({ email: address = '', remove }) => {
    await onAccount(address, 'operator.userPlatformAdmin', async (trx) => {
      await setPlatformAdmin(trx, { email: address, isPlatformAdmin: !remove })
      return message('platformAdminIsSet', { email: address, isRemoved: remove })
    })
  },
)

export const eraseUserCommand = command(
  {
    name: 'user erase',
    summary: message('summaryOfUserErase', {}),
    usage: '--email <address> --yes',
    help: message('helpOfUserErase', {}),
    options: { ...email, yes: { type: 'boolean', default: false } },
    needed: ['email', 'yes'],
  },
  async ({ email: address = '' }) => {
    await withDatabase(async ({ db }) => {
      // What is in no chain yet cannot be erased there.
      await chainAudit(db)
      const { pseudonym } = await inTransaction(db, (trx) =>
        erasePerson(trx, { email: address, now: new Date(), isByOperator: true }),
      )
      await chainAudit(db)
      say(message('personIsErased', { pseudonym }))
    })
  },
)

/** Does something to an account, and says so in the audit log. A code is data, anything else a message. */
async function onAccount(
  address: string,
  deed: Parameters<typeof auditOperatorOnAccount>[1]['deed'],
  work: (trx: Transaction) => Promise<Message | string>,
): Promise<void> {
  await withDatabase(async ({ db }) => {
    const said = await inTransaction(db, async (trx) => {
      const done = await work(trx)
      await auditOperatorOnAccount(trx, { email: address, deed, now: new Date() })
      return done
    })
    say(said)
  })
}
