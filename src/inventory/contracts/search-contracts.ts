import { sql } from 'kysely'
import Type from 'typebox'
import type { Actor } from '../../http/actor.ts'
import type { SearchDefinition, Sql } from '../../http/search/definition.ts'
import { commodityLabel, gradeLabel, tagLabel, typeLabel } from '../commodities/labels.ts'
import { findContracts, isVisibleContract } from './queries.ts'
import type { StorageContract } from './schema.ts'

/** "Search Storage Contracts": what contracts can be found, sorted and added up by. */
export const contractSearch: SearchDefinition<StorageContract> = {
  name: 'contracts',
  path: '/api/inventory/contracts',
  source: (actor, { query }) => ({
    from: contractsFrom(actor),
    where: [
      isVisibleContract(actor),
      ...(typeof query === 'string' && query.trim() !== '' ? [matchesText(query)] : []),
    ],
  }),
  id: sql`c.id`,
  filters: {
    status: {
      displayName: 'Status',
      values: 'upcoming, active or expired',
      kind: 'text',
      value: sql`figures.status`,
      label: (status) => status.charAt(0).toUpperCase() + status.slice(1),
    },
    'f:commodity': {
      displayName: 'Commodity',
      kind: 'int',
      value: sql`c.commodity_id`,
      label: commodityLabel,
    },
    'f:commodityType': {
      displayName: 'Type',
      kind: 'int',
      value: sql`c.type_id`,
      label: typeLabel,
    },
    'f:commodityGrade': {
      displayName: 'Grade',
      kind: 'int',
      value: sql`c.grade_id`,
      label: gradeLabel,
    },
    'f:tags': {
      displayName: 'Commodity tag',
      kind: 'int',
      isArray: true,
      value: sql`c.tag_ids`,
      label: tagLabel,
    },
    'f:ownerOrganisationId': {
      displayName: 'Owner',
      values: 'by id, your own for a trading partner',
      kind: 'text',
      value: sql`c.owner_id`,
      labelSql: (id, actor) => sql`(
        select c.owner_name from storage_contracts c where c.owner_id = ${id} and ${isVisibleContract(actor)}
        order by c.created_at desc, c.id limit 1)`,
    },
  },
  sortable: {
    startDateUTC: sql`c.start_at`,
    endDateUTC: sql`c.end_at`,
    createdAtUTC: sql`c.created_at`,
    reference: sql`lower(c.reference) collate "C"`,
    ownerOrganisationName: sql`lower(c.owner_name) collate "C"`,
    weight: sql`c.weight_grams`,
  },
  defaultSort: { by: 'startDateUTC', descending: true },
  aggregations: [{ name: 'weight', unit: 'kg', value: sql`c.weight_grams`, divisor: 1000 }],
  parameters: {
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: '^[^\\u0000]*$',
        description: 'Part of the reference, or of the owner’s or storer’s name.',
      }),
    ),
  },
  docs: findContracts,
  csv: {
    columns: [
      'id',
      'reference',
      'status',
      'ownerId',
      'owner',
      'storer',
      'startDateUTC',
      'endDateUTC',
      'commodity',
      'type',
      'grade',
      'varieties',
      'cleaning',
      'drying',
      'preAgreedMoistureLevelPercentage',
      'weight',
      'intake',
      'used',
      'remaining',
      'exceeded',
      'planned',
    ],
    cells: ({ id, status, owner, storer, details, inventory, usage }) => [
      id,
      details.reference,
      status,
      owner.id,
      owner.name,
      storer.name,
      details.startDateUTC,
      details.endDateUTC,
      inventory.commodity.commodity.name,
      inventory.commodity.type.name,
      inventory.commodity.grade.name,
      inventory.commodity.variety,
      details.services.cleaning.agreed,
      details.services.drying.agreed,
      details.services.drying.preAgreedMoistureLevelPercentage,
      inventory.weight,
      usage.intake,
      usage.used,
      usage.remaining,
      usage.exceeded,
      usage.planned,
    ],
  },
}

/** What `contractStatus` of rules.ts says of one contract, for many. */
function contractsFrom({ now }: Actor): Sql {
  return sql`storage_contracts c
    join organisations storer on storer.id = c.storer_id
    cross join lateral (
      select case when c.start_at > ${now} then 'upcoming' when c.end_at >= ${now} then 'active' else 'expired' end as status
    ) as figures`
}

function matchesText(text: string): Sql {
  const pattern = `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`c.reference ilike ${pattern} or c.owner_name ilike ${pattern} or storer.name ilike ${pattern}`
}
