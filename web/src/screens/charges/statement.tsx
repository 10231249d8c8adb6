import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChargeStatement } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { Papers, printable } from '../../frame/papers.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { AccountsDialog } from './accounts.tsx'
import { CloseDialog, RemoveDialog } from './close-dialog.tsx'
import './charges.css'
import { ChargeLines } from './lines.tsx'
import { messages } from './messages.ts'
import { firstDayAfter, useMonths } from './months.ts'
import { chargesPageMessages } from './page-messages.ts'
import { chargeStatementQuery, type VersionedCharges } from './queries.ts'
import { Amounts, ChargeStatus } from './table.tsx'

const route = getRouteApi('/charges/$id')

/** One statement of charges: its lines, what they come to, and what may be done with it. */
export function ChargesPage() {
  const m = useMessages(messages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(chargeStatementQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  return <Shown statement={data.result} etag={data.etag} />
}

function Shown({ statement, etag }: VersionedCharges) {
  const m = useMessages(chargesPageMessages)
  const { lines, totals, ledgerHash } = statement
  const notOver = useNotOver(statement)
  const own = lines.filter(({ corrects }) => corrects === null)
  const corrections = lines.filter(({ corrects }) => corrects !== null)
  return (
    <>
      <Head statement={statement} etag={etag} />
      {statement.status === 'draft' && !statement.isOver && (
        <p className="note" role="status">
          {notOver}
        </p>
      )}
      {lines.length === 0 ? (
        <p className="panel pad quiet">{m.nothing}</p>
      ) : (
        <section className="panel pad charge-total" aria-label={m.total}>
          <span className="quiet">{m.total}</span>
          <b className="num">
            <Amounts totals={totals} />
          </b>
        </section>
      )}
      <ChargeLines title={m.lines} lines={own} />
      <ChargeLines title={m.corrections} lines={corrections} />
      {ledgerHash !== '' && (
        <p className="quiet small charge-hash">
          {m.ledger}: {ledgerHash}
        </p>
      )}
    </>
  )
}

/** Says of a draft whose last month still runs from which day it can be closed. */
function useNotOver({ toMonth }: ChargeStatement): string {
  const m = useMessages(chargesPageMessages)
  const months = useMonths()
  return say(m.notOver, { month: months.month(toMonth), day: useFormats().day(firstDayAfter(toMonth)) })
}

type Asked = 'close' | 'remove' | 'accounts'

function Head({ statement, etag }: VersionedCharges) {
  const m = useMessages(chargesPageMessages)
  const words = useMessages(messages)
  const formats = useFormats()
  const months = useMonths()
  const [asked, ask] = useState<Asked>()
  const { owner, number, fromMonth, toMonth, closedByName, closedAtUTC } = statement
  const closed =
    closedAtUTC !== null && say(m.closedBy, { name: closedByName, moment: formats.moment(closedAtUTC) })
  const onClose = () => ask(undefined)
  return (
    <header className="top">
      <div>
        <Link to="/charges" search={{}} className="back">
          <Icon name="left" size={18} />
          {words.back}
        </Link>
        <h1>{owner.name}</h1>
        <p className="quiet">
          {[number, months.span(fromMonth, toMonth), closed].filter(Boolean).join(' · ')}{' '}
          <ChargeStatus statement={statement} />
        </p>
      </div>
      <Actions statement={statement} onAsk={ask} />
      {asked === 'close' && <CloseDialog {...{ statement, etag, onClose }} />}
      {asked === 'remove' && <RemoveDialog {...{ statement, etag, onClose }} />}
      {asked === 'accounts' && <AccountsDialog id={statement.id} number={number} onClose={onClose} />}
    </header>
  )
}

interface ActionsProps {
  statement: ChargeStatement
  onAsk: (asked: Asked) => void
}

function Actions({ statement, onAsk }: ActionsProps) {
  const { id, status, isOver, lines } = statement
  const notOver = useNotOver(statement)
  const m = useMessages(chargesPageMessages)
  const isOnline = useOnline()
  const mayChange = useMay('contracts:write')
  const isDraft = status === 'draft'
  return (
    <div className="bar charge-actions">
      <Papers
        papers={[printable('charges', 'GET /api/inventory/charges/{id}/statement.pdf', { path: { id } })]}
      />
      {!isDraft && (
        <button type="button" className="button" disabled={!isOnline} onClick={() => onAsk('accounts')}>
          {m.accounts}
        </button>
      )}
      {isDraft && mayChange && (
        <>
          <button type="button" className="button" disabled={!isOnline} onClick={() => onAsk('remove')}>
            {m.remove}
          </button>
          <button
            type="button"
            className="button primary"
            disabled={!isOnline || !isOver || lines.length === 0}
            title={isOver ? (lines.length === 0 ? m.nothingToClose : undefined) : notOver}
            onClick={() => onAsk('close')}
          >
            {m.close}
          </button>
        </>
      )}
    </div>
  )
}
