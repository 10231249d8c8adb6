import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { askDeletion, readDeletion, withdrawDeletion } from './deletions.ts'
import { DeletionBody, OrganisationDeletion } from './schema.ts'

/** The deletion of an organisation, served below /api/identity. */
export const deletionOperations: Operation[] = [
  read(
    {
      path: '/organisation/deletion',
      title: 'See if my organisation is to be deleted',
      description:
        'Whether an owner wants it, how many days are left, and what would be in the way as things are.',
      permission: 'organisation:write',
      result: OrganisationDeletion,
    },
    (db, actor) => readDeletion(db, actor),
  ),
  write(
    {
      method: 'POST',
      path: '/organisation/deletion',
      title: 'Have my organisation deleted',
      description:
        'In 30 days, with its books, files and settings; accounts of its people stay without it. Until then it works on and any owner may withdraw. Its owners and admins are told by mail. For owners, not for keys; send its name once more. `in_use` while stock of others lies in its bays or its own in bays of others.',
      permission: 'organisation:delete',
      needsStepUp: true,
      body: DeletionBody,
      result: Acknowledgement,
      example: { name: 'Hill Farm' },
    },
    (trx, actor, { body }) => askDeletion(trx, actor, body),
  ),
  write(
    {
      method: 'DELETE',
      path: '/organisation/deletion',
      title: 'Withdraw the deletion of my organisation',
      description: 'It stays. For every owner, until the last moment; 404 where nobody wants it deleted.',
      permission: 'organisation:delete',
      result: Acknowledgement,
    },
    (trx, actor) => withdrawDeletion(trx, actor),
  ),
]
