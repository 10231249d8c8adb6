import { useEffect } from 'react'
import { useDraft } from '../../offline/drafts.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { tabPlace } from '../../offline/tab.ts'
import { useWeightReader } from '../../ui/weight-reader.ts'
import { blankDraft, formOfTicket, isBlankDraft, type Draft } from './draft.ts'

/**
 * The form of a new ticket, of this tab alone. What was saved of it is a ticket: a page that was killed before it could empty the form does
 * not show the lorry a second time.
 */
export function useOwnDraft(organisationId: string, tickets: Ticket[]) {
  const place = tabPlace()
  const own = useDraft<Draft>(
    `${organisationId}.ticket${place > 1 ? `.${place}` : ''}`,
    blankDraft,
    isBlankDraft,
  )
  const [draft, change] = own
  const read = useWeightReader()
  const form = JSON.stringify(formOfTicket(draft, { full: read(draft.full).kg, empty: read(draft.empty).kg }))
  const isSaved = tickets.some(({ asTyped }) => asTyped?.id === draft.id && JSON.stringify(asTyped) === form)
  useEffect(() => {
    if (isSaved) change(blankDraft(draft.kind))
  }, [isSaved, change, draft.kind])
  return own
}
