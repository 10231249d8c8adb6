import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { partnersQuery, positionQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Choice } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import './charges.css'
import { messages } from './messages.ts'
import { monthsUpTo } from './month-list.ts'
import { useMonths } from './months.ts'

const MOST_MONTHS = 36

/** A statement of charges is begun: for whom, and for which months. */
export function NewCharges() {
  const m = useMessages(messages)
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  return (
    <>
      <header className="top">
        <div>
          <Link to="/charges" search={{}} className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        <Entry />
      ) : (
        <p className="panel pad quiet">{say(m.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

/** Those whose grain lies here now, and all partners, by their names. */
function useOwners(): Map<string, string> {
  const { organisation } = useMe()
  const position = useQuery(positionQuery())
  const partners = useQuery(partnersQuery())
  const here = position.data?.lines.filter(({ owned, storerId }) => !owned && storerId === organisation.id)
  return new Map([
    ...(partners.data?.docs ?? []).map(({ id, name }) => [name, id] as const),
    ...(here ?? []).map(({ ownerId, ownerName }) => [ownerName, ownerId] as const),
  ])
}

function Entry() {
  const m = useMessages(messages)
  const formats = useFormats()
  const months = useMonths()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const owners = useOwners()
  const [thisMonth = '', lastMonth = ''] = monthsUpTo(formats.today().slice(0, 7), 2)
  const [owner, setOwner] = useState('')
  const [from, setFrom] = useState(lastMonth)
  const [to, setTo] = useState(lastMonth)
  const sending = useSending()
  const begin = () =>
    sending.send(
      () =>
        askOnce('POST /api/inventory/charges', {
          body: { ownerId: owners.get(owner.trim()) ?? owner.trim(), fromMonth: from, toMonth: to },
        }),
      ({ id }) => navigate({ to: '/charges/$id', params: { id }, replace: true }),
    )
  const offered = monthsUpTo(thisMonth, MOST_MONTHS).map((month) => (
    <option key={month} value={month}>
      {months.month(month)}
    </option>
  ))
  return (
    <div className="panel pad charge-form">
      <Form
        sending={sending}
        action={m.begin}
        isReady={owner.trim() !== '' && isOnline}
        isSaidBelow={['ownerId', 'fromMonth', 'toMonth'].some((path) => sending.faultOf(path) !== undefined)}
        onSend={begin}
        onCancel={() => void navigate({ to: '/charges', search: {} })}
      >
        <Suggest
          label={m.owner}
          value={owner}
          onChange={setOwner}
          options={[...owners.keys()].map((value) => ({ value }))}
          hint={m.ownerHint}
          {...sending.at('ownerId')}
        />
        <div className="two">
          <Choice
            label={m.fromMonth}
            value={from}
            onChange={(month) => {
              setFrom(month)
              if (to < month) setTo(month)
            }}
            fault={sending.faultOf('fromMonth')}
          >
            {offered}
          </Choice>
          <Choice label={m.toMonth} value={to} onChange={setTo} fault={sending.faultOf('toMonth')}>
            {offered}
          </Choice>
        </div>
      </Form>
    </div>
  )
}
