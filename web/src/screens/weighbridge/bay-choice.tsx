import { useId, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { TextField } from '../../ui/parts.tsx'
import { inOrderOfFit, inOrderOfHolds, roomAfter, type Coming, type Fit, type WaitingBay } from './bay-fit.ts'
import { messages } from './messages.ts'

/** As many as one looks through. Of more, those are shown whose name or contents have what was typed, and the one that is chosen. */
const MOST_SHOWN = 24

function narrowed(bays: Offered[], sought: string, chosen: string[]): { shown: Offered[]; left: number } {
  const words = sought.trim().toLowerCase()
  const isMeant = ({ bay: { key, name, store, grain, owner } }: Offered) =>
    chosen.includes(key) || `${store} ${name} ${grain} ${owner}`.toLowerCase().includes(words)
  const meant = bays.filter(isMeant)
  const first = meant.slice(0, MOST_SHOWN)
  const rest = meant.slice(MOST_SHOWN).filter(({ bay: { key } }) => chosen.includes(key))
  return { shown: [...first, ...rest], left: meant.length - first.length - rest.length }
}

interface Offered {
  bay: WaitingBay
  fit: Fit
}

interface Props {
  legend: string
  bays: WaitingBay[]
  coming: Coming
  /** Out of the bay, and not into it. */
  isLeaving?: boolean
  /** Several may be chosen, with these shares of the load by their keys. */
  isMany?: boolean
  shares?: ReadonlyMap<string, number>
  chosen: string[]
  onChoose: (key: string) => void
  fault?: string | undefined
}

/**
 * Bays to choose from, with what lies there and the room after this load. Those in which nothing is lost come first, and those that may not
 * be mixed last, with the reason.
 */
export function BayChoice(props: Props) {
  const { legend, bays, coming, isLeaving = false, isMany = false, shares, chosen, onChoose, fault } = props
  const name = useId()
  const m = useMessages(messages)
  const [sought, seek] = useState('')
  const sorted: Offered[] = isLeaving ? inOrderOfHolds(bays) : inOrderOfFit(bays, coming)
  const { shown, left } = narrowed(sorted, sought, chosen)
  return (
    <fieldset className="field bay-choice" aria-describedby={fault ? `${name}-fault` : undefined}>
      <legend className="label">{legend}</legend>
      {bays.length > MOST_SHOWN && <TextField label={m.findBay} value={sought} onChange={seek} />}
      <div className="bay-options">
        {shown.map(({ bay, fit }) => (
          <label key={bay.key} className={isUnfit(fit) ? 'bay-option unfit' : 'bay-option'}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              value={bay.key}
              checked={chosen.includes(bay.key)}
              onChange={() => onChoose(bay.key)}
            />
            <BayOption bay={bay} fit={fit} coming={partOf(coming, bay, shares)} isLeaving={isLeaving} />
          </label>
        ))}
      </div>
      {left > 0 && <p className="quiet small">{say(m.moreBays, { n: left })}</p>}
      {fault && (
        <span className="fault" id={`${name}-fault`}>
          {fault}
        </span>
      )}
    </fieldset>
  )
}

/** Calculates the part of a load that comes into one bay, if several share it. */
function partOf(coming: Coming, { key }: WaitingBay, shares: Props['shares']): Coming {
  if (!shares) return coming
  const all = shares.values().reduce((sum, each) => sum + each, 0)
  return { ...coming, weight: all === 0 ? 0 : (coming.weight * (shares.get(key) ?? 0)) / all }
}

/** True if the service would refuse the load, as far as that can be known here. */
const isUnfit = (fit: Fit) => ['otherGrain', 'otherOwner', 'otherHarvest', 'held'].includes(fit)

interface OptionProps extends Offered {
  coming: Coming
  isLeaving: boolean
}

function BayOption({ bay, fit, coming, isLeaving }: OptionProps) {
  const m = useMessages(messages)
  const { grain, grade, harvestYear, owner, isOwned, weight } = bay
  const contents =
    weight > 0 ? [grain, grade, harvestYear, isOwned ? '' : owner].filter(Boolean).join(' · ') : m.emptyBay
  const reason = {
    alike: undefined,
    full: undefined,
    lowers: m.losesGrade,
    otherHarvest: say(m.otherHarvest, { harvest: harvestYear }),
    otherOwner: say(m.otherOwner, { owner }),
    otherGrain: say(m.mayNotMix, { grain }),
    held: say(m.onHold, { reason: bay.held?.[isLeaving ? 'out' : 'in'] ?? '' }),
  }[fit]
  return (
    <>
      <BayPicture
        fill={bay.fill}
        drawn={bay.drawn}
        waiting={waitingPart(bay)}
        commodityId={bay.commodityId}
        small
      />
      <span>
        <span className="bay-store quiet small">{bay.store}</span>
        <span className="strong">{bay.name}</span>
        <span className="quiet small">{contents}</span>
        <BayRoom bay={bay} coming={coming} isLeaving={isLeaving} />
        {reason && <span className={fit === 'lowers' ? 'loses small' : 'small'}>{reason}</span>}
      </span>
    </>
  )
}

export const waitingPart = ({ waiting, capacity }: WaitingBay) =>
  capacity ? Math.max(0, waiting) / capacity : 0

/** Shows the room left, or the excess or shortage: over capacity is allowed, and red. */
export function BayRoom({
  bay,
  coming,
  isLeaving = false,
}: {
  bay: WaitingBay
  coming: Pick<Coming, 'commodityId' | 'weight'>
  isLeaving?: boolean
}) {
  const { weight } = coming
  const cropId = coming.commodityId > 0 && !isLeaving ? coming.commodityId : bay.cropId
  const m = useMessages(messages, cropId)
  const formats = useFormats(cropId)
  const after = isLeaving ? bay.weight + bay.waiting - weight : roomAfter(bay, coming)
  if (after === undefined) return null
  const words = isLeaving
    ? after < 0
      ? m.shortBy
      : weight === 0 && bay.waiting === 0
        ? m.liesThere
        : m.leftAfter
    : after < 0
      ? m.overBy
      : weight === 0
        ? m.room
        : m.roomAfter
  // Otherwise a bay that is not full yet seems to be called full.
  const counted = [
    weight > 0 && m.withThisLoad,
    bay.waiting !== 0 && say(m.withWaiting, { t: formats.shortStock(Math.abs(bay.waiting)) }),
  ].filter((each) => each !== false)
  return (
    <span className={after < 0 ? 'small num over' : 'small num quiet'}>
      {words}{' '}
      <b>
        {formats.shortStock(Math.abs(after))} {formats.stockUnit}
      </b>
      {after < 0 && counted.length > 0 && <span className="counted"> {counted.join(', ')}</span>}
    </span>
  )
}
