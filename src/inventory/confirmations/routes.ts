import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { setStance } from '../../system/counterparties/stances.ts'
import { message } from '../../words/catalogue.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { decideConfirmations, decideForGood } from './decide.ts'
import { listBookings } from './bookings.ts'
import { getCounterparty, listConfirmations, listCounterparties } from './queries.ts'
import {
  BookingPage,
  BookingsQuery,
  ConfirmationPage,
  ConfirmationParam,
  ConfirmationsQuery,
  CounterpartiesQuery,
  Counterparty,
  CounterpartyPage,
  CounterpartyParam,
  DecideBody,
  StanceBody,
} from './schema.ts'

const example = { ids: ['0198c0de-0000-7000-8000-000000000001'] }
const both = 'Both sides hear of it. What is so already stays. It can be decided otherwise later.'

/** Confirmations of what others book in an organisation's name, and what it has decided about others for good. */
export const confirmationOperations: Operation[] = [
  read(
    {
      path: '/confirmations',
      title: 'List what is to be confirmed',
      description:
        'Stock and storage contracts that another organisation has booked in your name, the latest first. Until you accept it, it is in their book alone: in none ' +
        'of your lists, sums and papers. With `as=storer`, what you have booked in the name of others, and what they say to it.',
      permission: 'stock:read',
      query: ConfirmationsQuery,
      result: ConfirmationPage,
    },
    (db, actor, { query }) => listConfirmations(db, actor, query),
  ),
  read(
    {
      path: '/confirmations/:id/bookings',
      title: 'List the bookings behind what is to be confirmed',
      description:
        'Each load that came in or off a field, each stock that was there before and each crop, with its day, lorry, ticket, weight, bay and grade, the latest first: what you ' +
        'accept or decline as one. Also of what you have booked in the name of others. What was moved from bay to bay later is no booking; a contract has none.',
      permission: 'stock:read',
      params: ConfirmationParam,
      query: BookingsQuery,
      result: BookingPage,
    },
    (db, actor, { params, query }) => listBookings(db, actor, params.id, query),
  ),
  write(
    {
      method: 'POST',
      path: '/confirmations/accept',
      title: 'Accept what was booked in your name',
      description: `It is yours from its beginning, and so is what the same storer books of the same commodity and harvest year later. ${both}`,
      permission: 'confirmations:write',
      body: DecideBody,
      result: Acknowledgement,
      rehearse: rehearseConflicts,
      example,
    },
    (trx, actor, { body }) => decide(trx, actor, body.ids, 'accepted'),
  ),
  write(
    {
      method: 'POST',
      path: '/confirmations/decline',
      title: 'Decline what was booked in your name',
      description: `It is not yours, nor is what the same storer books of the same commodity and harvest year later. The storer’s stock stays as it is. ${both}`,
      permission: 'confirmations:write',
      body: DecideBody,
      result: Acknowledgement,
      rehearse: rehearseConflicts,
      example,
    },
    (trx, actor, { body }) => decide(trx, actor, body.ids, 'declined'),
  ),
  ...counterparties(),
]

async function decide(trx: Transaction, actor: Actor, ids: string[], decision: 'accepted' | 'declined') {
  const count = await decideConfirmations(trx, actor, ids, decision)
  return { ...acknowledge(actor, message('confirmationsWereDecided', { count, decision })), ids }
}

function counterparties(): Operation[] {
  const ofOne = {
    path: '/counterparties/:id',
    params: CounterpartyParam,
    permission: 'confirmations:write' as const,
    result: Counterparty,
    current: (trx: Transaction, actor: Actor, { id }: { id: string }) => getCounterparty(trx, actor, id),
  }
  return [
    read(
      {
        path: '/counterparties',
        title: 'List counterparties',
        description:
          'Organisations that have booked something in your name, and those that you accept for good or block, by name.',
        permission: 'stock:read',
        query: CounterpartiesQuery,
        result: CounterpartyPage,
      },
      (db, actor, { query }) => listCounterparties(db, actor, query),
    ),
    read(
      {
        path: ofOne.path,
        title: 'Get a counterparty',
        description: 'Another organisation, with what you have decided about it.',
        permission: 'stock:read',
        params: CounterpartyParam,
        result: Counterparty,
        isResource: true,
      },
      (db, actor, { params }) => getCounterparty(db, actor, params.id),
    ),
    write(
      {
        ...ofOne,
        method: 'PUT',
        title: 'Accept or block a counterparty',
        description:
          'Accepted: what they book in your name is yours at once, without being asked. Blocked: it is declined, and neither side can write to the other. With `includesOpen` also what is pending of theirs.',
        body: StanceBody,
        isResource: true,
        rehearse: rehearseConflicts,
        example: { stance: 'accepted', includesOpen: true },
      },
      async (trx, actor, { params, body }) => {
        await decideForGood(trx, actor, params.id, body)
        return getCounterparty(trx, actor, params.id)
      },
    ),
    write(
      {
        ...ofOne,
        method: 'DELETE',
        title: 'Be asked about a counterparty again',
        description:
          'Takes back that a counterparty is accepted for good or blocked. What was accepted or declined stays so.',
        rehearse: rehearseConflicts,
      },
      async (trx, actor, { params }) => {
        await setStance(trx, actor, params.id, undefined)
        return getCounterparty(trx, actor, params.id)
      },
    ),
  ]
}
