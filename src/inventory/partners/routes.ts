import { read, write, type Operation } from '../../http/operation.ts'
import { createPartner, mergePartners, renamePartner } from './partners.ts'
import { getPartner, listPartners } from './queries.ts'
import {
  CreatePartnerBody,
  MergeAcknowledgement,
  MergePartnersBody,
  Partner,
  PartnerIdParam,
  PartnerPage,
  PartnersQuery,
  RenamePartnerBody,
} from './schema.ts'

const whoTheyAre =
  'Partners are those you trade with who do not use this service. Names that differ only in blanks or case are one partner.'

/** Whom an organisation trades with. */
export const partnerOperations: Operation[] = [
  read(
    {
      path: '/partners',
      title: 'List partners',
      description: `Senders, receivers and owners that your movements, records and contracts have named, and those that you entered, by name. ${whoTheyAre}`,
      permission: 'stock:read',
      fromReplica: true,
      query: PartnersQuery,
      result: PartnerPage,
    },
    (db, actor, { query }) => listPartners(db, actor, query),
  ),
  read(
    {
      path: '/partners/:id',
      title: 'Get a partner',
      description: 'One partner of yours. 404 for one that was merged into another.',
      permission: 'stock:read',
      params: PartnerIdParam,
      result: Partner,
      isResource: true,
    },
    (db, actor, { params }) => getPartner(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/partners',
      title: 'Create a partner',
      description: `Enters a partner before its first load. ${whoTheyAre} Refused with already_exists if you know it: the answer has its id.`,
      permission: 'movements:write',
      body: CreatePartnerBody,
      result: Partner,
      location: ({ id }) => `/api/inventory/partners/${encodeURIComponent(id)}`,
      example: { name: 'Valley Mill' },
    },
    async (trx, actor, { body }) => getPartner(trx, actor, await createPartner(trx, actor, body)),
  ),
  write(
    {
      method: 'PATCH',
      path: '/partners/:id',
      title: 'Rename a partner',
      description:
        'Calls it otherwise from now on, also on movements, records and contracts that name it already, and whatever programs call it. Refused ' +
        'with already_exists for the name of another partner.',
      permission: 'records:write',
      params: PartnerIdParam,
      body: RenamePartnerBody,
      result: Partner,
      current: (trx, actor, { id }) => getPartner(trx, actor, id),
      example: { name: 'Valley Mill' },
    },
    async (trx, actor, { params, body }) => {
      await renamePartner(trx, actor, params.id, body)
      return getPartner(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/partners/:id/merge',
      title: 'Merge partners',
      description:
        'Makes other partners this one: movements, records and contracts that named them name this one, and their ids mean it from now on. ' +
        'Tells how many. It cannot be undone. Refused with in_use where two of them have had stock of one kind in the same bay, each in a ' +
        'record of its own.',
      permission: 'records:write',
      params: PartnerIdParam,
      body: MergePartnersBody,
      result: MergeAcknowledgement,
      current: (trx, actor, { id }) => getPartner(trx, actor, id),
      example: { ids: ['mill-8'] },
    },
    (trx, actor, { params, body }) => mergePartners(trx, actor, params.id, body),
  ),
]
