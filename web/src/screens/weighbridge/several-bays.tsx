import { say, useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { fullName } from '../../stock/bays.ts'
import { shareOf } from '../../stock/share.ts'
import { BayChoice } from './bay-choice.tsx'
import type { Coming } from './bay-fit.ts'
import { splitSide, type TicketDraft, type DraftPart } from './draft.ts'
import type { WaitingBay } from './bay-fit.ts'
import { messages } from './several-messages.ts'

interface Props {
  legend: string
  bays: WaitingBay[]
  coming: Coming
  places: Pick<TicketDraft, 'kind' | 'from' | 'to' | 'parts'>
  change: (part: Partial<TicketDraft>) => void
  fault?: string | undefined
  /** True once somebody has tried to save: only then are faults shown. */
  isTried: boolean
}

/** The bay that a load is tipped into or loaded from; or several, each with its share of what the lorry carries. */
export function OneOrSeveralBays(props: Props) {
  const { legend, bays, coming, places, change, fault } = props
  const m = useMessages(messages)
  const side = splitSide(places.kind)
  const isLeaving = side === 'from'
  const take = (parts: DraftPart[]) => change({ parts, [side]: parts[0]?.key ?? '' })
  if (places.parts.length === 0)
    return (
      <>
        <BayChoice
          legend={legend}
          bays={bays}
          coming={coming}
          isLeaving={isLeaving}
          chosen={[places[side]]}
          onChoose={(key) => change({ [side]: key })}
          fault={fault}
        />
        {places[side] !== '' && (
          <button
            type="button"
            className="button bare start"
            onClick={() => take([{ key: places[side], share: '1' }])}
          >
            {isLeaving ? m.outOfSeveral : m.intoSeveral}
          </button>
        )}
      </>
    )
  return (
    <SeveralBays
      {...props}
      isLeaving={isLeaving}
      parts={places.parts}
      onTake={take}
      one={m.oneBay}
      onOne={() => change({ parts: [] })}
    />
  )
}

interface ManyProps {
  legend: string
  bays: WaitingBay[]
  coming: Coming
  isLeaving: boolean
  parts: DraftPart[]
  onTake: (parts: DraftPart[]) => void
  fault?: string | undefined
  isTried: boolean
  /** Gives the several bays up, in these words. */
  one: string
  onOne: () => void
}

/** Several bays to choose, each with its share. */
export function SeveralBays(props: ManyProps) {
  const { legend, bays, coming, isLeaving, parts, onTake, fault } = props
  const keys = parts.map(({ key }) => key)
  return (
    <>
      <BayChoice
        legend={legend}
        bays={bays}
        coming={coming}
        isLeaving={isLeaving}
        isMany
        shares={new Map(parts.map(({ key, share }) => [key, shareOf(share) ?? 0]))}
        chosen={keys}
        onChoose={(key) => {
          const others = parts.filter((each) => each.key !== key)
          if (!keys.includes(key)) onTake([...parts, { key, share: '1' }])
          // The last one stays: a load goes somewhere.
          else if (others.length > 0) onTake(others)
        }}
        fault={fault}
      />
      <Shares {...props} />
    </>
  )
}

/** Form for the shares of the load: in any measure, such as 2 and 1, or 60 and 40. */
function Shares({ bays, parts, isTried, onTake, one, onOne }: ManyProps) {
  const m = useMessages(messages)
  const nameOf = (key: string) => {
    const bay = bays.find((each) => each.key === key)
    return bay ? fullName(bay) : ''
  }
  return (
    <fieldset className="shares">
      <legend className="label">{m.shares}</legend>
      <div className="share-fields">
        {parts.map(({ key, share }) => (
          <TextField
            key={key}
            label={say(m.shareOf, { bay: nameOf(key) })}
            value={share}
            onChange={(typed) =>
              onTake(parts.map((each) => (each.key === key ? { key, share: typed } : each)))
            }
            fault={(isTried || share !== '') && shareOf(share) === undefined ? m.notAShare : undefined}
          />
        ))}
      </div>
      <p className="quiet small">{m.sharesHint}</p>
      <button type="button" className="button bare start" onClick={onOne}>
        {one}
      </button>
    </fieldset>
  )
}
