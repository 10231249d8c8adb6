import type { Kysely } from 'kysely'
import Type from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { firstOf, OneOrMany, oneOrMany } from '../../http/validate/one-or-many.ts'
import { loadNames } from '../movements/other-names.ts'
import { Acknowledgement, ImportResult, orNull } from '../../http/validate/schema.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { searchDocs } from '../../http/search/search.ts'
import { rehearseConflicts } from '../stock/conflicts.ts'
import { addLoads, addLoadsOfMany, touchedByHarvest } from './add-loads.ts'
import { adjustRemainingArea } from './adjust-remaining-area.ts'
import { backfillPlans } from './get-plan.ts'
import { deleteLoads, enteredLoads, loadSearch, loadsTable, searchLoads } from './loads.ts'
import { importPlantings, CreatePlantingsBody, DryRunQuery } from './plantings.ts'
import { FieldShapes, FieldShapesQuery, readFieldShapes } from './field-shapes.ts'
import { getPlan, HistoryQuery, readHistory, plansTable, planSearch } from './queries.ts'
import {
  AddLoadsBody,
  BackfillBody,
  DeleteLoadsBody,
  EnteredHarvestLoad,
  HarvestHistory,
  HarvestLoad,
  HarvestPlan,
  PlanIdParam,
  RemainingAreaBody,
} from './schema.ts'

const anId = '01990000-0000-7000-8000-000000000000'
const whose = 'Only the organisation that has the fields sees a plan.'
const whatIsALoad =
  'A load is also a movement, and can be looked at, corrected and traced as one. Grain that was moved off a field in any other way is a load too.'
const current = (db: Kysely<Tables>, actor: Actor, params: { id: string }) => getPlan(db, actor, params.id)

/** Operations on the expected and actual harvest of fields. */
export const harvestOperations: Operation[] = [
  read(
    {
      path: '/storage/shapes',
      title: 'List Field Shapes',
      description:
        'Your own fields as a map draws them: outline or position, the crops of a harvest year, and what they brought by the hectare. `bbox` ' +
        'leaves what lies within its corners, `tolerance` makes outlines as simple as you can bear. Hectares, kilograms, metres; degrees ' +
        'are WGS 84.',
      permission: 'stock:read',
      fromReplica: true,
      query: FieldShapesQuery,
      result: FieldShapes,
    },
    (db, actor, { query }) => readFieldShapes(db, actor, query),
  ),
  write(
    {
      method: 'POST',
      path: '/plantings',
      title: 'Create new plantings',
      description:
        'Enters standing crops, one planting per row, and puts them into their harvest plans. A good row is stored; a bad one is reported with what ' +
        'is wrong in it, and nothing of it is kept. A row with the field, commodity, type, variety and harvest year of a planting that ' +
        'is there adds nothing, and says in message where it differs. Hectares, and kilograms per hectare. If a row has the wrong fields or types, the whole request is refused with 400.',
      permission: 'records:write',
      query: DryRunQuery,
      body: CreatePlantingsBody,
      result: ImportResult,
      example: [
        {
          rowNumber: 1,
          type: 'crop',
          harvestYear: '2026',
          owned: true,
          commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
          field: { storageId: anId, area: 9.5 },
          planting: { plantingAtUTC: '2025-10-02', expectedYield: 8500 },
        },
      ],
    },
    (trx, actor, { body, query }) => importPlantings(trx, actor, body, { isDryRun: query.dryRun === true }),
  ),
  write(
    {
      method: 'POST',
      path: '/harvest-plans/backfill',
      title: 'Create harvest plans for existing org records',
      description:
        'Puts every planting of your organisation into its harvest plan and makes the plans that are missing. Newer plantings are in theirs ' +
        'already. Repeating it does nothing. organisationId may only be your own.',
      permission: 'harvest:write',
      body: orNull(BackfillBody),
      result: Acknowledgement,
      location: ({ ids }) => ids?.[0] && `/api/inventory/harvest-plans/${ids[0]}`,
      rehearse: rehearseConflicts,
      example: {},
    },
    (trx, actor, { body }) => backfillPlans(trx, actor, body ?? {}),
  ),
  read(
    {
      path: '/harvest-plans',
      title: 'Search Harvest Plans',
      description:
        'Plans, each of one harvest year, commodity, type, grade, variety, tags and business unit, with their plantings and what these add up ' +
        `to. Filters combine; f:regionISO finds plans with any field there. ${whose} Kilograms and hectares; latest harvest year first unless sorted.${describeSearch(planSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(planSearch),
      result: Type.Array(HarvestPlan),
      table: (db, actor, { query }) => plansTable(db, actor, query),
    },
    (db, actor, { query }) => searchDocs(db, planSearch, actor, query),
  ),
  read(
    {
      path: '/harvest-plans/history',
      title: 'Search Harvest Plan History',
      description:
        'Chart data: for each harvest year what your fields were expected to bring and what they brought (kilograms), their area planted and harvested (hectares) and their yield ' +
        '(kilograms per hectare of what was cut).',
      permission: 'stock:read',
      fromReplica: true,
      query: HistoryQuery,
      result: HarvestHistory,
    },
    (db, actor, { query }) => readHistory(db, actor, query),
  ),
  read(
    {
      path: '/harvest-plans/loads',
      title: 'Search Harvest Plan Loads',
      description: `The loads of one plan, newest first unless sorted; planned ones too. ${whatIsALoad} Kilograms and hectares.${describeSearch(loadSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(loadSearch),
      result: Type.Array(HarvestLoad),
      table: (db, actor, { query }) => loadsTable(db, actor, query),
    },
    (db, actor, { query }) => searchLoads(db, actor, query),
  ),
  read(
    {
      path: '/harvest-plans/:id',
      title: 'Get Harvest Plans',
      description: `One plan with its plantings and what they add up to now. ${whose} Kilograms and hectares.`,
      permission: 'stock:read',
      params: PlanIdParam,
      result: HarvestPlan,
      isResource: true,
    },
    (db, actor, { params }) => getPlan(db, actor, params.id),
  ),
  write(
    {
      method: 'PATCH',
      path: '/harvest-plans/:id/remaining-area',
      title: 'Adjusts estimated remaining area for fields in a harvest plan',
      description:
        'Says how many hectares of each field are still to be harvested. Nothing else changes them: a load does not. Refused with stale_area, ' +
        'naming the fields, if originalAreaRemaining is not what is stored. All or none.',
      permission: 'harvest:write',
      params: PlanIdParam,
      body: RemainingAreaBody,
      result: HarvestPlan,
      isResource: true,
      current,
      rehearse: rehearseConflicts,
      example: [{ fieldId: anId, areaRemaining: 4.5, originalAreaRemaining: 10 }],
    },
    async (trx, actor, { params, body }) => {
      await adjustRemainingArea(trx, actor, params.id, body)
      return getPlan(trx, actor, params.id)
    },
  ),
  write(
    {
      method: 'POST',
      path: '/harvest-plans/:id/loads',
      title: 'Add a new load to a harvest plan',
      description:
        'Brings loads from fields of the plan into bays, in kilograms; with one load the answer is that load, with several an array. A load may ' +
        'exceed the expected yield, since standing crop is not stock. commodityGroupId is the commodity type. If crops of several owners stand in a field, plantingId has to name the one that the load comes off. Refused with incompatible_stock where the bay holds what it may not ' +
        `be mixed with. Somebody else’s crop comes in under their storage contract, and is dried as that says. \`message\` says what joining changed, and \`conflicts\` what is then wrong in the bay. All or none. ${whatIsALoad}`,
      permission: 'movements:write',
      params: PlanIdParam,
      body: AddLoadsBody,
      otherNames: loadNames,
      result: OneOrMany(EnteredHarvestLoad),
      location: (result) => {
        const first = firstOf(result)
        return first && `/api/inventory/movements/${first.movementId}`
      },
      current,
      rehearse: rehearseConflicts,
      isUndoneByRollback: true,
      together: {
        touches: ({ params, body }) => touchedByHarvest(params.id, body),
        run: async (trx, asked) => {
          const brought = await addLoadsOfMany(
            trx,
            asked.map(({ actor, input: { params, body } }) => ({ actor, planId: params.id, body })),
          )
          const [first] = asked
          const loads = first ? await enteredLoads(trx, first.actor, brought.flat()) : []
          return brought.map((own) => oneOrMany(loads.splice(0, own.length)))
        },
      },
      example: [
        {
          fieldId: anId,
          commodityId: 1,
          commodityGroupId: 101,
          storageId: anId,
          substorageId: 12,
          dateISO: '2026-08-14T09:30',
          weightNet: 14_260,
          moisture: 15.2,
          temperature: 21,
          driverName: 'Sam',
          driverRegistration: 'AB12 CDE',
          sample: null,
        },
      ],
    },
    async (trx, actor, { params, body }) =>
      oneOrMany(await enteredLoads(trx, actor, await addLoads(trx, actor, params.id, body))),
  ),
  write(
    {
      method: 'DELETE',
      path: '/harvest-plans/:id/loads',
      title: 'Deletes a load from a harvest plan',
      description:
        'Reverses loads at their own dates and deletes their movements. Of a part of a lorry that was weighed, lorryNet has to say whether the other ' +
        'parts take its weight over or the lorry’s net was less. Refused with insufficient_stock if the grain has gone on. All or none.',
      permission: 'movements:write',
      params: PlanIdParam,
      body: DeleteLoadsBody,
      result: Acknowledgement,
      current,
      rehearse: rehearseConflicts,
      example: [{ loadId: '1204' }],
    },
    (trx, actor, { params, body }) => deleteLoads(trx, actor, params.id, body),
  ),
]
