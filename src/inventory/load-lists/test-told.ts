import { expect } from 'vitest'
import type { Answer } from '../../../test/app.ts'

type Json = Answer['body']
type ToldEvent = [type: string, subject: string, data: object]

const text = expect.any(String)

/** Lists the events that listeners get for a list with a load that is brought, one off a field and one that moves. */
export function toldOfList({ loads }: Json, answer: Json): ToldEvent[] {
  const [brought, cut, gone] = answer.loads.map(({ movements }: Json) => movements[0])
  const created = ({ id }: Json, type: string, recordIds: unknown[]): ToldEvent => [
    'movement.created',
    id,
    { ids: [Number(id)], type, recordIds },
  ]
  const into = brought.destinationRecordId
  return [
    ['record.created', into, { ids: [into], movementIds: [Number(brought.id)], recordIds: [into] }],
    created(brought, 'intake', [into]),
    ['harvest.loads_added', loads[1].from.harvestPlanId, { ids: [Number(cut.id)], recordIds: [text, text] }],
    created(cut, 'internal', [text, text]),
    created(gone, 'internal', [gone.recordId, gone.destinationRecordId]),
  ]
}
