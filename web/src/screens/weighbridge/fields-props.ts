import type { Chosen } from './chosen.ts'
import type { TicketDraft } from './draft.ts'
import type { ReferenceData } from './reference-data.ts'

/** Props of each part of the form of a lorry. */
export interface FieldsProps {
  draft: TicketDraft
  change: (part: Partial<TicketDraft>) => void
  ground: ReferenceData
  chosen: Chosen
  /** True once somebody has tried to save: only then are faults shown. */
  isTried: boolean
}
