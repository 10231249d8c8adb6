import { sql } from 'kysely'
import type { Actor } from '../../http/actor.ts'
import { dayColumns } from '../../http/table.ts'
import type { SearchDefinition, Sql } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import {
  commodityFilter,
  gradeFilter,
  gradeLabel,
  tagFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { contractStatuses } from './rules.ts'
import { findContracts, isVisibleContract } from './queries.ts'
import type { StorageContract } from './schema.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { State } from '../../words/en/trade.ts'

const ownerOfContract = nameOfOwner(sql`c.owner_id`, sql`c.storer_id`)

/** "Search Storage Contracts": what contracts can be found, sorted and added up by. */
export const contractSearch: SearchDefinition<StorageContract> = {
  name: 'contracts',
  path: '/api/inventory/contracts',
  source: (actor, { query }) => ({
    from: contractsFrom(actor),
    where: [
      isVisibleContract(actor),
      ...matchesText(
        query,
        (says) => sql`${says(sql`c.reference`)} or ${says(ownerOfContract)} or ${says(sql`storer.name`)}`,
      ),
    ],
  }),
  id: sql`c.id`,
  filters: {
    status: {
      displayName: 'Status',
      choices: contractStatuses,
      kind: 'text',
      value: sql`figures.status`,
      label: (state, actor) => render(message('stateName', { state: state as State }), actor),
    },
    'f:commodity': commodityFilter(sql`c.commodity_id`),
    'f:commodityType': typeFilter(sql`c.type_id`),
    'f:commodityGrade': {
      ...gradeFilter(sql`coalesce(c.grade_id, 0)`),
      values: 'by id; 0 is a contract that names none',
      label: (id, actor) => (id === '0' ? render(message('anyGrade', {}), actor) : gradeLabel(id, actor)),
    },
    'f:tags': tagFilter(sql`c.tag_ids`),
    'f:ownerOrganisationId': {
      displayName: 'Owner',
      values: 'by id, your own for a trading partner',
      namesPartner: true,
      kind: 'text',
      value: sql`c.owner_id`,
      labelSql: (id, actor) => sql`(
        select ${ownerOfContract} from storage_contracts c where c.owner_id = ${id} and ${isVisibleContract(actor)}
        order by c.created_at desc, c.id limit 1)`,
    },
  },
  sortable: {
    startDateUTC: sql`c.start_at`,
    endDateUTC: sql`c.end_at`,
    createdAtUTC: sql`c.created_at`,
    reference: sql`lower(c.reference) collate "C"`,
    ownerOrganisationName: sql`lower(${ownerOfContract}) collate "C"`,
    weight: sql`c.weight_grams`,
  },
  defaultSort: { by: 'startDateUTC', descending: true },
  aggregations: [{ name: 'weight', unit: 'kg', value: sql`c.weight_grams`, divisor: 1000 }],
  parameters: {
    query: textParameter('Part of the reference, or of the owner’s or storer’s name.'),
  },
  docs: findContracts,
  columns: {
    id: ({ id }) => id,
    reference: ({ details }) => details.reference,
    status: ({ status }) => status,
    ownerId: ({ owner }) => owner.id,
    owner: ({ owner }) => owner.name,
    storer: ({ storer }) => storer.name,
    ...dayColumns<StorageContract>('startDate', 'startDateUTC', ({ details }) => details.startDateUTC),
    ...dayColumns<StorageContract>('endDate', 'endDateUTC', ({ details }) => details.endDateUTC),
    commodity: ({ inventory }) => inventory.commodity.commodity.name,
    type: ({ inventory }) => inventory.commodity.type.name,
    grade: ({ inventory }) => inventory.commodity.grade.name,
    varieties: ({ inventory }) => inventory.commodity.variety,
    cleaning: ({ details }) => details.services.cleaning.agreed,
    drying: ({ details }) => details.services.drying.agreed,
    preAgreedMoistureLevelPercentage: ({ details }) =>
      details.services.drying.preAgreedMoistureLevelPercentage,
    weight: ({ inventory }) => inventory.weight,
    intake: ({ usage }) => usage.intake,
    used: ({ usage }) => usage.used,
    remaining: ({ usage }) => usage.remaining,
    exceeded: ({ usage }) => usage.exceeded,
    planned: ({ usage }) => usage.planned,
  },
}

/** Selects contracts with their status, as `contractStatus` of rules.ts works it out for one. */
function contractsFrom({ now }: Actor): Sql {
  return sql`storage_contracts c
    join organisations storer on storer.id = c.storer_id
    cross join lateral (
      select case when c.start_at > ${now} then 'upcoming' when c.end_at >= ${now} then 'active' else 'expired' end as status
    ) as figures`
}
