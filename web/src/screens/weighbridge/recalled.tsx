import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { Icon } from '../../ui/icons.tsx'
import { parseReading } from '../../i18n/numbers.ts'
import { useFieldWeight, useWeightReader } from '../../ui/weight-reader.ts'
import { fullName } from '../../stock/bays.ts'
import { BayRoom, waitingPart } from './bay-choice.tsx'
import { isComplete, type Chosen } from './chosen.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { firstReading, recalled, type TicketDraft } from './draft.ts'
import { isTareFresh, knownLorry } from './memory.ts'
import { OtherWays } from './other-ways.tsx'
import { isShortEnough } from './limits.ts'
import { messages } from './messages.ts'
import type { FieldsProps } from './fields-props.ts'

/**
 * True if the ticket was filled in by a tap and all is known of the lorry, so that it is shown in short, on one screen of a phone.
 * Values being typed are never folded away.
 */
export function isReadyButForWeight(draft: TicketDraft, chosen: Chosen): boolean {
  const isRecalled = draft.recalled !== '' && draft.recalled === draft.vehicle
  return (
    isRecalled &&
    draft.parts.length === 0 &&
    isShortEnough(draft) &&
    isComplete(draft, { ...chosen, full: 2, empty: 1 })
  )
}

/**
 * The lorries that were here last: a tap fills the ticket in. They stay while a registration is typed: all below would be moved, and drawn
 * anew, by its first letter.
 */
export function KnownLorries({ draft, change, ground }: FieldsProps) {
  const m = useMessages(messages)
  if (ground.known.length === 0) return null
  return (
    <div className="field">
      <span className="label">{m.known}</span>
      <div className="chips">
        {ground.known.slice(0, 6).map((each) => (
          <button
            key={each.key}
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

/** Shows the facts known of the lorry, in short, with “Change”. */
export function Recalled({
  draft,
  change,
  ground,
  chosen,
  onChange,
}: FieldsProps & { onChange: () => void }) {
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
      {bay && (
        <BayPicture
          fill={bay.fill}
          drawn={bay.drawn}
          waiting={waitingPart(bay)}
          commodityId={bay.commodityId}
          small
        />
      )}
      {bay && (
        <div>
          <div className="strong">{say(isLeaving ? m.comesFrom : m.goesTo, { bay: fullName(bay) })}</div>
          <BayRoom
            bay={bay}
            coming={{ commodityId: chosen.grain?.id ?? 0, weight: chosen.net ?? chosen.guess }}
            isLeaving={isLeaving}
          />
        </div>
      )}
      <button type="button" className="button" onClick={onChange}>
        {m.change}
      </button>
      <OtherWays draft={draft} change={change} />
    </section>
  )
}

/** The lorry's newest tare, where it may be taken over instead of weighing it empty. */
export function RememberedTare({ draft, change, ground, chosen }: FieldsProps) {
  const m = useMessages(messages)
  const formats = useFormats()
  const inField = useFieldWeight()
  const { tareDays } = useDeviceSettings()
  const taken = useWeightReader(parseReading)(draft.empty).kg
  const tare = knownLorry(ground, draft.vehicle)?.tare
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
      onClick={() => change({ empty: isOn ? '' : inField(tare.kg), isTareRemembered: !isOn })}
    >
      {isOn && <Icon name="check" />}
      {/* What was taken over stays what is said, whatever the lorry's newest tare becomes meanwhile. */}
      {say(m.useTare, { kg: formats.weighed(isOn && taken !== undefined ? taken : tare.kg), when })}
    </button>
  )
}
