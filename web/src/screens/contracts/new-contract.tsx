import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { askOnce } from '../../api/ask-once.ts'
import { postInventoryContractsLimits } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useDraft } from '../../offline/drafts.ts'
import { partnerIdOf } from '../../stock/partner-id.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { contractMessages } from './contract-messages.ts'
import './contracts.css'
import { blankContract, commodityOfContract, createBody, readDraft } from './draft.ts'
import { ContractFields } from './fields.tsx'
import { formMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { isShownBelow } from './refused.ts'

/** A contract is entered; what is typed is kept on this device until it is. */
export function NewContract() {
  const words = useMessages(contractMessages)
  const list = useMessages(messages)
  const language = useLanguage()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const mayAdd = useMay('contracts:write')
  const { organisation } = useMe()
  const partners = useQuery(partnersQuery())
  const today = useFormats().today()
  const [draft, change, clear] = useDraft(`${organisation.id}.contract`, () => blankContract(today))
  const m = useMessages(formMessages, commodityOfContract(draft))
  const formats = useFormats(commodityOfContract(draft))
  const read = readDraft(draft, language)
  const known = partners.data?.docs.find(({ name }) => name === draft.owner.trim())
  const body = createBody(draft, read, known?.id ?? partnerIdOf(draft.owner))
  const sending = useSending(postInventoryContractsLimits)
  const save = () =>
    sending.send(
      () => askOnce('POST /api/inventory/contracts', { body }),
      ({ id }) => {
        clear()
        return navigate({ to: '/contracts/$id', params: { id }, search: {}, replace: true })
      },
    )
  return (
    <>
      <header className="top">
        <div>
          <Link to="/contracts" search={{}} className="back">
            <Icon name="left" size={18} />
            {words.back}
          </Link>
          <h1>{m.newTitle}</h1>
        </div>
      </header>
      {mayAdd ? (
        <div className="contract-form">
          <Form
            sending={sending}
            action={
              read.kg === undefined ? m.create : say(m.createOf, { weight: formats.exactStock(read.kg) })
            }
            isReady={read.isReady && isOnline}
            isSaidBelow={isShownBelow(sending.error)}
            onSend={save}
            onCancel={() => void navigate({ to: '/contracts', search: {} })}
          >
            <ContractFields {...{ draft, change, read, faultOf: sending.faultOf, at: sending.at }} isNew />
          </Form>
        </div>
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}
