import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed, orNull, TraceFormat, type Acknowledgement } from '../../http/validate/schema.ts'
import { describeSearch, searchQuery, sumQuery } from '../../http/search/definition.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { movementEpcis, movementsIn } from '../records/trace/epcis.ts'
import { findLoadSources } from '../records/load-sources.ts'
import { MovementTrace } from '../records/trace/trace-schema.ts'
import { createMovement, createMovements, enterMovements } from './create-movements.ts'
import {
  ActionsBody,
  DeleteMovementBody,
  DuplicateBody,
  EditMovementBody,
  EditMovementsBody,
  RescaleAcknowledgement,
  RescaleBody,
  RestoreMovementBody,
} from '../loads/edit/schema.ts'
import { MovementAcknowledgement } from '../loads/schema.ts'
import { deleteMovement } from '../loads/edit/delete-movement.ts'
import { duplicateMovement } from '../loads/edit/duplicate-movement.ts'
import { editMovement, editMovements } from '../loads/edit/edit-movement.ts'
import { actionSearch, movementSearch } from './movement-search.ts'
import { MovementTotals, sumMovements } from './movement-totals.ts'
import { getMovement } from './queries.ts'
import { CreateMovementBody, CreateMovementsBody, Movement, MovementIdParam, MovementPage } from './schema.ts'
import { requestOfOne, touchedByRequest } from './movement-request.ts'
import { rehearseMovements } from './rehearse-movements.ts'
import { rescaleLoads } from '../loads/edit/rescale-loads.ts'
import { movementsTable, searchMovements } from './search-movements.ts'
import { traceMovement } from './trace-movement.ts'
import { actionNames, editNames, editsNames, movementNames, movementsNames } from './other-names.ts'
import { restoreMovement } from '../loads/edit/restore-movement.ts'
import { updateActions } from '../loads/edit/update-actions.ts'
import { tableFor } from '../table-for.ts'

const whatIsSeen =
  'Movements that your organisation entered, and, only to read, those of stock that you own in other organisations’ stores.'
const whoWrites = 'Only the organisation that entered a movement changes it; to others it answers 404.'
const whatRefuses =
  'Refused with insufficient_stock if a record would be short at any time up to now, and with incompatible_stock if it would lie with ' +
  'stock that it may not be mixed with. A movement in the future is not refused for either: the answer names the conflict.'
const whereTo =
  'With destination.storageId the stock stays with you and goes to that bay. With destination.organisationId alone it leaves to that ' +
  'organisation, and `sold` is required. A destination that names neither, or contradicts itself, is refused with destination_ambiguous.'
const underWhich =
  'Somebody else’s crop that comes off a field into your bay comes under the storage contract that fits it, unless storageContractId ' +
  'names one; null means none.'

const anId = '01990000-0000-7000-8000-000000000000'
const toStore = { storageId: anId, substorageId: 12, type: 'store' as const }
const toOrganisation = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
const aDriver = { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }

const current = (db: Kysely<Tables>, actor: Actor, params: { id: string }) =>
  getMovement(db, actor, params.id)
const firstMade = ({ ids }: Acknowledgement) => ids?.[0] && `/api/inventory/movements/${ids[0]}`

/** Movements of stock: within the organisation, out to others, and in. */
export const movementOperations: Operation[] = [
  read(
    {
      path: '/movements',
      title: 'Search Movements Between Dates',
      description:
        `${whatIsSeen} The start and end dates are included. Filters combine; any of several values of one filter matches. ` +
        'Newest first unless sorted. Deleted movements are listed only with f:status=deleted. Weights in kilograms.' +
        describeSearch(movementSearch),
      permission: 'stock:read',
      needsStepUpToExport: true,
      fromReplica: true,
      query: searchQuery(movementSearch),
      result: MovementPage,
      table: (db, actor, { query }) => tableFor(movementsTable(db, movementSearch, actor, query), actor),
    },
    (db, actor, { query }) => searchMovements(db, movementSearch, actor, query),
  ),
  read(
    {
      path: '/movements/actions',
      title: 'List Movements Requiring Action',
      description:
        'Intakes and outbound movements that still lack a driver (name or registration), the empty or the full weight. ' +
        `${whatIsSeen} Newest first unless sorted. Weights in kilograms.${describeSearch(actionSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(actionSearch),
      result: MovementPage,
      table: (db, actor, { query }) => tableFor(movementsTable(db, actionSearch, actor, query), actor),
    },
    (db, actor, { query }) => searchMovements(db, actionSearch, actor, query),
  ),
  read(
    {
      path: '/movements/totals',
      title: 'Sum up movements',
      description: `The loads and weights of all movements that the same search would find, in, out and within. ${whatIsSeen} Weights in kilograms.`,
      permission: 'stock:read',
      fromReplica: true,
      query: sumQuery(movementSearch),
      result: MovementTotals,
    },
    (db, actor, { query }) => sumMovements(db, actor, query),
  ),
  read(
    {
      path: '/movements/:id',
      title: 'Get Movement',
      description:
        `One movement, a deleted one too. ${whatIsSeen} weightRemaining is what was left at its source right after it: for an intake, what ` +
        'its record held then; for a standing crop, which is not stock, 0. Weights in kilograms.',
      permission: 'stock:read',
      params: MovementIdParam,
      result: Movement,
      isResource: true,
    },
    (db, actor, { params }) => getMovement(db, actor, params.id),
  ),
  read(
    {
      path: '/movements/:id/trace',
      title: 'Trace a movement',
      description:
        'What one load was made of: fields, senders and intakes, with kilograms and shares that add up to 100. What leaves blended ' +
        `stock takes every part in proportion. A deleted movement carried nothing. ${whatIsSeen}`,
      permission: 'stock:read',
      fromReplica: true,
      params: MovementIdParam,
      query: closed(TraceFormat),
      result: MovementTrace,
      isResource: true,
      async epcis(db, actor, { params }) {
        const trace = await traceMovement(db, actor, params.id)
        return movementEpcis(trace, actor, await findLoadSources(db, actor, movementsIn(trace)))
      },
    },
    (db, actor, { params }) => traceMovement(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/movements',
      title: 'Create A Movement',
      description:
        `Moves kilograms of one record. ${whereTo} ${whatRefuses} What comes off a field is harvest, traced to the planting. ${underWhich} ` +
        'A movement has no moisture, so no drying loss is taken: if the crop is to be dried, enter it as a load of the harvest plan.',
      permission: 'movements:write',
      body: CreateMovementBody,
      otherNames: movementNames,
      result: MovementAcknowledgement,
      location: firstMade,
      rehearse: rehearseMovements,
      isUndoneByRollback: true,
      together: {
        touches: ({ body }) => touchedByRequest(body),
        run: (trx, asked) =>
          enterMovements(
            trx,
            asked.map(({ actor, input }) => requestOfOne(actor, input.body)),
          ),
      },
      example: {
        recordId: anId,
        movementDateISO: '2026-08-14T09:30',
        weight: 28460,
        destination: toOrganisation,
        sold: true,
        driver: aDriver,
      },
    },
    (trx, actor, { body }) => createMovement(trx, actor, body),
  ),
  write(
    {
      method: 'POST',
      path: '/movements/bulk',
      title: 'Create Movements',
      description: `Moves kilograms of several records to one place at one time: all of them, or none. With \`ticket\` they are the load of one lorry. ${whereTo} ${whatRefuses} ${underWhich}`,
      permission: 'movements:write',
      body: CreateMovementsBody,
      otherNames: movementsNames,
      result: MovementAcknowledgement,
      location: firstMade,
      rehearse: rehearseMovements,
      isUndoneByRollback: true,
      example: {
        records: [{ id: anId, weight: 12000 }],
        movementDateISO: '2026-08-14',
        destination: toStore,
      },
    },
    (trx, actor, { body }) => createMovements(trx, actor, body),
  ),
  write(
    {
      method: 'PUT',
      path: '/movements/bulk',
      title: 'Edit Movements',
      description:
        'Replaces what several movements say, intakes among them, as one change: all of them or none. Each is as for one movement, but they are ' +
        'judged once, when all are made, so that the order in which they are given does not matter. So the weights of loads in and out of a bay ' +
        `that was emptied and filled again since can be put right together. ${whatRefuses} ${whoWrites}`,
      permission: 'movements:write',
      body: EditMovementsBody,
      otherNames: editsNames,
      result: MovementAcknowledgement,
      rehearse: rehearseConflicts,
      example: {
        movements: [
          {
            id: '17',
            recordId: anId,
            movementDateISO: '2026-08-14T10:15',
            weight: 28000,
            destination: toStore,
          },
        ],
      },
    },
    (trx, actor, { body }) => editMovements(trx, actor, body),
  ),
  write(
    {
      method: 'POST',
      path: '/movements/rescale',
      title: 'Weigh loads again',
      description:
        'Puts a scale right that was out: multiplies the readings of all loads that were on it between two dates, at most 1,000, by a factor. ' +
        'The loads weigh what follows from that; those that nobody weighed stay. The answer lists them; send it with dryRun=true first. It is ' +
        `one change, judged once when all are made. ${whatRefuses} Kilograms.`,
      permission: 'adjustments:write',
      body: RescaleBody,
      result: RescaleAcknowledgement,
      rehearse: rehearseConflicts,
      example: { startDateISO: '2026-08-01', endDateISO: '2026-08-14', factor: 1.004 },
    },
    (trx, actor, { body }) => rescaleLoads(trx, actor, body),
  ),
  write(
    {
      method: 'PUT',
      path: '/movements/:id',
      title: 'Edit Movement',
      description:
        'Replaces date, weight and destination. The old effect on stock is reversed at the old date, and the new one entered. The weight ' +
        'of a load weighed full and empty is corrected by its readings, with PUT /movements/{id}/actions. Driver, weighbridge, contractId, contractReference and ' +
        `storageContractId stay if the body leaves them out. null removes a contract or its reference, but not the driver. ${whereTo} ${whatRefuses} ${whoWrites}`,
      permission: 'movements:write',
      params: MovementIdParam,
      body: EditMovementBody,
      otherNames: editNames,
      result: MovementAcknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: { recordId: anId, movementDateISO: '2026-08-14T10:15', weight: 28000, destination: toStore },
    },
    (trx, actor, { params, body }) => editMovement(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'DELETE',
      path: '/movements/:id',
      title: 'Delete Movement',
      description:
        'Takes a movement back at its own date. It is kept, and listed only with f:status=deleted. Where it is one part of a lorry that was weighed, lorryNet has to say whether the other parts take its weight over or the lorry’s net was less. Refused with insufficient_stock ' +
        `if its grain has already gone on, and with already_deleted the second time. ${whoWrites}`,
      permission: 'movements:write',
      params: MovementIdParam,
      body: orNull(DeleteMovementBody),
      result: MovementAcknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: { recordId: anId },
    },
    (trx, actor, { params, body }) => deleteMovement(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'POST',
      path: '/movements/:id/restore',
      title: 'Restore a movement',
      description:
        'Puts a deleted movement back at its own date, with its number. As a part of a lorry that was weighed it takes its weight back from the ' +
        `other parts, or the lorry has its full reading again. Refused with not_deleted if it is not deleted, and as a new movement is where the stock no longer allows it. ${whatRefuses} ${whoWrites}`,
      permission: 'movements:write',
      params: MovementIdParam,
      body: orNull(RestoreMovementBody),
      result: MovementAcknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: { reason: 'Deleted by mistake' },
    },
    (trx, actor, { params, body }) => restoreMovement(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'PUT',
      path: '/movements/:id/actions',
      title: 'Update Movement Actions',
      description:
        'Fills in what a movement lacks; what the body leaves out stays. Weights in kilograms: once both are known, full − empty is ' +
        'the movement’s weight, and full has to be more. Of a part of a ticket they are the readings of the whole lorry: all its parts share them and add up to its net. With nothing outstanding the movement completes by itself; isComplete true ' +
        `completes it anyway, and false opens again what was completed with something missing. adjustToZero writes off what its source still has; operators may not use it. ${whatRefuses} ${whoWrites}`,
      permission: 'movements:write',
      params: MovementIdParam,
      body: ActionsBody,
      otherNames: actionNames,
      result: MovementAcknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: { recordId: anId, driver: aDriver, weighbridge: { empty: 14200, full: 42660 } },
    },
    (trx, actor, { params, body }) => updateActions(trx, actor, params.id, body),
  ),
  write(
    {
      method: 'POST',
      path: '/movements/:id/duplicate',
      title: 'Duplicate a movement',
      description:
        'Makes 1 to 100 copies with the same date, weight and places, but without driver and weighbridge. If those are needed, the ' +
        `copies are incomplete. ${whatRefuses} ${whoWrites}`,
      permission: 'movements:write',
      params: MovementIdParam,
      body: DuplicateBody,
      result: MovementAcknowledgement,
      location: firstMade,
      current,
      rehearse: rehearseConflicts,
      example: { recordId: anId, count: 3 },
    },
    (trx, actor, { params, body }) => duplicateMovement(trx, actor, params.id, body),
  ),
]
