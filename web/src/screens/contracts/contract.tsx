import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/session.ts'
import { InviteOwner } from '../../frame/invite-owner.tsx'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Calculator } from './calculator.tsx'
import { contractMessages } from './contract-messages.ts'
import './contracts.css'
import { EditContract } from './edit-contract.tsx'
import { EndContract } from './end-contract.tsx'
import { ContractFiles } from './files.tsx'
import { ContractLoads } from './loads.tsx'
import { messages } from './messages.ts'
import { contractQuery, type Versioned } from './queries.ts'
import { ContractTariffs } from './tariffs.tsx'
import { TermFacts, Usage } from './term-facts.tsx'
import { ContractStatus } from './usage.tsx'

const route = getRouteApi('/contracts/$id')

/** One storage contract: what is agreed, what came in, and what drying takes. */
export function Contract() {
  const m = useMessages(contractMessages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(contractQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  return <Shown contract={data.result} etag={data.etag} />
}

function Shown({ contract, etag }: Versioned) {
  const m = useMessages(contractMessages)
  const { organisation } = useMe()
  const { edit } = route.useSearch()
  const navigate = useNavigate()
  // What the service warns of when terms are saved stays until somebody has read it.
  const [warning, warn] = useState('')
  const isOurs = contract.storer.id === organisation.id
  const mayChange = useMay('contracts:write') && isOurs
  const { id } = contract
  const isEditing = edit === '1' && mayChange
  const close = () => void navigate({ to: '/contracts/$id', params: { id }, search: {}, replace: true })
  return (
    <>
      <Head contract={contract} etag={etag} mayChange={mayChange && !isEditing} onWarning={warn} />
      {!isOurs && <div className="note">{say(m.notOurs, { storer: contract.storer.name })}</div>}
      {warning !== '' && (
        <div className="note contract-warning" role="status">
          <Icon name="warn" />
          <span>{warning}</span>
          <button type="button" className="button" onClick={() => warn('')}>
            {m.understood}
          </button>
        </div>
      )}
      {isEditing ? (
        <EditContract
          contract={contract}
          etag={etag}
          onDone={(message) => {
            warn(message)
            close()
          }}
          onCancel={close}
        />
      ) : (
        <div className="contract-page">
          <div className="stack">
            <Usage contract={contract} />
            <ContractLoads contract={contract} />
          </div>
          <div className="stack">
            <TermFacts contract={contract} />
            {isOurs && <ContractTariffs id={id} mayAdd={mayChange} />}
            <Calculator contract={contract} />
            <ContractFiles contract={contract} etag={etag} mayChange={mayChange} />
          </div>
        </div>
      )}
    </>
  )
}

interface HeadProps extends Versioned {
  mayChange: boolean
  onWarning: (message: string) => void
}

function Head({ contract, etag, mayChange, onWarning }: HeadProps) {
  const m = useMessages(contractMessages)
  const words = useMessages(messages)
  const formats = useFormats(contract.inventory.commodity.commodity.id)
  const isOnline = useOnline()
  const [isEnding, end] = useState(false)
  const { commodity, type, grade } = contract.inventory.commodity
  const known = [commodity.name, type.name, grade.name || words.anyGrade]
  return (
    <header className="top">
      <div>
        <Link to="/contracts" search={{}} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{contract.details.reference || contract.owner.name}</h1>
        <p className="quiet">
          {contract.owner.name} · {known.join(' · ')} · {formats.stock(contract.inventory.weight)}{' '}
          {formats.stockUnit} <ContractStatus status={contract.status} />
        </p>
      </div>
      {mayChange && (
        <div className="bar">
          {/* One who uses the service has a state there. */}
          {contract.owner.status === '' && <InviteOwner owner={contract.owner} />}
          {contract.status !== 'expired' && (
            <button type="button" className="button" disabled={!isOnline} onClick={() => end(true)}>
              {m.end}
            </button>
          )}
          {isOnline ? (
            <Link
              to="/contracts/$id"
              params={{ id: contract.id }}
              search={{ edit: '1' }}
              className="button primary"
            >
              {m.edit}
            </Link>
          ) : (
            <button type="button" className="button primary" disabled>
              {m.edit}
            </button>
          )}
        </div>
      )}
      {isEnding && (
        <EndContract contract={contract} etag={etag} onClose={() => end(false)} onDone={onWarning} />
      )}
    </header>
  )
}
