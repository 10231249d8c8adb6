import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { askOver } from '../../api/ask-once.ts'
import { patchInventoryTradesIdLimits, type Operations } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { agreedName } from '../../stock/agreed-name.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/parts.tsx'
import { rebased } from '../../ui/rebased.ts'
import { useCurrency } from '../../stock/currency.ts'
import { blankTrade, tradeDraftOf, type TradeDraft } from './draft.ts'
import { changedTerms, readTrade } from './read-trade.ts'
import { TradeFields } from './fields.tsx'
import { tradeFormMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { namingPartner } from '../../stock/naming-partner.ts'
import { tradeQuery, type VersionedTrade } from './queries.ts'
import { isShownInTrade } from './refused.ts'
import '../../stock/agreed.css'

const route = getRouteApi('/trades/$id/edit')

/** The terms of a contract are changed. */
export function EditTrade() {
  const m = useMessages(tradeFormMessages)
  const list = useMessages(messages)
  const { id } = route.useParams()
  const mayChange = useMay('contracts:write')
  const { organisation } = useMe()
  const { data, error, refetch } = useQuery(tradeQuery(id))
  if (!data) return <NotRead title={list.title} error={error} again={refetch} />
  const name = agreedName(data.result)
  return (
    <>
      <header className="top">
        <div>
          <Link to="/trades/$id" params={{ id }} className="back">
            <Icon name="left" size={18} />
            {name}
          </Link>
          <h1>{say(m.editTitle, { name })}</h1>
        </div>
      </header>
      {mayChange ? (
        <Entry trade={data.result} etag={data.etag} />
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}

interface Edited {
  now: TradeDraft
  /** Draft as stored when somebody began to type, and its version. */
  base: TradeDraft
  etag: string | undefined
  /** Fields changed here that somebody else changed meanwhile, too. */
  both: (keyof TradeDraft)[]
}

function Entry({ trade, etag }: VersionedTrade) {
  const m = useMessages(tradeFormMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const [reason, setReason] = useState('')
  const draftOf = useDraftOf()
  const stored = draftOf(trade)
  const [edited, change, clear] = useDraft<Edited>(`trade.${organisation.id}.${trade.id}`, () => ({
    now: stored,
    base: stored,
    etag,
    both: [],
  }))
  const { now, both } = edited
  const sending = useSending(patchInventoryTradesIdLimits)
  const save = useSave(trade.id, edited, change)
  const leave = () => {
    clear()
    return navigate({ to: '/trades/$id', params: { id: trade.id }, replace: true })
  }
  const names: Partial<Record<keyof TradeDraft, string>> = { ...m, partner: m.who, terms: m.delivery }
  return (
    <div className="trade-form">
      <Form
        sending={sending}
        action={m.save}
        isReady={readTrade(now, language).terms !== undefined && isOnline}
        isSaidBelow={isShownInTrade(sending.error)}
        onSend={() =>
          sending.send(
            () => save(reason),
            (isStored) => isStored && leave(),
          )
        }
        onCancel={() => void leave()}
      >
        {both.length > 0 && (
          <p className="note bad" role="alert">
            {say(m.meanwhile, { names: both.map((name) => names[name] ?? name).join(', ') })}
          </p>
        )}
        <TradeFields
          draft={now}
          change={(part) => change({ now: { ...now, ...part } })}
          sending={sending}
          isNew={false}
        />
        <TextField
          label={m.reason}
          hint={m.reasonHint}
          value={reason}
          onChange={setReason}
          {...sending.at('reason')}
        />
      </Form>
    </div>
  )
}

function useDraftOf() {
  const language = useLanguage()
  const currency = useCurrency() ?? ''
  return (trade: VersionedTrade['trade']) => tradeDraftOf(trade, language, blankTrade(currency, 't'))
}

/**
 * Stores what was changed, and answers whether it did: not where somebody else changed the same meanwhile, which is then to be looked at. What
 * is theirs alone is taken.
 */
function useSave(id: string, { now, base, etag }: Edited, change: (part: Partial<Edited>) => void) {
  const language = useLanguage()
  const queries = useQueryClient()
  const partners = useQuery(partnersQuery())
  const draftOf = useDraftOf()
  const bodyOf = (
    typed: TradeDraft,
    over: TradeDraft,
  ): Operations['PATCH /api/inventory/trades/{id}']['body'] => {
    const { terms } = readTrade(typed, language)
    const partner = namingPartner(typed.partner, partners.data?.docs ?? [])
    return {
      ...(typed.partner.trim() !== over.partner && { partner }),
      ...(terms && changedTerms(terms, readTrade(over, language).terms)),
    }
  }
  return async (reason: string): Promise<boolean> => {
    let isToSee = false
    const path = { id }
    const given = { path, body: { ...bodyOf(now, base), reason }, ifMatch: etag }
    await askOver('PATCH /api/inventory/trades/{id}', given, async () => {
      const { result, etag: newer } = await queries.fetchQuery({ ...tradeQuery(id), staleTime: 0 })
      const theirs = draftOf(result)
      const next = rebased(now, base, theirs)
      change({ now: next.draft, base: theirs, etag: newer, both: next.both })
      isToSee = next.both.length > 0
      return isToSee ? undefined : { path, body: { ...bodyOf(next.draft, theirs), reason }, ifMatch: newer }
    })
    return !isToSee
  }
}
