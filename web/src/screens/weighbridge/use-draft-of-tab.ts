import { useEffect } from 'react'
import { useDraft } from '../../offline/drafts.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { tabPlace } from '../../offline/tab.ts'
import { parseReading } from '../../i18n/numbers.ts'
import { useWeightReader } from '../../ui/weight-reader.ts'
import { blankTicket, formOfTicket, isBlankDraft, type TicketDraft } from './draft.ts'

/**
 * The form of a new ticket, of this tab alone. What was saved of it is a ticket: a page that was killed before it could empty the form does
 * not show the lorry a second time.
 */
export function useDraftOfTab(organisationId: string, tickets: Ticket[]) {
  const place = tabPlace()
  const own = useDraft<TicketDraft>(
    `${organisationId}.ticket${place > 1 ? `.${place}` : ''}`,
    blankTicket,
    isBlankDraft,
  )
  const [draft, change] = own
  const read = useWeightReader(parseReading)
  const form = JSON.stringify(formOfTicket(draft, { full: read(draft.full).kg, empty: read(draft.empty).kg }))
  const isSaved = tickets.some(({ asTyped }) => asTyped?.id === draft.id && JSON.stringify(asTyped) === form)
  useEffect(() => {
    if (isSaved) change(blankTicket(draft.kind))
  }, [isSaved, change, draft.kind])
  return own
}
