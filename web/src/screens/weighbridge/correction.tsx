import { languageNow } from '../../i18n/language.ts'
import { useDraft } from '../../offline/drafts.ts'
import type { Entered, Ticket } from '../../offline/tickets.ts'
import { tabPlace } from '../../offline/tab.ts'
import type { Indicator } from '../../scale/use-indicator.ts'
import { ticketDraftOf } from './draft.ts'
import { FirstWeighing } from './first-weighing.tsx'
import type { ReferenceData } from './reference-data.ts'

interface Props {
  ticket: Ticket
  ground: ReferenceData
  indicator: Indicator
  onSaved: () => void
  onBack: () => void
  onUnkept: (ticket: Ticket, entry: Entered) => void
}

/** A refused ticket with all that was typed, as somebody puts it right. Until it is saved it stays refused as it is. */
export function Correction({ ticket, ...others }: Props) {
  const name = `${ticket.organisationId}.correction.${ticket.id}.${tabPlace()}`
  const [draft, change, clear] = useDraft(name, () => ticketDraftOf(ticket, languageNow()))
  return <FirstWeighing {...others} draft={draft} change={change} clear={clear} correcting={ticket} />
}
