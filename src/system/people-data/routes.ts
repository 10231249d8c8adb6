import type { Database } from '../../db/open.ts'
import { download, read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, idParam } from '../../http/validate/schema.ts'
import { chainAudit } from '../audit/chain.ts'
import { eraseMember, eraseOneself, previewErasure, previewErasureOfCaller } from './erasures.ts'
import { exportPerson } from './export-person.ts'
import { ErasureBody, ErasureOutlook } from './schema.ts'

/** Each looks through all tables in which people stand. */
const PER_MINUTE = 12

/** Data about people, to be read and erased. Served below /api/identity. */
export function peopleDataOperations(options: { database: Database; incoming: string }): Operation[] {
  return [...onOneself(options), ...onMembers()]
}

function onOneself(options: { database: Database; incoming: string }): Operation[] {
  return [
    download(
      {
        path: '/me/data',
        title: 'Download what is kept about me',
        description:
          'One JSON file, in all organisations: account, ways in, memberships, settings, conversations, files that you uploaded, entries in books with your name and the audit log of what you did. Each part says in words what it is. Secrets are left out. For people, not for keys.',
        permission: 'signed-in',
        isWithoutFactor: true,
        needsStepUp: true,
        isExport: true,
        perMinute: PER_MINUTE,
      },
      (_db, actor) => exportPerson(options, actor),
    ),
    read(
      {
        path: '/me/erasure',
        title: 'See what an erasure of my account would do',
        description:
          'What is removed, what stays under a pseudonym, and why it is refused where it would be: the last owner of an organisation has to make somebody else owner first.',
        permission: 'signed-in',
        isWithoutFactor: true,
        result: ErasureOutlook,
        perMinute: PER_MINUTE,
      },
      (db, actor) => previewErasureOfCaller(db, actor),
    ),
    write(
      {
        method: 'POST',
        path: '/me/erasure',
        title: 'Erase my account',
        description:
          'For good, in all organisations, at once: account, ways in, memberships and settings go; what you entered stays under a pseudonym, and so do entries of the audit log. Send your e-mail address once more. `in_use` for the last owner of an organisation. For people, not for keys.',
        permission: 'signed-in',
        isWithoutFactor: true,
        needsStepUp: true,
        // Its entry has the pseudonym, and the command writes it.
        isRoutine: true,
        body: ErasureBody,
        result: Acknowledgement,
        example: { email: 'ann@hillfarm.example' },
        // What is in no chain yet cannot be erased there.
        prepare: (db) => chainAudit(db),
        perMinute: PER_MINUTE,
      },
      (trx, actor, { body }) => eraseOneself(trx, actor, body),
    ),
  ]
}

const UserIdParam = idParam('The user, by id.')

function onMembers(): Operation[] {
  return [
    read(
      {
        path: '/users/:id/erasure',
        title: 'See what an erasure of a user would do',
        description: 'As GET /me/erasure, of a person of your organisation.',
        permission: 'users:write',
        params: UserIdParam,
        result: ErasureOutlook,
        perMinute: PER_MINUTE,
      },
      (db, actor, { params }) => previewErasure(db, actor, params.id),
    ),
    write(
      {
        method: 'POST',
        path: '/users/:id/erasure',
        title: 'Erase a user',
        description:
          'As POST /me/erasure, of a person who belongs to your organisation alone; `in_use` for anybody else, and for the last owner. Send their e-mail address once more. 403 for oneself, and for a role above your own.',
        permission: 'users:write',
        needsStepUp: true,
        // The address is not to be in an entry of its own erasure.
        isPrivate: true,
        params: UserIdParam,
        body: ErasureBody,
        result: Acknowledgement,
        example: { email: 'tom@hillfarm.example' },
        prepare: (db) => chainAudit(db),
        perMinute: PER_MINUTE,
      },
      (trx, actor, { params, body }) => eraseMember(trx, actor, params.id, body),
    ),
  ]
}
