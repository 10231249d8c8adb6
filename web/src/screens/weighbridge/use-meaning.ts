import { now } from '../../api/clock.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/languages.ts'
import { parseArea, parseReading } from '../../i18n/numbers.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { useWeightReader } from '../../ui/weight-reader.ts'
import { chosenOf, grainOf, isComplete, ticketFrom } from './chosen.ts'
import { measuredOf, momentOfDraft, type TicketDraft } from './draft.ts'
import { firstEntry } from './entries.ts'
import { isOfOrganisation, type ReferenceData } from './reference-data.ts'
import { isShortEnough } from './limits.ts'
import { useTerms, type TicketTerms } from './terms.ts'
import { useCheckedTicket } from './use-checked-ticket.ts'

export type Meaning = ReturnType<typeof useMeaning>

/** Finds the meaning of a draft, whether it is complete, and the entry that would be sent of it. */
export function useMeaning(
  draft: TicketDraft,
  ground: ReferenceData,
  change: (part: Partial<TicketDraft>) => void,
  before: Ticket | undefined,
) {
  const formats = useFormats()
  const { organisation } = useMe()
  const read = useWeightReader(parseReading)
  const language = useLanguage()
  const at = momentOfDraft(draft, organisation.timeZone, now())
  const commodityId = grainOf(draft, ground)?.id
  const [full, empty] = [read(draft.full, { commodityId }).kg, read(draft.empty, { commodityId }).kg]
  const areaRemaining = readHectares(draft.stillToCut, language)
  const chosen = chosenOf(draft, ground, { full, empty, at, areaRemaining }, formats.today())
  const terms = useTerms(draft, chosen, ground, change)
  const isReady =
    isComplete(draft, chosen) &&
    isShortEnough(draft) &&
    hasRoomToCut(draft, ground, areaRemaining) &&
    (draft.kind !== 'in' || terms.basis !== undefined)
  const asked = isReady ? made(momentOfCheck(ground), before?.id ?? draft.id).ticket : undefined
  return { chosen, terms, isReady, made, judged: useCheckedTicket(asked, chosen, ground) }

  function made(moment: Date, id: string, more: Pick<Ticket, 'emptiesBay'> = {}) {
    const known = knownOf(draft, ground, terms)
    const ticket = {
      ...ticketFrom(draft, chosen, known, organisation, { id, now: moment, before }),
      ...more,
    }
    return { ticket, entry: firstEntry(ticket, isOfOrganisation(ticket, ground.bays)) }
  }
}

/** True if the area still to be cut, if anybody has stated it, is no more than the field has. */
function hasRoomToCut(
  { kind, from, stillToCut }: TicketDraft,
  { plantings }: ReferenceData,
  hectares: number | undefined,
) {
  if (kind !== 'field' || stillToCut.trim() === '') return true
  const area = plantings.find(({ recordId }) => recordId === from)?.area ?? 0
  return hectares !== undefined && hectares <= area
}

/** Hectares as they were typed; undefined where they are none. */
function readHectares(typed: string, language: Language): number | undefined {
  const parsed = parseArea(typed, language)
  return 'value' in parsed ? parsed.value : undefined
}

const MINUTE_MS = 60_000
/** The minute, so that a dry run is not asked for again with every second that passes; yet never before grain that has just come in. */
const momentOfCheck = ({ knownAt }: ReferenceData) =>
  new Date(Math.max(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS, knownAt.getTime()))

function knownOf(draft: TicketDraft, { parties }: ReferenceData, { contract, basis, measures }: TicketTerms) {
  return {
    parties,
    measured: measuredOf(draft, measures),
    basis,
    contract:
      contract && basis === 'contract'
        ? { id: contract.id, reference: contract.details.reference }
        : undefined,
  }
}
