import { say, useMessages } from '../../i18n/messages.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { Segmented } from '../../ui/parts.tsx'
import type { TicketDraft } from './draft.ts'
import type { TicketTerms } from './terms.ts'
import { messages } from './whose-messages.ts'
import type { Basis } from './whose.ts'

interface Props {
  draft: Pick<TicketDraft, 'party'>
  change: (part: Partial<TicketDraft>) => void
  terms: TicketTerms
  /** True once somebody has tried to save: only then are missing values shown. */
  isTried: boolean
}

/** Describes the basis of the load of a ticket in words; undefined for one that does not come in from a sender. */
export function useBasisText(): (ticket: Pick<Ticket, 'basis' | 'contract'>) => string | undefined {
  const m = useMessages(messages)
  return ({ basis, contract }) => {
    if (contract) return say(m.storedUnder, { reference: contract.reference })
    return basis && (basis === 'bought' ? m.bought : m.stored)
  }
}

/** Asks for the basis of the load: under the sender's contract, stored for him or bought; only if nobody has stated it of him before. */
export function WhoseLoad({ draft, change, terms: { contract, basis, isAsked }, isTried }: Props) {
  const m = useMessages(messages)
  if (!isAsked) return null
  const owner = contract?.owner.name ?? draft.party.trim()
  const options: Partial<Record<Basis, string>> = contract
    ? { contract: say(m.storedUnder, { reference: contract.details.reference }), bought: m.bought }
    : { stored: m.stored, bought: m.bought }
  return (
    <div className="field">
      <Segmented<Basis>
        label={m.whose}
        value={basis ?? ''}
        options={options}
        onChange={(said) => change({ said })}
      />
      <span className="quiet small">
        {basis === 'bought' ? m.belongsToUs : basis ? say(m.belongsTo, { owner }) : say(m.ask, { owner })}
        {contract === undefined && ` ${m.contractsUnknown}`}
      </span>
      {isTried && basis === undefined && <span className="fault">{m.needed}</span>}
    </div>
  )
}
