import { sql } from 'kysely'
import Type from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { momentColumns } from '../../http/table.ts'
import { oneOf } from '../../http/validate/schema.ts'
import type { SearchQuery, Sql } from '../../http/search/definition.ts'
import type { IndexDefinition } from '../../http/search/index/read-rows.ts'
import { unitTypes } from '../../system/access/schema.ts'
import { CLEANING_LOSS } from '../../system/reasons/reasons.ts'
import {
  commodityFilter,
  gradeFilter,
  harvestYearFilter,
  tagFilter,
  typeFilter,
} from '../../system/commodities/search-filters.ts'
import { freeTags } from '../free-tags.ts'
import { recordRow, soldNow, wasEmptiedAfter } from '../ledger/ledger.ts'
import { businessUnitName, keeperName, ownerName, placeName, regionName } from './labels.ts'
import { lastCount } from './last-count.ts'
import { findShortRecords } from './queries.ts'
import { currentGrams, isEmpty, isThere, isVisibleTo, nextUnweighedAt } from './rows.ts'
import type { ShortRecord } from './schema.ts'
import { nameOfOwner, ownerOfRecord } from '../partners/party-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import type { ChoiceName } from '../../words/stock-terms.ts'

/** "Search Inventory Record": what records can be found, sorted and added up by. */
export const recordSearch: IndexDefinition<ShortRecord> = {
  name: 'records',
  path: '/api/inventory/records',
  source: (actor, query) => ({
    from: recordsFrom(actor),
    where: [isVisibleTo(actor), ...conditions(actor, query)],
  }),
  id: sql`r.id`,
  filters: {
    'f:type': {
      displayName: 'Kind',
      choices: ['crop', 'produce'],
      kind: 'text',
      value: sql`r.kind`,
      label: choiceName,
    },
    'f:commodity': commodityFilter(sql`r.commodity_id`),
    'f:commodityType': typeFilter(sql`r.type_id`),
    'f:commodityGrade': gradeFilter(sql`coalesce(r.grade_id, 0)`),
    'f:commodityVariety': {
      displayName: 'Variety',
      values: 'in upper or lower case',
      kind: 'text',
      isCaseless: true,
      value: sql`nullif(r.variety, '')`,
    },
    'f:commodityTags': tagFilter(sql`r.tag_ids`),
    'f:harvestYear': harvestYearFilter(sql`r.harvest_year`),
    'f:status': {
      displayName: 'Status',
      choices: ['active', 'empty'],
      kind: 'text',
      value: sql`figures.status`,
      label: choiceName,
    },
    'f:source': {
      displayName: 'Source',
      choices: ['planting', 'intake', 'existing', 'movement', 'trade'],
      kind: 'text',
      value: sql`r.source`,
      label: choiceName,
    },
    'f:lastCount': {
      displayName: 'Last count',
      choices: ['found', 'lost', 'agreed', 'never'],
      kind: 'text',
      value: sql`case when last_count.at is null then 'never' when last_count.grams > 0 then 'found'
        when last_count.grams < 0 then 'lost' else 'agreed' end`,
      label: choiceName,
    },
    'f:organisationId': {
      displayName: 'Owner',
      values: 'by id, your own for a trading partner',
      namesPartner: true,
      kind: 'text',
      value: sql`r.owner_id`,
      labelSql: ownerName,
    },
    'f:storageOrganisationId': {
      displayName: 'Storer',
      kind: 'uuid',
      value: sql`s.organisation_id`,
      labelSql: keeperName,
    },
    'f:storageId': {
      displayName: 'Field or store',
      kind: 'uuid',
      value: sql`r.storage_id`,
      labelSql: placeName,
    },
    'f:storageType': {
      displayName: 'Kind of place',
      choices: ['field', 'store'],
      kind: 'text',
      value: sql`s.type`,
      label: choiceName,
    },
    'f:businessUnitIds': {
      displayName: 'Business unit',
      kind: 'uuid',
      isArray: true,
      value: sql`(coalesce(own_units.ids, '{}')
        || array(select ru.business_unit_id from record_business_units ru where ru.storer_id = r.keeper_id and ru.record_id = r.id))`,
      labelSql: businessUnitName,
    },
    'f:location': {
      displayName: 'Town',
      values: 'in upper or lower case',
      kind: 'text',
      isCaseless: true,
      value: sql`nullif(s.location -> 'address' ->> 'city', '')`,
    },
    'f:regionISO': {
      displayName: 'Region',
      values: 'such as GB-HRT',
      kind: 'text',
      isCaseless: true,
      value: sql`nullif(s.region_iso, '')`,
      labelSql: regionName,
    },
    'f:tags': freeTags('Tag', sql`r.tags`),
    'f:tagl': freeTags('Location tag', sql`own.tags`),
    'f:tagm': {
      displayName: 'Management type',
      choices: unitTypes,
      kind: 'text',
      isArray: true,
      value: sql`own_units.types`,
    },
  },
  sortable: {
    createdAtUTC: sql`extract(epoch from r.created_at)`,
    name: sql`lower(r.name) collate "C"`,
    harvestYear: sql`r.harvest_year collate "C"`,
    variety: sql`lower(r.variety) collate "C"`,
    organisationName: sql`lower(${ownerOfRecord}) collate "C"`,
    storageName: sql`lower(coalesce(s.name, '')) collate "C"`,
    area: sql`coalesce(r.area_hectares, 0)`,
    weight: sql`figures.current_grams`,
    lastCountedAtUTC: sql`coalesce(extract(epoch from last_count.at), 0)`,
    lastCountVariance: sql`coalesce(last_count.grams, 0)`,
  },
  defaultSort: { by: 'createdAtUTC', descending: true },
  aggregations: [
    { name: 'weight', unit: 'kg', value: sql`figures.current_grams`, divisor: 1000 },
    { name: 'area', unit: 'ha', value: sql`r.area_hectares`, decimals: 4 },
    { name: 'lastCountVariance', unit: 'kg', value: sql`last_count.grams`, divisor: 1000 },
  ],
  kept: {
    holds: ({ now }) => ({
      from: sql`b.settled_to`,
      until: sql`least(b.next_due_at, ${nextUnweighedAt(now)})`,
    }),
    marks: (actor) => ({ isOwned: isOwned(actor), isStored: isStored(actor), isToClean: isToClean(actor) }),
    wanted: ({ ownerStatus, requiresCleaning }) => ({
      ...(ownerStatus === 'owned by' && { isOwned: true }),
      ...(ownerStatus === 'stored by' && { isStored: true }),
      ...(requiresCleaning !== undefined && { isToClean: requiresCleaning === true }),
    }),
    names: {
      organisationName: {
        id: sql`r.owner_id`,
        // Of the stock that the caller sees, partners own what the caller keeps.
        name: (id, { organisationId }) =>
          sql`lower(${nameOfOwner(id, sql`${organisationId}::uuid`)}) collate "C"`,
      },
    },
    sums: {
      total: sql`figures.current_grams`,
      sold: sql`figures.sold_grams`,
      /** Number of them that are there now. */
      there: sql`figures.is_there::int`,
    },
    groups: {
      commodities: ['f:commodity', 'f:commodityType', 'f:commodityGrade'],
      businesses: ['f:businessUnitIds'],
      locations: ['f:location'],
      areas: ['f:storageId'],
      regions: ['f:regionISO'],
    },
    // Half a second.
    manyRows: 20_000,
  },
  parameters: {
    wait: Type.Optional(
      Type.Boolean({
        description:
          'Default: true. false: where very many records are to be counted for the first time, as after an update, the answer does not wait for it: it has the page and `totalDocs`, `isCounting`, and no facets and sums.',
      }),
    ),
    ownerStatus: Type.Optional(
      oneOf(
        ['owned by', 'stored by'],
        'owned by: stock of your own. stored by: stock that you keep for others.',
      ),
    ),
    requiresCleaning: Type.Optional(
      Type.Boolean({
        description:
          'true: only stock of which something still has to be cleaned, wherever it was moved to: a load came in for which cleaning was agreed, or part of it, and since then no cleaning loss has been entered there and the record has not been empty. false: only other stock.',
      }),
    ),
  },
  docs: findShortRecords,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    owner: ({ organisationName }) => organisationName,
    kind: ({ type }) => type,
    source: ({ source }) => source,
    status: ({ status }) => status,
    commodity: ({ commodity }) => commodity.commodity.name,
    type: ({ commodity }) => commodity.type.name,
    grade: ({ commodity }) => commodity.grade.name,
    variety: ({ commodity }) => commodity.variety,
    tags: ({ commodity }) => commodity.tags.map(({ name }) => name).join(', '),
    'harvest year': ({ harvestYear }) => harvestYear,
    place: ({ storage }) => storage.description,
    'place type': ({ storage }) => storage.type,
    region: ({ storage }) => storage.regionISO,
    'area ha': ({ harvest }) => harvest.area,
    'current kg': (record) => record.yield.current,
    'initial kg': (record) => record.yield.initial,
    'harvested kg': (record) => record.yield.harvested,
    'loss kg': (record) => record.yield.loss,
    'sold kg': (record) => record.yield.sold,
    'total kg': (record) => record.yield.total,
    'sold in all kg': ({ soldWeight }) => soldWeight,
    'position kg': ({ position }) => position,
    ...momentColumns<ShortRecord>(
      'last counted',
      'last counted UTC',
      ({ lastCountedAtUTC }) => lastCountedAtUTC,
    ),
    'last count variance kg': ({ lastCountVariance }) => lastCountVariance?.weight ?? '',
  },
}

/** Names a choice of a filter as people call it. */
function choiceName(id: string, actor: Actor): string {
  // Nothing else is in the columns.
  return render(message('choiceName', { name: id as ChoiceName }), actor)
}

/** The tables of the search. `own` is the place again where it is the caller's: only then are its units and tags seen. */
function recordsFrom({ organisationId, now }: Actor): Sql {
  return sql`records r
    left join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    left join storages s on s.id = r.storage_id
    left join storages own on own.id = s.id and own.organisation_id = ${organisationId}
    left join (
      select su.storage_id, array_agg(u.id) as ids, array_agg(u.type) filter (where u.type <> '') as types
      from business_units u join storage_business_units su on su.business_unit_id = u.id
      where u.organisation_id = ${organisationId} group by su.storage_id
    ) own_units on own_units.storage_id = own.id
    left join lateral ${lastCount(now)} last_count on true
    cross join lateral (
      select ${currentGrams(now)} as current_grams,
        greatest(${soldNow(now)}, coalesce(r.sold_ahead_grams, 0)) as sold_grams,
        case when ${isEmpty(now)} then 'empty' else 'active' end as status,
        ${isThere(now)} as is_there
    ) as figures`
}

function isOwned({ organisationId }: Actor): Sql {
  return sql`(r.owner_id = ${organisationId})`
}

function isStored({ organisationId }: Actor): Sql {
  return sql`(r.keeper_id = ${organisationId}::uuid and r.owner_id <> ${organisationId})`
}

function conditions(actor: Actor, { ownerStatus, requiresCleaning }: SearchQuery): Sql[] {
  return [
    ...(ownerStatus === 'owned by' ? [isOwned(actor)] : []),
    ...(ownerStatus === 'stored by' ? [isStored(actor)] : []),
    ...(requiresCleaning === undefined
      ? []
      : [requiresCleaning === true ? isToClean(actor) : sql`not ${isToClean(actor)}`]),
  ]
}

/**
 * Something is there, and a load of which something has to be cleaned came in after it was last cleaned, which a count with the reason cleaning
 * loss says, or one that is noted with a load out of it, and after it was last empty. The last such load tells: what came before it was
 * cleaned, or left, no later.
 */
function isToClean({ now }: Actor): Sql {
  // `offset 0` keeps the planner from going through all that ever came, latest first, where none has to be cleaned.
  return sql`(figures.current_grams > 0 and exists (
    select from (
      select * from (
        select effective_at, id from movements
        where destination_record_id = r.id and uncleaned_share > 0 and status <> 'deleted' and effective_at <= ${now}
        offset 0
      ) loads order by effective_at desc, id desc limit 1
    ) m
    where not exists (select from adjustments a
        where a.storer_id = r.keeper_id and a.record_id = r.id and a.reason_id = ${sql.lit(CLEANING_LOSS)} and a.effective_at >= m.effective_at)
      and not exists (select from movements x
        where x.source_record_id = r.id and x.adjustment_reason_id = ${sql.lit(CLEANING_LOSS)} and x.status <> 'deleted'
          and x.effective_at >= m.effective_at and x.effective_at <= ${now})
      and not ${wasEmptiedAfter(recordRow(sql`r`), { at: sql`m.effective_at`, id: sql`m.id` }, now)}))`
}
