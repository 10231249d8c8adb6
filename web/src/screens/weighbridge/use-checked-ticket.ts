import type { Refused } from '../../api/client.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { useRehearsalOf, type Rehearsal } from '../../ui/rehearsal.tsx'
import type { Chosen } from './chosen.ts'
import { firstEntry } from './entries.ts'
import { isOfOrganisation, type ReferenceData } from './reference-data.ts'
import { guessed } from './judgement.ts'
import { refusedBy } from './refused-by.ts'

/** The service's verdict on a ticket before it is sent. */
export interface CheckedTicket {
  /** As it was asked of; undefined as long as the draft is not complete. */
  ticket: Ticket | undefined
  /** True if its second reading is only guessed. */
  isGuess: boolean
  rehearsal: Rehearsal
  refused: Refused | undefined
}

/** Asks the service of a ticket as it is or, before it is weighed again, as such lorries usually are. */
export function useCheckedTicket(
  made: Ticket | undefined,
  chosen: Chosen,
  ground: ReferenceData,
): CheckedTicket {
  const isGuess = made !== undefined && chosen.net === undefined
  const ticket = made && isGuess ? guessed(made, ground) : made
  const entry = ticket && firstEntry(ticket, isOfOrganisation(ticket, ground.bays))
  const rehearsal = useRehearsalOf(entry)
  const refused = refusedBy(rehearsal.error)
  // What a lorry turns out to carry is not known yet: that it is too much is only a guess.
  const isUnsure = isGuess && refused?.fault?.code === 'insufficient_stock'
  return { ticket, isGuess, rehearsal, refused: isUnsure ? undefined : refused }
}
