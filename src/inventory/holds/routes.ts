import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { closed } from '../../http/validate/schema.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { tableFor } from '../table-for.ts'
import { changeHold, releaseHold } from './change-hold.ts'
import { getHold } from './queries.ts'
import {
  ChangeHoldBody,
  Hold,
  HoldIdParam,
  HoldTrace,
  ReleaseHoldBody,
  SetHold,
  SetHoldBody,
  TracedHolds,
} from './schema.ts'
import { holdSearch } from './search-holds.ts'
import { setHold } from './set-hold.ts'
import { holdTraced, traceHold } from './trace-hold.ts'

const over = 'One that is over stays as it is: in_use.'

/** Parts that the operations share which change one hold, and answer it as it is then. */
const ofOne = {
  params: HoldIdParam,
  result: Hold,
  isResource: true,
  current: (trx: Transaction, actor: Actor, { id }: { id: string }) => getHold(trx, actor, id),
  rehearse: rehearseConflicts,
}
const changedBy =
  <Body>(command: (trx: Transaction, actor: Actor, id: string, body: Body) => Promise<void>) =>
  async (
    trx: Transaction,
    actor: Actor,
    { params: { id }, body }: { params: { id: string }; body: Body },
  ) => {
    await command(trx, actor, id, body)
    return getHold(trx, actor, id)
  }

/** Holds: what may not leave a bay or a parcel, or come into it, and why. */
export const holdOperations: Operation[] = [
  read(
    {
      path: '/holds',
      title: 'Search holds',
      description: `Holds on your bays and parcels, the last to begin first.${describeSearch(holdSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(holdSearch),
      result: SearchEnvelope(Hold, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, holdSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, holdSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/holds/:id',
      title: 'Retrieve a hold',
      description:
        'One hold, with its files and, of a fumigation, the product, dose, airing and withholding days.',
      permission: 'stock:read',
      params: HoldIdParam,
      result: Hold,
      isResource: true,
    },
    (db, actor, { params }) => getHold(db, actor, params.id),
  ),
  read(
    {
      path: '/holds/:id/trace',
      title: 'Trace a hold',
      description:
        'What left a held bay or parcel since its hold begins, before it was entered or by an override, straight or through other bays of yours: the ' +
        'loads, and the parcels in which some of it still lies. Weights in kilograms.',
      permission: 'stock:read',
      params: HoldIdParam,
      result: HoldTrace,
    },
    (db, actor, { params }) => traceHold(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/holds',
      title: 'Set a hold',
      description:
        'Sets a bay, or one parcel in it, on hold. A load whose moment lies within it is refused with on_hold, unless somebody with holds:override gives a ' +
        '`holdOverride`; a planned one is a conflict. It stands until `untilISO`, or until somebody releases it; a fumigation ends by itself, the ' +
        'withholding days after it is aired.',
      permission: 'holds:write',
      body: SetHoldBody,
      result: SetHold,
      isResource: true,
      location: ({ id }) => `/api/inventory/holds/${id}`,
      version: ({ conflicts: _conflicts, ...hold }) => hold,
      rehearse: rehearseConflicts,
      example: {
        storageId: '0198c0de-0000-7000-8000-000000000001',
        substorageId: 12,
        reason: 'infestation',
        blocks: 'both',
        note: 'Weevils in probe 3.',
      },
    },
    (trx, actor, { body }) => setHold(trx, actor, body),
  ),
  write(
    {
      ...ofOne,
      method: 'PATCH',
      path: '/holds/:id',
      title: 'Change a hold',
      description: `Changes until when a hold stands, its note, its files or its fumigation. To let it end earlier takes holds:release. ${over}`,
      permission: 'holds:write',
      body: ChangeHoldBody,
      example: { note: 'The second probe is clean.' },
    },
    changedBy(changeHold),
  ),
  write(
    {
      ...ofOne,
      method: 'POST',
      path: '/holds/:id/release',
      title: 'Release a hold',
      description: `Ends a hold now. ${over}`,
      permission: 'holds:release',
      body: ReleaseHoldBody,
      example: { note: 'Result 4711: clean.' },
    },
    changedBy(releaseHold),
  ),
  write(
    {
      method: 'POST',
      path: '/holds/:id/trace',
      title: 'Hold by trace',
      description:
        'Sets every parcel on hold in which something of a held one still lies, for the same reason, since it came there. What is held already stays as it is.',
      permission: 'holds:write',
      params: HoldIdParam,
      result: TracedHolds,
      rehearse: rehearseConflicts,
    },
    async (trx, actor, { params }) => ({ holds: await holdTraced(trx, actor, params.id) }),
  ),
]
