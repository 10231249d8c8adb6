import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../api/ask-once.ts'
import { useMe } from '../api/session.ts'
import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { parseStock, typedStock } from '../i18n/numbers.ts'
import { useDraft } from '../offline/drafts.ts'
import { oddCount } from '../stock/odd-count.ts'
import { onlyCrop } from '../stock/only-crop.ts'
import { reasonsQuery } from '../stock/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { Choice } from '../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../ui/rehearsal.tsx'
import { StockField } from '../ui/weight-field.tsx'
import { HeapCalculator } from './heap.tsx'
import { countMessages } from './count-messages.ts'
import { LotChoice, type Lot } from './lots.tsx'

const STOCK_TAKE = 1
const BAY_EMPTIED = 6

interface Props {
  /** Name of what is counted, as it appears where the form was opened. */
  name: string
  lots: Lot[]
  onClose: () => void
}

/** Form for the amount found by a count, and the reason it differs. */
export function Count({ name, lots, onClose }: Props) {
  const language = useLanguage()
  const { organisation } = useMe()
  const [recordId, choose] = useState(lots[0]?.recordId ?? '')
  const [draft, change, clear] = useDraft(`${organisation.id}.count.${recordId}`, () => ({
    counted: '',
    reasonId: String(STOCK_TAKE),
  }))
  const lot = lots.find((each) => each.recordId === recordId)
  const commodityId = lot?.commodityId
  const m = useMessages(countMessages, commodityId)
  const formats = useFormats(commodityId)
  const counted = parseStock(draft.counted, language, { commodityId })
  const records = 'kg' in counted ? [{ id: recordId, adjustTo: counted.kg }] : undefined
  const difference = 'kg' in counted && lot ? Math.round((counted.kg - lot.weight) * 1000) : 0
  return (
    <Counted
      title={say(m.countOf, { name })}
      records={records}
      reasonId={Number(draft.reasonId)}
      commodityId={commodityId}
      onDone={clear}
      onClose={onClose}
    >
      <LotChoice lots={lots} value={recordId} onChange={choose} />
      <StockField
        label={m.counted}
        value={draft.counted}
        autoFocus
        onChange={(text) => change({ counted: text })}
        hint={say(m.book, { weight: formats.exactStock(lot?.weight ?? 0) })}
        commodityId={commodityId}
      />
      {'kg' in counted &&
        oddCount(counted.kg, { capacity: undefined, book: lot?.weight ?? 0 }).length > 0 && (
          <p className="fault" role="alert">
            {say(m.odd, {
              counted: formats.exactStock(counted.kg),
              book: formats.exactStock(lot?.weight ?? 0),
            })}
          </p>
        )}
      <details>
        <summary>{m.byVolume}</summary>
        <HeapCalculator
          place={recordId}
          recordId={recordId}
          commodityId={commodityId}
          onUse={({ kilograms }) => change({ counted: typedStock(kilograms, language, commodityId) })}
        />
      </details>
      <Reason value={draft.reasonId} difference={difference} onChange={(reasonId) => change({ reasonId })} />
    </Counted>
  )
}

/** Writes off what the book still has where it was swept clean. */
export function Empty({ name, lots, onClose }: Props) {
  const commodityId = onlyCrop(lots.map((lot) => lot.commodityId))
  const m = useMessages(countMessages, commodityId)
  const formats = useFormats(commodityId)
  const reasons = useQuery(reasonsQuery)
  const reason = reasons.data?.adjustment.find(({ id }) => id === BAY_EMPTIED)?.description ?? ''
  const weight = formats.exactStock(lots.reduce((sum, lot) => sum + Math.round(lot.weight * 1000), 0) / 1000)
  return (
    <Counted
      title={say(m.emptyOf, { name })}
      action={say(m.emptyNow, { weight })}
      records={lots.map(({ recordId }) => ({ id: recordId, adjustTo: 0 }))}
      reasonId={BAY_EMPTIED}
      commodityId={commodityId}
      onClose={onClose}
    >
      <p>{say(m.emptySentence, { weight, reason })}</p>
    </Counted>
  )
}

/** Why it differs, of the reasons that there are for less or for more. */
function Reason(props: { value: string; difference: number; onChange: (reasonId: string) => void }) {
  const { value, difference, onChange } = props
  const m = useMessages(countMessages)
  const reasons = useQuery(reasonsQuery).data?.adjustment ?? []
  const direction = difference < 0 ? 'loss' : 'gain'
  const fitting = reasons.filter(
    (each) =>
      difference === 0 ||
      each.direction === 'either' ||
      each.direction === direction ||
      String(each.id) === value,
  )
  return (
    <Choice label={m.reason} value={value} onChange={onChange}>
      {fitting.map(({ id, description }) => (
        <option key={id} value={id}>
          {description}
        </option>
      ))}
    </Choice>
  )
}

interface CountedProps {
  title: string
  /** Label of the golden button; left out, it is what is lost or found. */
  action?: string
  records: { id: string; adjustTo: number }[] | undefined
  reasonId: number
  commodityId: number | undefined
  onDone?: () => void
  onClose: () => void
  children: React.ReactNode
}

/** The form of a count: what is lost or found by it, in weight and per cent, is shown before it is saved. */
function Counted(props: CountedProps) {
  const { title, action, records, reasonId, commodityId, onDone, onClose, children } = props
  const m = useMessages(countMessages, commodityId)
  const formats = useFormats(commodityId)
  const sending = useSending()
  const body = records && { records, reasonId }
  const rehearsal = useRehearsal('POST /api/inventory/records/adjustments', body && { body })
  const counted = new Set(records?.map(({ id }) => id))
  const balances = rehearsal.answer?.balances.filter((each) => counted.has(each.recordId))
  const sum = (of: 'before' | 'after') =>
    (balances ?? []).reduce((total, each) => total + Math.round(each[of] * 1000), 0) / 1000
  const [before, after] = [sum('before'), sum('after')]
  const difference = balances && Math.round((after - before) * 1000) / 1000
  const isLost = difference !== undefined && difference < 0
  const weight = formats.exactStock(Math.abs(difference ?? 0))
  const outcome = difference === 0 ? m.same : say(isLost ? m.lost : m.found, { weight })
  const save = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/records/adjustments', { body }),
      () => {
        onDone?.()
        onClose()
      },
    )
  return (
    <Dialog title={title} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={action ?? (difference === undefined ? m.save : outcome)}
        isReady={difference !== undefined && !rehearsal.isAsking}
        onSend={save}
        onCancel={onClose}
      >
        {children}
        <Rehearsed rehearsal={rehearsal} commodityId={commodityId} />
        {difference !== undefined && difference !== 0 && (
          <p className={isLost ? 'fault' : 'quiet'}>
            {say(isLost ? m.lostSentence : m.foundSentence, {
              weight,
              percent: formats.percent(before > 0 ? Math.abs((after / before - 1) * 100) : 0),
            })}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
