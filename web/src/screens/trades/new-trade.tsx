import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryTradesLimits } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { useCurrency } from '../../stock/currency.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/parts.tsx'
import { blankTrade, commodityOfTrade } from './draft.ts'
import { readTrade } from './read-trade.ts'
import { TradeFields } from './fields.tsx'
import { tradeFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { namingPartner } from '../../stock/naming-partner.ts'
import { isShownInTrade } from './refused.ts'
import '../../stock/agreed.css'

/** A contract is entered; what is typed is kept on this device until it is. */
export function NewTrade() {
  const m = useMessages(tradeFormMessages)
  const list = useMessages(messages)
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  const currency = useCurrency()
  return (
    <>
      <header className="top">
        <div>
          <Link to="/trades" search={{}} className="back">
            <Icon name="left" size={18} />
            {list.title}
          </Link>
          <h1>{m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        currency === undefined ? (
          <Skeleton />
        ) : (
          <Entry currency={currency} />
        )
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

function Entry({ currency }: { currency: string }) {
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const partners = useQuery(partnersQuery())
  const blank = () => blankTrade(currency, organisation.countryISO === 'US' ? 'bu' : 't')
  const [draft, change, clear] = useDraft(`${organisation.id}.trade`, blank)
  const [isDraft, setDraft] = useState(false)
  const commodityId = commodityOfTrade(draft)
  const m = useMessages(tradeFormMessages, commodityId)
  const formats = useFormats(commodityId)
  const { kg, terms } = readTrade(draft, language)
  const sending = useSending(postInventoryTradesLimits)
  const save = () =>
    terms &&
    sending.send(
      () =>
        askOnce('POST /api/inventory/trades', {
          body: {
            kind: draft.kind,
            status: isDraft ? 'draft' : 'confirmed',
            partner: namingPartner(draft.partner, partners.data?.docs ?? []),
            ...terms,
          },
        }),
      ({ id }) => {
        clear()
        return navigate({ to: '/trades/$id', params: { id }, replace: true })
      },
    )
  return (
    <div className="trade-form">
      <Form
        sending={sending}
        action={kg === undefined ? m.create : say(m.createOf, { weight: formats.exactStock(kg) })}
        isReady={terms !== undefined && isOnline}
        isSaidBelow={isShownInTrade(sending.error)}
        onSend={save}
        onCancel={() => void navigate({ to: '/trades', search: {} })}
      >
        <TradeFields {...{ draft, change, sending }} isNew />
        <label className="check">
          <input type="checkbox" checked={isDraft} onChange={({ target }) => setDraft(target.checked)} />
          {m.asDraft}
        </label>
      </Form>
    </div>
  )
}
