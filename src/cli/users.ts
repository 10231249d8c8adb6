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
import { countGivenOut } from '../system/access/given-out.ts'
import { auditOperator, auditOperatorOnAccount } from '../system/audit/operator-entries.ts'
import { newPassword } from '../system/access/passwords.ts'
import { setEmailOf } from '../system/factors/email-changes.ts'
import { resetFactorsOf } from '../system/factors/factor-resets.ts'
import { makeResetCode } from '../system/access/password-resets.ts'
import { command, inOneLine, say } from './command.ts'
import { roleFrom } from './keys.ts'
import { PASSWORD_USAGE, passwordFrom, passwordHelp, passwordOptions } from './password-option.ts'
import { withDatabase } from './with-database.ts'
import { message, type Message } from '../words/catalogue.ts'

const email = { email: { type: 'string' } } as const
const emailHelp = '  --email         whose account'

export const listUsersCommand = command(
  {
    name: 'user list',
    summary: 'List everybody with an account, with role, organisation and its id.',
    usage: '[--json]',
    help: '  --json  print a JSON array',
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
    summary: 'Make a user, or add one who has an account to another organisation.',
    usage:
      '--organisation <id> --email <address> [--given-name <text>] [--family-name <text>] [--role <role>] ' +
      PASSWORD_USAGE,
    help: `
  --organisation  the id of the organisation, from user list
${emailHelp}
  --given-name, --family-name
                  whoever has neither is called by the e-mail; those of an account that is there stay
  --role          ${roles.join(', ')}; viewer unless said otherwise
${passwordHelp('their')}`,
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
    summary: "Set somebody's password, sign them out everywhere and unlink their issuers.",
    usage: `--email <address> ${PASSWORD_USAGE}`,
    help: `${emailHelp}\n${passwordHelp('the new')}`,
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
    summary: 'Make a code with which somebody sets a new password and signs in, once.',
    usage: '--email <address>',
    help: `${emailHelp}

Give the code to its owner alone. It is good for an hour, and works while somebody else keeps guessing passwords:
POST /api/identity/password-resets/redeem with { "token": "<code>", "password": "<a new one>" }`,
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
    summary: "Take somebody's second factors away, and sign them out everywhere.",
    usage: '--email <address>',
    help: `${emailHelp}

For whoever has lost them and all recovery codes. They sign in with their password, and set up new ones.`,
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
    summary: 'Give somebody another e-mail address to sign in with.',
    usage: '--email <address> --new-email <address>',
    help: `${emailHelp}
  --new-email     the address from now on; you answer for its being theirs`,
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
    summary: 'Keep somebody out, at once.',
    usage: '--email <address>',
    help: `${emailHelp}

API keys that they made stop with them, and open invitations that they made are taken back.`,
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
    summary: 'Let somebody in again.',
    usage: '--email <address>',
    help: emailHelp,
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
    summary: 'Make somebody platform admin, or no longer.',
    usage: '--email <address> [--remove]',
    help: `${emailHelp}\n  --remove        take it away`,
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
