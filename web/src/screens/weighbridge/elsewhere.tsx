import type { Ticket } from '../../offline/tickets.ts'
import type { Ground } from './ground.ts'
import { OtherBays } from './other-bay.tsx'
import { OtherField } from './other-field.tsx'
import type { Typed } from './weighed-again.ts'

interface Props {
  /** As it was at the first weighing. */
  ticket: Ticket
  weighed: Ticket
  ground: Pick<Ground, 'bays' | 'plantings'>
  draft: Pick<Typed, 'field' | 'bays'>
  change: (part: Partial<Typed>) => void
}

/** The field and the bays of a ticket that may turn out to be others by its second weighing. */
export function Elsewhere({ ticket, weighed, ground, draft, change }: Props) {
  return (
    <>
      <OtherField
        ticket={ticket}
        plantings={ground.plantings}
        chosen={draft.field}
        onChoose={(field) => change({ field })}
      />
      <OtherBays
        ticket={ticket}
        weighed={weighed}
        bays={ground.bays}
        chosen={draft.bays}
        onChoose={(bays) => change({ bays })}
      />
    </>
  )
}
