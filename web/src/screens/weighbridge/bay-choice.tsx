import { useId, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { TextField } from '../../ui/parts.tsx'
import type { WaitingBay } from './ground.ts'
import { messages } from './messages.ts'

/** Grain that is to lie in a bay: what may not be mixed with it is said before it is refused. */
export interface Coming {
  commodityId: number
  /** Kilograms, as far as they are known. */
  weight: number
}

/** The kilograms that a bay still takes after a load, or lacks; undefined where no capacity is entered. */
export function roomAfter(bay: WaitingBay, weight: number): number | undefined {
  return bay.capacity === undefined ? undefined : bay.capacity - bay.weight - bay.waiting - weight
}

/** Whether a bay is empty or holds the same commodity. Owner, harvest and segregation are for the service to judge. */
export const takes = (bay: WaitingBay, commodityId: number) =>
  commodityId === 0 || bay.weight === 0 || bay.commodityId === commodityId

/** As many as one looks through. Of more, those are shown whose name or contents have what was typed, and the one that is chosen. */
const MOST_SHOWN = 24

function narrowed(
  bays: WaitingBay[],
  sought: string,
  chosen: string[],
): { shown: WaitingBay[]; left: number } {
  const words = sought.trim().toLowerCase()
  const isMeant = ({ key, name, store, grain, owner }: WaitingBay) =>
    chosen.includes(key) || `${store} ${name} ${grain} ${owner}`.toLowerCase().includes(words)
  const meant = bays.filter(isMeant)
  const first = meant.slice(0, MOST_SHOWN)
  const rest = meant.slice(MOST_SHOWN).filter(({ key }) => chosen.includes(key))
  return { shown: [...first, ...rest], left: meant.length - first.length - rest.length }
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

/** Bays to choose from, with what lies there and the room after this load. Those that may not be mixed come last, with the reason. */
export function BayChoice(props: Props) {
  const { legend, bays, coming, isLeaving = false, isMany = false, shares, chosen, onChoose, fault } = props
  const name = useId()
  const m = useMessages(messages)
  const [sought, seek] = useState('')
  const sorted = isLeaving
    ? bays.filter(({ weight }) => weight > 0)
    : bays.toSorted((a, b) => Number(takes(b, coming.commodityId)) - Number(takes(a, coming.commodityId)))
  const { shown, left } = narrowed(sorted, sought, chosen)
  return (
    <fieldset className="field bay-choice" aria-describedby={fault ? `${name}-fault` : undefined}>
      <legend className="label">{legend}</legend>
      {bays.length > MOST_SHOWN && <TextField label={m.findBay} value={sought} onChange={seek} />}
      <div className="bay-options">
        {shown.map((bay) => (
          <label
            key={bay.key}
            className={isLeaving || takes(bay, coming.commodityId) ? 'bay-option' : 'bay-option unfit'}
          >
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              value={bay.key}
              checked={chosen.includes(bay.key)}
              onChange={() => onChoose(bay.key)}
            />
            <BayOption bay={bay} coming={partOf(coming, bay, shares)} isLeaving={isLeaving} />
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

/** What of a load comes into one bay, where several share it. */
function partOf(coming: Coming, { key }: WaitingBay, shares: Props['shares']): Coming {
  if (!shares) return coming
  const all = shares.values().reduce((sum, each) => sum + each, 0)
  return { ...coming, weight: all === 0 ? 0 : (coming.weight * (shares.get(key) ?? 0)) / all }
}

function BayOption({ bay, coming, isLeaving }: { bay: WaitingBay; coming: Coming; isLeaving: boolean }) {
  const m = useMessages(messages)
  const isFit = isLeaving || takes(bay, coming.commodityId)
  const contents = bay.grain === '' ? m.emptyBay : bay.isOwned ? bay.grain : `${bay.grain} · ${bay.owner}`
  return (
    <>
      <BayPicture fill={bay.fill} waiting={waitingPart(bay)} commodityId={bay.commodityId} small />
      <span>
        <span className="strong">{bay.name}</span>
        <span className="quiet small">{isFit ? contents : say(m.mayNotMix, { grain: contents })}</span>
      </span>
      <BayRoom bay={bay} weight={coming.weight} isLeaving={isLeaving} />
    </>
  )
}

export const waitingPart = ({ waiting, capacity }: WaitingBay) =>
  capacity ? Math.max(0, waiting) / capacity : 0

/** What is left, or what there is too much or too little: over capacity is allowed, and red. */
export function BayRoom({
  bay,
  weight,
  isLeaving = false,
  isLong = false,
}: {
  bay: WaitingBay
  weight: number
  isLeaving?: boolean
  isLong?: boolean
}) {
  const m = useMessages(messages)
  const formats = useFormats()
  const after = isLeaving ? bay.weight + bay.waiting - weight : roomAfter(bay, weight)
  if (after === undefined) return null
  const words = isLeaving
    ? after < 0
      ? m.shortBy
      : m.leftAfter
    : after < 0
      ? m.overBy
      : isLong
        ? m.roomAfter
        : m.room
  // Otherwise a bay that is not full yet seems to be called full.
  const counted = [
    weight > 0 && m.withThisLoad,
    bay.waiting !== 0 && say(m.withWaiting, { t: formats.shortTonnes(Math.abs(bay.waiting)) }),
  ].filter((each) => each !== false)
  return (
    <span className={after < 0 ? 'small num over' : 'small num quiet'}>
      {words} <b>{formats.shortTonnes(Math.abs(after))} t</b>
      {after < 0 && counted.length > 0 && <span className="counted">{counted.join(', ')}</span>}
    </span>
  )
}
