import { write, type Operation } from '../../http/operation.ts'
import { rehearseMovements } from '../movements/rehearse-movements.ts'
import { enterEachOfList, enterList, enterSingles } from './enter-list.ts'
import { EnterLoadsBody, EnterLoadsQuery, EnterLoadsResult, type LoadInput } from './schema.ts'

const anId = '01990000-0000-7000-8000-000000000000'

/** Operations that enter loads of any kind together. */
export const loadOperations: Operation[] = [
  write(
    {
      method: 'POST',
      path: '/loads',
      title: 'Enter Loads',
      description:
        'Enters lorry loads of any kind, in kilograms: what somebody brings to a bay, what comes off a field, and what goes to another bay or leaves. ' +
        'The kinds may be mixed; loads are entered in the order of their moments, whatever their order here. All of them or none: what is wrong is told ' +
        'of each by its place, such as `loads[2].weight`. With `each=true` every load is for itself: one that is refused says why in its place in the ' +
        'answer, and the others are entered. Send an Idempotency-Key, so that a list that is sent again is not entered twice.',
      permission: 'movements:write',
      query: EnterLoadsQuery,
      body: EnterLoadsBody,
      result: EnterLoadsResult,
      location: ({ ids: [id] }) => id && `/api/inventory/movements/${id}`,
      rehearse: rehearseMovements,
      isUndoneByRollback: true,
      together: {
        touches: ({ query: { each }, body: { loads } }) => {
          const [only, another] = loads
          return only && !another && !each ? touchedBy(only) : undefined
        },
        run: (trx, asked) =>
          enterSingles(
            trx,
            asked.map(({ actor, input: { body } }) => ({ actor, loads: body.loads })),
          ),
      },
      example: {
        loads: [
          {
            from: {
              sender: { name: 'Hill Farm' },
              commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
              harvestYear: '2026',
            },
            to: { storageId: anId, substorageId: 12 },
            dateISO: '2026-08-14T09:30',
            weighbridge: { full: 42_460, empty: 14_000 },
            reference: 'L-204',
            driver: { name: 'Sam', vehicleRegistration: 'AB12 CDE' },
          },
        ],
      },
    },
    (trx, actor, { query: { each }, body: { loads } }) =>
      each ? enterEachOfList(trx, actor, loads) : enterList(trx, actor, loads),
  ),
]

/** Lists the bays, records and plan that a load itself names: it waits while others change the same ones. */
function touchedBy({ from, to, parts, storageContract }: LoadInput): unknown[] | undefined {
  const bays = [to.substorageId, ...(parts ?? []).map((part) => part.to?.substorageId)].filter((each) => each)
  const taken = [
    from.recordId,
    from.harvestPlanId,
    ...(parts ?? []).map((part) => part.from?.recordId),
  ].filter((each) => each)
  const isKnown = bays.length > 0 || (!to.storageId && taken.length > 0)
  return isKnown && !storageContract ? [...taken, ...bays] : undefined
}
