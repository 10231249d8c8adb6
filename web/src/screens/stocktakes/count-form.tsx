import { useState } from 'react'
import { newId } from '../../api/ids.ts'
import { now } from '../../api/clock.ts'
import { patchInventoryStocktakesIdLinesBayLimits as limits } from '../../api/operations.ts'
import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { HeapCalculator } from '../../forms/heap.tsx'
import { UnkeptHere, type UnkeptItem } from '../../forms/on-device.tsx'
import { momentSeen } from '../../i18n/days.ts'
import { Attach } from '../../frame/attach.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock, typedStock } from '../../i18n/numbers.ts'
import type { BayCount, TypedCount } from '../../offline/bay-counts.ts'
import { useDraft } from '../../offline/drafts.ts'
import { correctCount, saveCount } from '../../offline/outbox.ts'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { TextField } from '../../ui/parts.tsx'
import { StockField } from '../../ui/weight-field.tsx'
import { bayCountOf, blankCount } from './count-draft.ts'
import { bayCountMessages } from './count-messages.ts'
import { onlyCropOf } from './next-bay.ts'
import { useOddCount } from './use-odd-count.ts'

interface Props {
  session: Stocktake
  line: StocktakeLine
  /** The refused count that is corrected, as it was typed. */
  correcting: BayCount | undefined
  after: StocktakeLine | undefined
  onKept: (words: string) => void
}

/** Form of one count. What is typed stays on the device until the count is kept there. */
export function CountForm({ session, line, correcting, after, onKept }: Props) {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const language = useLanguage()
  const odd = useOddCount(line)
  const { draft, change, moment, save, unkept } = useCount({ session, line, correcting, onKept })
  const counted = parseStock(draft.weight, language, { commodityId: crop })
  const kg = 'kg' in counted ? counted.kg : undefined
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (kg !== undefined && moment && odd.pass(kg)) void save(kg)
      }}
    >
      <StockField
        label={m.weight}
        value={draft.weight}
        onChange={(weight) => change({ weight, heap: null })}
        commodityId={crop}
      />
      {odd.questions.map((question) => (
        <p key={question} className="note" role="alert">
          {question}
        </p>
      ))}
      <div className="count-buttons">
        <button className="button primary" disabled={kg === undefined || !moment}>
          {after && !correcting ? say(m.saveNext, { bay: nameNext(after, line) }) : m.save}
        </button>
        <button type="button" className="button" disabled={!moment} onClick={() => void save(0)}>
          {m.nothing}
        </button>
      </div>
      {unkept && <UnkeptHere {...unkept} words={m.unkept} />}
      <HowMeasured draft={draft} change={change} line={line} />
      <TextField label={m.note} value={draft.note} onChange={(note) => change({ note })} most={limits.note} />
      <Photos draft={draft} change={change} />
      <Otherwise draft={draft} change={change} isMoment={moment !== undefined} />
    </form>
  )
}

/** The next bay, with its store where that is another one. */
const nameNext = (next: StocktakeLine, { storageId }: StocktakeLine) =>
  next.storageId === storageId ? next.substorageName : `${next.storageName} · ${next.substorageName}`

type Change = (part: Partial<TypedCount>) => void

/** A count as it is typed, and what keeps it. */
function useCount({ session, line, correcting, onKept }: Omit<Props, 'after'>) {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const me = useMe()
  const formats = useFormats(crop)
  const language = useLanguage()
  const [unkept, setUnkept] = useState<UnkeptItem>()
  const name = `${me.organisation.id}.bay-count.${session.id}.${line.substorageId}.${correcting?.id ?? ''}`
  const [draft, change, clear] = useDraft(
    name,
    (): TypedCount => correcting?.asTyped ?? blankCount(newId()),
    isBlank,
  )
  const saved = () => (correcting ? new Date(correcting.closedAt) : now())
  const given = { today: formats.today(), timeZone: me.organisation.timeZone }
  const moment = momentSeen(draft, { ...given, now: saved() })
  const save = async (kg: number) => {
    const at = momentSeen(draft, { ...given, now: saved() }) ?? saved()
    // What is nothing is typed as such, so that a correction shows it.
    const typed = kg === 0 ? { ...draft, weight: typedStock(0, language, crop), heap: null } : draft
    const id = correcting?.id ?? unkept?.item.id ?? newId()
    const [count, entry] = bayCountOf(typed, { id, session, line, me, kg, at })
    const done = () => {
      clear()
      onKept(say(m.kept, { bay: line.substorageName, weight: formats.exactStock(kg) }))
    }
    try {
      await (correcting ? correctCount : saveCount)(count, entry)
      done()
    } catch {
      setUnkept({ item: count, entry, onSent: done })
    }
  }
  return { draft, change, moment, save, unkept }
}

const isBlank = ({ weight, note, countedBy, files = [] }: TypedCount) =>
  files.length === 0 && [weight, note, countedBy].every((each) => each.trim() === '')

interface PartProps {
  draft: TypedCount
  change: Change
}

/** Fields for how it was measured: over the scale, or by the calculator, whose lengths stay with the count. */
function HowMeasured({ draft, change, line }: PartProps & { line: StocktakeLine }) {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const formats = useFormats(crop)
  const language = useLanguage()
  const { heap, isWeighed } = draft
  return (
    <>
      {heap && (
        <p className="quiet">{say(m.measuredHeap, { percent: formats.percent(heap.spreadPercent) })}</p>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={isWeighed}
          onChange={({ target }) => change({ isWeighed: target.checked, heap: null })}
        />
        {m.weighed}
      </label>
      <details>
        <summary>{m.byVolume}</summary>
        <HeapCalculator
          place={`${line.storageId}/${line.substorageId}`}
          recordId={line.stock.length === 1 ? line.stock[0]?.recordId : undefined}
          commodityId={crop}
          onUse={({ heap: measured, kilograms }) =>
            change({ weight: typedStock(kilograms, language, crop), heap: measured, isWeighed: false })
          }
        />
      </details>
    </>
  )
}

const MOST_PHOTOS = 20

/** Photos of the bay. They are sent as they are taken: without a network there are none, which is said. */
function Photos({ draft: { files = [] }, change }: PartProps) {
  const m = useMessages(bayCountMessages)
  const isOnline = useOnline()
  const mayAddFiles = useMay('files:write')
  if (!mayAddFiles) return null
  return (
    <>
      <Attach files={files} type="image" most={MOST_PHOTOS} onChange={(next) => change({ files: next })} />
      {!isOnline && <p className="quiet small">{m.photosOnline}</p>}
    </>
  )
}

/** Fields for a count that somebody else has made, or that is typed in later. */
function Otherwise({ draft, change, isMoment }: PartProps & { isMoment: boolean }) {
  const m = useMessages(bayCountMessages)
  return (
    <details open={draft.countedBy !== '' || draft.day !== '' || draft.time !== '' ? true : undefined}>
      <summary>{m.otherwise}</summary>
      <div className="stack">
        <TextField
          label={m.countedBy}
          value={draft.countedBy}
          onChange={(countedBy) => change({ countedBy })}
          hint={m.countedByHint}
          most={limits['countedBy.name']}
        />
        <MomentFields
          value={draft}
          onChange={change}
          fault={isMoment ? undefined : m.noTime}
          isTimeOptional
        />
      </div>
    </details>
  )
}
