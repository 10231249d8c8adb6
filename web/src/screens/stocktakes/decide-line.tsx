import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import {
  patchInventoryStocktakesIdLinesBayLimits as limits,
  type Stocktake,
  type StocktakeLine,
} from '../../api/operations.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useMessages } from '../../i18n/messages.ts'
import { reasonsQuery } from '../../stock/queries.ts'
import { useSending } from '../../ui/form.tsx'
import { Form } from '../../ui/form.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { stocktakeLineMessages } from './line-messages.ts'

interface Props {
  session: Stocktake
  line: StocktakeLine
}

/** Decisions about a line, for those who may approve: the parcel and the reason of its difference, a second count, or leaving it out. */
export function DecideLine({ session, line }: Props) {
  return (
    <>
      {line.counts.length > 0 && <Difference session={session} line={line} />}
      <Recount session={session} line={line} />
      {line.state !== 'counted' && <LeaveOut session={session} line={line} />}
    </>
  )
}

const placeOf = ({ session, line }: Props) => ({ id: session.id, bay: String(line.substorageId) })

function Difference(props: Props) {
  const { stock, recordId, reasonId } = props.line
  const m = useMessages(stocktakeLineMessages)
  const language = useLanguage()
  const sending = useSending(limits)
  const reasons = useQuery(reasonsQuery).data?.adjustment ?? []
  const [parcel, setParcel] = useState(recordId ?? '')
  const [reason, setReason] = useState(String(reasonId))
  const body = {
    ...(stock.length > 1 && { recordId: parcel === '' ? null : parcel }),
    reasonId: Number(reason),
  }
  const isSame = Number(reason) === reasonId && (stock.length < 2 || parcel === (recordId ?? ''))
  const save = () =>
    sending.send(() =>
      askOnce('PATCH /api/inventory/stocktakes/{id}/lines/{bay}', { path: placeOf(props), body }),
    )
  return (
    <Form sending={sending} action={m.save} isReady={!isSame} onSend={save}>
      {stock.length > 1 && (
        <Choice label={m.whichParcel} value={parcel} onChange={setParcel} fault={sending.faultOf('recordId')}>
          <option value="">{m.byBook}</option>
          {stock.map((each) => (
            <option key={each.recordId} value={each.recordId}>
              {`${each.commodity.name} · ${each.ownerName}`}
            </option>
          ))}
        </Choice>
      )}
      <Choice label={m.reason} value={reason} onChange={setReason} fault={sending.faultOf('reasonId')}>
        {reasons.map(({ id, description, names }) => (
          <option key={id} value={id}>
            {names?.[language] ?? description}
          </option>
        ))}
      </Choice>
    </Form>
  )
}

function Recount(props: Props) {
  const { session, line } = props
  const m = useMessages(stocktakeLineMessages)
  const sending = useSending()
  if (line.counts.length === 0 || line.state === 'recount') return null
  const ask = () =>
    sending.send(() =>
      askOnce('POST /api/inventory/stocktakes/{id}/recount', {
        path: { id: session.id },
        body: { substorageIds: [line.substorageId] },
      }),
    )
  return (
    <button type="button" className="button" disabled={sending.isBusy} onClick={() => void ask()}>
      {m.recount}
    </button>
  )
}

function LeaveOut(props: Props) {
  const { leftOut } = props.line
  const m = useMessages(stocktakeLineMessages)
  const sending = useSending(limits)
  const [why, setWhy] = useState(leftOut ?? '')
  const isOut = leftOut !== null
  const send = () =>
    sending.send(() =>
      askOnce('PATCH /api/inventory/stocktakes/{id}/lines/{bay}', {
        path: placeOf(props),
        body: { leftOut: isOut ? null : why.trim() },
      }),
    )
  return (
    <Form
      sending={sending}
      action={isOut ? m.takeIn : m.leaveOutNow}
      isReady={isOut || why.trim() !== ''}
      onSend={send}
    >
      {isOut ? (
        <p className="quiet">{leftOut}</p>
      ) : (
        <TextField label={m.leaveOut} value={why} onChange={setWhy} {...sending.at('leftOut')} />
      )}
    </Form>
  )
}
