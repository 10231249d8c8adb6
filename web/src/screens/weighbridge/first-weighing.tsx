import { useState, type FormEvent } from 'react'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { keep } from '../../offline/outbox.ts'
import type { Ticket } from '../../offline/store.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { Icon } from '../../ui/icons.tsx'
import { BayRoom, waitingPart } from './bay-choice.tsx'
import { chosenOf, isComplete, isUpsideDown, ticketFrom, type Chosen } from './chosen.ts'
import { useDeviceSettings } from './device-settings.ts'
import { blankDraft, firstReading, momentOfDraft, recalled, type Draft } from './draft.ts'
import { firstEntry } from './entries.ts'
import { isOwnGround, type Ground } from './ground.ts'
import { isTareFresh } from './memory.ts'
import { messages } from './messages.ts'
import { NetFoot } from './net-foot.tsx'
import { goOnByEnter } from './next-field.ts'
import { ScaleFigure, useWeightReader } from './scale-figure.tsx'
import { TicketFields, type FieldsProps } from './ticket-fields.tsx'
import type { Indicator } from './use-indicator.ts'

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
  const formats = useFormats()
  const { organisation } = useMe()
  const read = useWeightReader()
  const [isTried, setTried] = useState(false)
  const [isOpen, open] = useState(false)
  const reading = firstReading(draft.kind)
  const [full, empty] = [read(draft.full).kg, read(draft.empty).kg]
  const at = momentOfDraft(draft, organisation.timeZone)
  const chosen = chosenOf(draft, ground, { full, empty, at }, formats.today())
  const isReady = isComplete(draft, chosen)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (!isReady) return open(true)
    const ticket = ticketFrom(draft, chosen, ground.parties, organisation)
    await keep(ticket, firstEntry(ticket, isOwnGround(ticket, ground.bays)))
    clear()
    change({ ...blankDraft(draft.kind) })
    scrollTo({ top: 0 })
    onSaved(ticket)
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
        {draft.vehicle === '' && <KnownLorries {...fieldsProps} />}
        {isRecalled ? (
          <Recalled {...fieldsProps} onChange={() => open(true)} />
        ) : (
          <TicketFields {...fieldsProps} />
        )}
        <RememberedTare {...fieldsProps} />
      </div>
      <NetFoot net={chosen.net}>
        <button className="button primary big" disabled={!ground.isReady} aria-keyshortcuts="Control+Enter">
          {chosen.net !== undefined ? m.finish : reading === 'full' ? m.saveFirst : m.saveFirstOut}
        </button>
      </NetFoot>
    </form>
  )
}

const takenWith = ({ taken }: Draft, reading: 'full' | 'empty', isTaken: boolean) => [
  ...taken.filter((each) => each !== reading),
  ...(isTaken ? [reading] : []),
]

/** Whether all is known of a lorry, so that the ticket is shown in short: it is on one screen of a phone then. */
function isReadyButForWeight(draft: Draft, chosen: Chosen, ground: Ground): boolean {
  const isKnown = ground.known.some(({ vehicle }) => vehicle === draft.vehicle)
  return isKnown && isComplete(draft, { ...chosen, full: chosen.full ?? 2, empty: chosen.empty ?? 1 })
}

function KnownLorries({ draft, change, ground }: FieldsProps) {
  const m = useMessages(messages)
  if (ground.known.length === 0) return null
  return (
    <div className="field">
      <span className="label">{m.known}</span>
      <div className="chips">
        {ground.known.slice(0, 6).map((each) => (
          <button
            key={each.vehicle}
            type="button"
            className="button chip"
            onClick={() => change(recalled(draft, each.vehicle, each))}
          >
            <span className="plate">{each.vehicle}</span>
            <span className="quiet small">{each.party.name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

/** What is known of the lorry, in short, with “Change”. */
function Recalled({ draft, ground, chosen, onChange }: FieldsProps & { onChange: () => void }) {
  const m = useMessages(messages)
  const bay = ground.bays.find(({ key }) => key === (draft.kind === 'out' ? draft.from : draft.to))
  const isLeaving = draft.kind === 'out'
  return (
    <section className="recalled" aria-label={draft.vehicle}>
      <div>
        <div className="plate recalled-plate">{draft.vehicle}</div>
        <div>{[draft.party, draft.driver].filter(Boolean).join(', ')}</div>
        <div className="quiet">{[chosen.grain?.text, chosen.harvestYear].filter(Boolean).join(' · ')}</div>
      </div>
      {bay && <BayPicture fill={bay.fill} waiting={waitingPart(bay)} commodityId={bay.commodityId} small />}
      {bay && (
        <div>
          <div className="strong">{say(isLeaving ? m.comesFrom : m.goesTo, { bay: bay.name })}</div>
          <BayRoom bay={bay} weight={chosen.net ?? chosen.guess} isLeaving={isLeaving} isLong />
        </div>
      )}
      <button type="button" className="button" onClick={onChange}>
        {m.change}
      </button>
    </section>
  )
}

/** The lorry's newest tare, where it may be taken over instead of weighing it empty. */
function RememberedTare({ draft, change, ground, chosen }: FieldsProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { tareDays } = useDeviceSettings()
  const tare = ground.known.find(({ vehicle }) => vehicle === draft.vehicle)?.tare
  if (!tare || tareDays === 0) return null
  const when = formats.dayMonth(formats.dayOf(tare.at))
  if (!isTareFresh(tare.at, tareDays)) return <p className="quiet small">{say(m.oldTare, { when })}</p>
  if (firstReading(draft.kind) === 'full' && (chosen.full === undefined || chosen.full <= tare.kg))
    return null
  const isOn = draft.isTareRemembered
  return (
    <button
      type="button"
      className={isOn ? 'button tare on' : 'button tare'}
      aria-pressed={isOn}
      onClick={() => change({ empty: isOn ? '' : formats.kg(tare.kg), isTareRemembered: !isOn })}
    >
      {isOn && <Icon name="check" />}
      {say(m.useTare, { kg: formats.kg(tare.kg), when })}
    </button>
  )
}
