import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { tableFor } from '../table-for.ts'
import { acceptOwnerInvitation } from './accept-owner-invitation.ts'
import { inviteOwner } from './invite-owner.ts'
import { createPartner, mergePartners, updatePartner } from './partners.ts'
import { getPartner, listPartners } from './queries.ts'
import { partnerTable } from './partner-table.ts'
import {
  AcceptOwnerInvitationBody,
  CreatePartnerBody,
  InviteOwnerBody,
  MergeAcknowledgement,
  MergePartnersBody,
  OwnerInvited,
  Partner,
  PartnerIdParam,
  PartnerPage,
  PartnersQuery,
  UpdatePartnerBody,
} from './schema.ts'

const whoTheyAre =
  'Partners are those you trade with who do not use this service. Names that differ only in blanks or case are one partner.'

/** Operations for the partners that an organisation trades with. */
export const partnerOperations = (mail: { sendsMail: boolean }): Operation[] => [...partners, inviting(mail)]

function inviting({ sendsMail }: { sendsMail: boolean }): Operation {
  return write(
    {
      method: 'POST',
      path: '/partners/:id/invite-owner',
      title: 'Invite the owner of stored grain',
      description:
        'Makes an organisation of the partner’s name, which the partner is from now on, and invites somebody into it: they see what is theirs here, with its loads, losses and contracts, and nothing else of yours. ' +
        'As with POST /api/identity/invitations the token comes by mail or is shown this once; it works once, within 7 days. Until somebody has come in it can be done again; after that already_exists. 100 new owners a day (429).',
      permission: 'users:write',
      params: PartnerIdParam,
      body: InviteOwnerBody,
      result: OwnerInvited,
      current: (trx, actor, { id }) => getPartner(trx, actor, id),
      example: { email: 'dan@brookfarm.example' },
    },
    (trx, actor, { params, body }) => inviteOwner(trx, actor, params.id, body, { byMail: sendsMail }),
  )
}

const partners: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/owner-invitations/accept',
      title: 'Accept an owner’s invitation for your organisation',
      description:
        'For whoever is invited to see their stored grain and has an organisation here already: the store’s partner becomes this organisation, with all earlier stock, loads and contracts, and ' +
        'what the store books in your name counts from then on, until you decide otherwise. The organisation that the store made is left empty. For a signed-in person with the invited address; 404 for any other invitation, and once somebody has come into that organisation. ' +
        'Refused with in_use where both have had stock of one kind in one bay.',
      permission: 'users:write',
      body: AcceptOwnerInvitationBody,
      result: Acknowledgement,
      example: { token: 'invitation_k3Jb…' },
    },
    (trx, actor, { body }) => acceptOwnerInvitation(trx, actor, body),
  ),
  read(
    {
      path: '/partners',
      title: 'List partners',
      description: `Senders, receivers and owners that your movements, records and contracts have named, and those that you entered, by name, each with its numbers, its lorries and what it is assured by. ${whoTheyAre}`,
      permission: 'stock:read',
      fromReplica: true,
      query: PartnersQuery,
      result: PartnerPage,
      table: (db, actor, { query }) => tableFor(partnerTable(db, actor, query), actor),
    },
    (db, actor, { query }) => listPartners(db, actor, query),
  ),
  read(
    {
      path: '/partners/:id',
      title: 'Get a partner',
      description:
        'One partner of yours. An id that was merged into another leads to the partner that stayed.',
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
      description: `Enters a partner before its first load, with as much of it as is known. ${whoTheyAre} Refused with already_exists if you know it: the answer has its id.`,
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
      title: 'Update a partner',
      description:
        'Changes what the body names. A new name holds also on movements, records and contracts that name it already, whatever programs call it; refused ' +
        'with already_exists for the name of another partner. Assurances and declarations tell what ends in time: on Today, in this list, and with each load that the partner sends, gets or carries. No load is refused for it.',
      permission: 'records:write',
      params: PartnerIdParam,
      body: UpdatePartnerBody,
      result: Partner,
      current: (trx, actor, { id }) => getPartner(trx, actor, id),
      example: {
        taxNumber: 'GB123456789',
        vehicles: ['AB12 CDE'],
        assurances: [{ scheme: 'TASCC', number: '4711', covers: 'haulier', untilISO: '2027-03-31' }],
      },
    },
    async (trx, actor, { params, body }) => {
      await updatePartner(trx, actor, params.id, body)
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
