import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, rehearse } from '../../api/client.ts'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { parseStock } from '../../i18n/numbers.ts'
import { useDraft } from '../../offline/drafts.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice } from '../../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../../ui/rehearsal.tsx'
import { useRequestKey } from '../../ui/request-key.ts'
import { StockField } from '../../ui/weight-field.tsx'
import { actMessages } from './act-messages.ts'
import { LotChoice, type Lot } from './lots.tsx'

const STOCK_TAKE = 1

/** What was counted in a bay; what is lost or found by it is said before it is saved. */
export function CountDialog({ bay, lots, onClose }: { bay: string; lots: Lot[]; onClose: () => void }) {
  const m = useMessages(actMessages)
  const formats = useFormats()
  const language = useLanguage()
  const { organisation } = useMe()
  const reasons = useQuery(reasonsQuery)
  const [recordId, choose] = useState(lots[0]?.recordId ?? '')
  const [draft, change, clear] = useDraft(`${organisation.id}.count.${recordId}`, () => ({
    counted: '',
    reasonId: String(STOCK_TAKE),
  }))
  const counted = parseStock(draft.counted, language)
  const body =
    'kg' in counted
      ? { records: [{ id: recordId, adjustTo: counted.kg }], reasonId: Number(draft.reasonId) }
      : undefined
  const rehearsal = useRehearsal('count', body, (given) =>
    rehearse('POST /api/inventory/records/adjustments', { body: given }),
  )
  const sending = useSending()
  const key = useRequestKey(body)
  const lot = lots.find((each) => each.recordId === recordId)
  const balance = rehearsal.answer?.balances.find((each) => each.recordId === recordId)
  const difference = balance && balance.after - balance.before
  const share = balance && balance.before > 0 ? Math.abs((balance.after / balance.before - 1) * 100) : 0
  return (
    <Dialog title={say(m.countOf, { bay })} onClose={onClose} isSheet>
      <Form
        sending={sending}
        action={countAction(m, formats, difference)}
        isReady={body !== undefined && !rehearsal.isAsking && rehearsal.error === null}
        onSend={() =>
          void sending.send(async () => {
            if (body) await ask('POST /api/inventory/records/adjustments', { body, key })
            clear()
            onClose()
          })
        }
        onCancel={onClose}
      >
        <LotChoice lots={lots} value={recordId} onChange={choose} />
        <StockField
          label={m.counted}
          value={draft.counted}
          autoFocus
          onChange={(text) => change({ counted: text })}
          hint={say(m.book, { weight: formats.exactStock(lot?.weight ?? 0) })}
        />
        <Choice label={m.reason} value={draft.reasonId} onChange={(reasonId) => change({ reasonId })}>
          {reasons.data?.adjustment.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </Choice>
        <Rehearsed rehearsal={rehearsal} />
        {difference !== undefined && difference !== 0 && (
          <p className={difference < 0 ? 'fault' : 'quiet'}>
            {say(difference < 0 ? m.lostSentence : m.foundSentence, {
              weight: formats.exactStock(Math.abs(difference)),
              percent: formats.percent(share),
            })}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

function countAction(
  m: Record<'lost' | 'found' | 'same' | 'save', string>,
  formats: Formats,
  difference: number | undefined,
): string {
  if (difference === undefined) return m.save
  if (difference === 0) return m.same
  return say(difference < 0 ? m.lost : m.found, { weight: formats.exactStock(Math.abs(difference)) })
}
