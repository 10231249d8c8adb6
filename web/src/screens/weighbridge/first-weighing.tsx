import { useState, type FormEvent } from 'react'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { keep } from '../../offline/outbox.ts'
import type { Ticket } from '../../offline/store.ts'
import { lazily } from '../../ui/lazily.tsx'
import { chosenOf, isComplete, isUpsideDown, ticketFrom } from './chosen.ts'
import { blankDraft, firstReading, measuredOf, momentOfDraft, type Draft } from './draft.ts'
import { firstEntry } from './entries.ts'
import { isOwnGround, type Ground } from './ground.ts'
import { messages } from './messages.ts'
import { NetFoot } from './net-foot.tsx'
import { goOnByEnter } from './next-field.ts'
import { isReadyButForWeight, KnownLorries, Recalled, RememberedTare } from './recalled.tsx'
import { ScaleFigure, useWeightReader } from './scale-figure.tsx'
import { isDried, useTerms, type Terms } from './terms.ts'
import { TicketFields, type FieldsProps } from './ticket-fields.tsx'
import type { Indicator } from '../../scale/use-indicator.ts'

const Quality = lazily(async () => (await import('./quality.tsx')).Quality)
const WhatIsLeft = lazily(async () => (await import('./what-is-left.tsx')).WhatIsLeft)

interface Props {
  draft: Draft
  change: (part: Partial<Draft>) => void
  clear: () => void
  ground: Ground
  indicator: Indicator
  onSaved: (ticket: Ticket) => void
}

/** A lorry that has come: who it is, what it brings or takes, and its first weight; with a remembered tare the whole ticket. */
export function FirstWeighing({ draft, change, clear, ground, indicator, onSaved }: Props) {
  const m = useMessages(messages)
  const [isTried, setTried] = useState(false)
  const [isOpen, open] = useState(false)
  const reading = firstReading(draft.kind)
  const { chosen, terms, isReady, made } = useMeaning(draft, ground)

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (!isReady) return showWhatIsMissing(event.currentTarget)
    const { ticket, entry } = made(justNow())
    await keep(ticket, entry)
    clear()
    change({ ...blankDraft(draft.kind) })
    scrollTo({ top: 0 })
    onSaved(ticket)
  }

  function showWhatIsMissing(form: HTMLFormElement): void {
    open(true)
    // It is drawn by then; on a phone it may be far above the button.
    requestAnimationFrame(() => form.querySelector('.fault')?.scrollIntoView({ block: 'center' }))
  }

  const fieldsProps: FieldsProps = { draft, change, ground, chosen, isTried }
  const isRecalled = !isOpen && draft.day === '' && isReadyButForWeight(draft, chosen, ground)
  const faultOfReading =
    isTried && draft[reading] === '' ? m.needed : isUpsideDown(chosen) ? m.mustExceed : undefined
  return (
    <form
      className="panel ticket"
      aria-label={m.newTicket}
      noValidate
      onKeyDown={goOnByEnter}
      onSubmit={(event) => void save(event)}
    >
      <ScaleFigure
        label={m[reading]}
        step={m.weighing1}
        value={draft[reading]}
        onChange={(value, isTaken) => change({ [reading]: value, taken: takenWith(draft, reading, isTaken) })}
        fault={faultOfReading}
        indicator={indicator}
      />
      <div className="ticket-body">
        {!isRecalled && !isOpen && <KnownLorries {...fieldsProps} />}
        {isRecalled ? (
          <Recalled {...fieldsProps} onChange={() => open(true)} />
        ) : (
          <TicketFields {...fieldsProps} />
        )}
        {terms.measures.length > 0 && <Quality draft={draft} change={change} terms={terms} />}
        <RememberedTare {...fieldsProps} />
        {isReady && chosen.net !== undefined && (
          <WhatIsLeft
            entry={made(thisMinute()).entry}
            net={chosen.net}
            isDried={isDried(terms) && draft.day === ''}
          />
        )}
      </div>
      <NetFoot net={chosen.net}>
        <button className="button primary big" disabled={!ground.isReady} aria-keyshortcuts="Control+Enter">
          {chosen.net !== undefined ? m.finish : reading === 'full' ? m.saveFirst : m.saveFirstOut}
        </button>
      </NetFoot>
    </form>
  )
}

/** What a draft means, whether it is complete, and what would be sent of it. */
function useMeaning(draft: Draft, ground: Ground) {
  const formats = useFormats()
  const { organisation } = useMe()
  const read = useWeightReader()
  const [full, empty] = [read(draft.full).kg, read(draft.empty).kg]
  const at = momentOfDraft(draft, organisation.timeZone)
  const chosen = chosenOf(draft, ground, { full, empty, at }, formats.today())
  const terms = useTerms(draft, chosen, ground)
  return {
    chosen,
    terms,
    isReady: isComplete(draft, chosen),
    made(now: Date) {
      const ticket = ticketFrom(draft, chosen, knownOf(draft, ground, terms), organisation, now)
      return { ticket, entry: firstEntry(ticket, isOwnGround(ticket, ground.bays)) }
    },
  }
}

function knownOf(draft: Draft, { parties }: Ground, { contract, isStored, measures }: Terms) {
  return {
    parties,
    measured: measuredOf(draft, measures),
    contract: contract && isStored ? { id: contract.id, reference: contract.details.reference } : undefined,
  }
}

const justNow = () => new Date()
const MINUTE_MS = 60_000
/** So that a dry run is not asked for again with every second that passes. */
const thisMinute = () => new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)

const takenWith = ({ taken }: Draft, reading: 'full' | 'empty', isTaken: boolean) => [
  ...taken.filter((each) => each !== reading),
  ...(isTaken ? [reading] : []),
]
