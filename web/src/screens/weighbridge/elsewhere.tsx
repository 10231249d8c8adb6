import type { Ticket } from '../../offline/tickets.ts'
import type { ReferenceData } from './reference-data.ts'
import { OtherBays } from './other-bay.tsx'
import { OtherField } from './other-field.tsx'
import type { Typed } from './weighed-again.ts'

interface Props {
  /** As it was at the first weighing. */
  ticket: Ticket
  weighed: Ticket
  ground: Pick<ReferenceData, 'bays' | 'grains' | 'known' | 'plantings'>
  draft: Pick<Typed, 'field' | 'bays' | 'parts'>
  /** A plan is weighed for the first time. */
  isFirst: boolean
  /** True once somebody has tried to save: only then are faults shown. */
  isTried: boolean
  change: (part: Partial<Typed>) => void
}

/** The field and the bays of a ticket that may turn out to be others by its second weighing. */
export function Elsewhere({ ticket, weighed, ground, draft, change, isFirst, isTried }: Props) {
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
        ground={ground}
        chosen={draft.bays}
        onChoose={(bays) => change({ bays })}
        parts={draft.parts}
        // One bay in place of another is said in one way or the other.
        onParts={(parts) => change({ parts, bays: draft.bays['to'] ? { to: draft.bays['to'] } : {} })}
        isFirst={isFirst}
        isTried={isTried}
      />
    </>
  )
}
