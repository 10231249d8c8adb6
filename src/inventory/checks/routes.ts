import { read, write, type Operation } from '../../http/operation.ts'
import { paper } from '../../http/paper.ts'
import { StorageIdParam } from '../storage/schema.ts'
import { tableFor } from '../table-for.ts'
import { checksReport } from './checks-report.ts'
import { createCheck, setCheckPlan } from './create-check.ts'
import { checksTable, getCheckPlan, listChecks } from './queries.ts'
import {
  BayCheck,
  CheckPlan,
  CheckPlanBody,
  Checks,
  CheckSpan,
  ChecksQuery,
  CreateCheckBody,
} from './schema.ts'

/** Bay checks: what somebody, or a sensor, found in a bay. */
export const checkOperations: Operation[] = [
  read(
    {
      path: '/storage/:id/checks',
      title: 'List bay checks',
      description:
        'What was found in the bays of a store of yours, or in one of them, the last first: temperature by probe in degrees Celsius, moisture in per cent, ' +
        'insects, smell, rodents, and what of it is beyond the limits of the store.',
      permission: 'stock:read',
      params: StorageIdParam,
      query: ChecksQuery,
      result: Checks,
      table: async (db, actor, { params, query }) =>
        tableFor(await checksTable(db, actor, params.id, query), actor),
    },
    (db, actor, { params, query }) => listChecks(db, actor, params.id, query),
  ),
  paper(
    {
      path: '/storage/:id/checks/report.pdf',
      title: 'Print the bay checks of a store',
      description:
        'The checks of the bays of a store of yours, or of one of them, over a time, in its order: date, bay, temperature of the hottest probe, moisture, insects, smell, rodents, notes, ' +
        'what was beyond the limits of the store as they are now, and by whom. Of more than 1,500 the newest; the CSV of GET /storage/{id}/checks has all of them. PDF, in the ' +
        'language that Accept-Language prefers. It is not kept.',
      params: StorageIdParam,
      query: CheckSpan,
    },
    (db, actor, { params, query, language }) =>
      checksReport(db, actor, { storageId: params.id, query, language }),
  ),
  write(
    {
      method: 'POST',
      path: '/storage/:id/checks',
      title: 'Enter a bay check',
      description:
        'Enters what somebody, or a sensor, found in a bay: at least one of temperature, moisture, insects, smell, rodents, a note or a file. ' +
        'The answer says what is beyond the limits of the store. The same findings again, of the same time of day, are entered once.',
      permission: 'notes:write',
      params: StorageIdParam,
      body: CreateCheckBody,
      result: BayCheck,
      example: {
        substorageId: 12,
        temperatures: [
          { probe: 'A1', celsius: 13.5 },
          { probe: 'A2', celsius: 14.2 },
        ],
        moisture: 14.1,
        insects: 'none',
      },
    },
    (trx, actor, { params, body }) => createCheck(trx, actor, params.id, body),
  ),
  read(
    {
      path: '/storage/:id/check-plan',
      title: 'Retrieve the check plan of a store',
      description: 'How often the bays of a store of yours are checked, and what is too much.',
      permission: 'stock:read',
      params: StorageIdParam,
      result: CheckPlan,
      isResource: true,
    },
    (db, actor, { params }) => getCheckPlan(db, actor, params.id),
  ),
  write(
    {
      method: 'PUT',
      path: '/storage/:id/check-plan',
      title: 'Set the check plan of a store',
      description:
        'Says how often the bays of a store are checked, and what is too much, in place of what was said before. What is due, and what was beyond its limits, is listed for the day.',
      permission: 'storage:write',
      params: StorageIdParam,
      body: CheckPlanBody,
      result: CheckPlan,
      isResource: true,
      current: (trx, actor, { id }) => getCheckPlan(trx, actor, id),
      example: { everyDays: 7, temperatureMost: 15, temperatureRiseMost: 2, moistureMost: 14.5 },
    },
    (trx, actor, { params, body }) => setCheckPlan(trx, actor, params.id, body),
  ),
]
