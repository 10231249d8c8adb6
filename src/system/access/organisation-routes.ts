import Type from 'typebox'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed, idParam, Page, PageOf } from '../../http/validate/schema.ts'
import {
  archiveBusinessUnit,
  getBusinessUnit,
  listBusinessUnits,
  createBusinessUnit,
  updateBusinessUnit,
} from './business-units.ts'
import {
  getOrganisation,
  listOrganisations,
  reinstateOrganisation,
  suspendOrganisation,
  updateOrganisation,
} from './organisations.ts'
import * as schema from './schema.ts'

const ArchivedQuery = closed({
  archived: Type.Optional(
    Type.Boolean({ default: false, description: 'true lists the archived ones instead.' }),
  ),
})

const UnitIdParam = idParam('The business unit, by id.')
const OrganisationIdParam = idParam('The organisation, by id.')

/** Organisations and their business units. */
export function organisationOperations(): Operation[] {
  return [...businessUnits(), ...changesOfBusinessUnits(), ...myOrganisation(), ...allOrganisations()]
}

function businessUnits(): Operation[] {
  return [
    read(
      {
        path: '/business-units',
        title: 'List business units',
        description:
          'Your organisation’s business units in use; archived=true lists the archived ones instead.',
        permission: 'signed-in',
        query: ArchivedQuery,
        result: Type.Array(schema.BusinessUnitView),
      },
      (db, actor, { query }) => listBusinessUnits(db, actor, { archived: query.archived ?? false }),
    ),
    read(
      {
        path: '/business-units/:id',
        title: 'Get a business unit',
        description: 'One business unit of your organisation.',
        permission: 'signed-in',
        params: UnitIdParam,
        result: schema.BusinessUnitView,
        isResource: true,
      },
      (db, actor, { params }) => getBusinessUnit(db, actor, params.id),
    ),
    write(
      {
        method: 'POST',
        path: '/business-units',
        title: 'Create a business unit',
        description:
          'A part of the organisation, such as a farm or site, by which stock can be searched. Names are unique within the organisation.',
        permission: 'organisation:write',
        body: schema.BusinessUnitBody,
        result: schema.BusinessUnitView,
        example: { name: 'Hill Farm', type: 'farm' },
        location: ({ id }) => `/api/identity/business-units/${id}`,
        isResource: true,
      },
      (trx, actor, { body }) => createBusinessUnit(trx, actor, body),
    ),
  ]
}

function changesOfBusinessUnits(): Operation[] {
  return [
    write(
      {
        method: 'PATCH',
        path: '/business-units/:id',
        title: 'Update a business unit',
        description: 'Renames it or changes its type.',
        permission: 'organisation:write',
        params: UnitIdParam,
        body: schema.BusinessUnitChanges,
        result: schema.BusinessUnitView,
        example: { name: 'Hill Farm North' },
        isResource: true,
        current: (db, actor, { id }) => getBusinessUnit(db, actor, id),
      },
      (trx, actor, { params, body }) => updateBusinessUnit(trx, actor, params.id, body),
    ),
    write(
      {
        method: 'POST',
        path: '/business-units/:id/archive',
        title: 'Archive a business unit',
        description: 'Archives it. Places and stock already assigned to it keep it.',
        permission: 'organisation:write',
        params: UnitIdParam,
        result: schema.Acknowledgement,
        current: (db, actor, { id }) => getBusinessUnit(db, actor, id),
      },
      (trx, actor, { params }) => archiveBusinessUnit(trx, actor, params.id),
    ),
  ]
}

function myOrganisation(): Operation[] {
  return [
    read(
      {
        path: '/organisation',
        title: 'Get my organisation',
        description: 'The organisation you act for.',
        permission: 'signed-in',
        result: schema.Organisation,
        isResource: true,
      },
      (db, actor) => getOrganisation(db, actor.organisationId),
    ),
    write(
      {
        method: 'PATCH',
        path: '/organisation',
        title: 'Update my organisation',
        description:
          'Name, time zone and locale, whether corrections need a reason, and what lorries weigh at most. Dates without a zone are read in the new time zone from here on.',
        permission: 'organisation:write',
        body: schema.OrganisationChanges,
        result: schema.Organisation,
        example: { timeZone: 'Europe/London' },
        isResource: true,
        current: (db, actor) => getOrganisation(db, actor.organisationId),
      },
      (trx, actor, { body }) => updateOrganisation(trx, actor, body),
    ),
  ]
}

function allOrganisations(): Operation[] {
  return [
    read(
      {
        path: '/organisations',
        title: 'List organisations',
        description: 'All organisations of this installation.',
        permission: 'platform:admin',
        query: closed(Page),
        result: PageOf(schema.Organisation),
      },
      (db, _actor, { query }) => listOrganisations(db, query),
    ),
    write(
      {
        method: 'POST',
        path: '/organisations/:id/suspend',
        title: 'Suspend an organisation',
        description: 'Shuts its people and keys out at once. Nothing of theirs is changed.',
        permission: 'platform:admin',
        params: OrganisationIdParam,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => suspendOrganisation(trx, actor, params.id),
    ),
    write(
      {
        method: 'POST',
        path: '/organisations/:id/reinstate',
        title: 'Reinstate an organisation',
        description: 'Lets its people and keys in again.',
        permission: 'platform:admin',
        params: OrganisationIdParam,
        result: schema.Acknowledgement,
      },
      (trx, actor, { params }) => reinstateOrganisation(trx, actor, params.id),
    ),
  ]
}
