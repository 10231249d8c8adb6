import { say, useMessages } from '../../i18n/messages.ts'
import { TextField } from '../../ui/parts.tsx'
import { BayChoice, type Coming } from './bay-choice.tsx'
import { shareOf, splitSide, type Draft, type DraftPart } from './draft.ts'
import type { WaitingBay } from './ground.ts'
import { messages } from './several-messages.ts'

interface Props {
  legend: string
  bays: WaitingBay[]
  coming: Coming
  draft: Draft
  change: (part: Partial<Draft>) => void
  fault?: string | undefined
  /** What is wrong is said once somebody has tried to save. */
  isTried: boolean
}

/** The bay that a load is tipped into or loaded from; or several, each with its share of what the lorry carries. */
export function OneOrSeveralBays(props: Props) {
  const { legend, bays, coming, draft, change, fault } = props
  const m = useMessages(messages)
  const side = splitSide(draft.kind)
  const isLeaving = side === 'from'
  const take = (parts: DraftPart[]) => change({ parts, [side]: parts[0]?.key ?? '' })
  if (draft.parts.length === 0)
    return (
      <>
        <BayChoice
          legend={legend}
          bays={bays}
          coming={coming}
          isLeaving={isLeaving}
          chosen={[draft[side]]}
          onChoose={(key) => change({ [side]: key })}
          fault={fault}
        />
        {draft[side] !== '' && (
          <button
            type="button"
            className="button bare start"
            onClick={() => take([{ key: draft[side], share: '1' }])}
          >
            {isLeaving ? m.outOfSeveral : m.intoSeveral}
          </button>
        )}
      </>
    )
  const keys = draft.parts.map(({ key }) => key)
  return (
    <>
      <BayChoice
        legend={legend}
        bays={bays}
        coming={coming}
        isLeaving={isLeaving}
        isMany
        shares={new Map(draft.parts.map(({ key, share }) => [key, shareOf(share) ?? 0]))}
        chosen={keys}
        onChoose={(key) => {
          const others = draft.parts.filter((each) => each.key !== key)
          if (!keys.includes(key)) take([...draft.parts, { key, share: '1' }])
          // The last one stays: a load goes somewhere.
          else if (others.length > 0) take(others)
        }}
        fault={fault}
      />
      <Shares {...props} onTake={take} onOne={() => change({ parts: [] })} />
    </>
  )
}

/** How the load is parted: in any measure, such as 2 and 1, or 60 and 40. */
function Shares({
  bays,
  draft,
  isTried,
  onTake,
  onOne,
}: Props & { onTake: (parts: DraftPart[]) => void; onOne: () => void }) {
  const m = useMessages(messages)
  return (
    <fieldset className="shares">
      <legend className="label">{m.shares}</legend>
      <div className="share-fields">
        {draft.parts.map(({ key, share }) => (
          <TextField
            key={key}
            label={say(m.shareOf, { bay: bays.find((each) => each.key === key)?.name ?? '' })}
            value={share}
            onChange={(typed) =>
              onTake(draft.parts.map((each) => (each.key === key ? { key, share: typed } : each)))
            }
            fault={(isTried || share !== '') && shareOf(share) === undefined ? m.notAShare : undefined}
          />
        ))}
      </div>
      <p className="quiet small">{m.sharesHint}</p>
      <button type="button" className="button bare start" onClick={onOne}>
        {m.oneBay}
      </button>
    </fieldset>
  )
}
