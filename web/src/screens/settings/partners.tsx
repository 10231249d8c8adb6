import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask, Refused, requestOf } from '../../api/client.ts'
import {
  patchInventoryPartnersIdLimits,
  postInventoryPartnersLimits,
  type Partner,
} from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { InviteOwnerButton, InviteOwnerDialog } from '../../frame/invite-owner.tsx'
import { SaveTable, type TableFormat } from '../../frame/save-table.tsx'
import { say, useMessages } from '../../i18n/messages.ts'
import { partnersQuery } from '../../stock/queries.ts'
import { WhoBooksForUs } from '../../stock/to-confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Choice, Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { assuranceMessages } from './assurance-messages.ts'
import { ByName } from './by-name.tsx'
import { PartnerDetails, PartnerFacts } from './partner-details.tsx'
import { partnerMessages } from './partner-messages.ts'
import { Owners, StatementDialog } from './statements.tsx'

const ASKED_AFTER_MS = 300

/** Lists the organisation's partners: suppliers, buyers and owners of stored grain. */
export function Partners() {
  const m = useMessages(partnerMessages)
  const a = useMessages(assuranceMessages)
  const mayAdd = useMay('movements:write')
  const [sought, seek] = useState('')
  const [settled, settle] = useState('')
  const [isExpiring, setExpiring] = useState(false)
  const [deed, setDeed] = useState<Deed>()
  useEffect(() => {
    const timer = setTimeout(() => settle(sought.trim()), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [sought])
  const partners = useQuery({ ...partnersQuery(settled, isExpiring), placeholderData: (before) => before })
  const { data, error, refetch } = partners
  const nothing = settled !== '' ? m.notFound : isExpiring ? a.nothingEnds : m.none
  const tablePath = (format: TableFormat) =>
    requestOf('GET /api/inventory/partners', {
      query: { query: settled, ...(isExpiring && { expiring: true }), format },
    }).path
  const left = data ? data.totalDocs - data.docs.length : 0
  return (
    <div className="settings">
      {mayAdd && <NewPartner />}
      <section className="panel pad stack" aria-labelledby="partners">
        <header className="bar apart">
          <h2 id="partners">{m.title}</h2>
          <span className="bar">
            <SaveTable path={tablePath} name="partners" />
          </span>
        </header>
        <WhoBooksForUs />
        <TextField label={m.find} value={sought} onChange={seek} />
        <label className="check">
          <input
            type="checkbox"
            checked={isExpiring}
            onChange={({ target }) => setExpiring(target.checked)}
          />
          {a.expiringOnly}
        </label>
        {!data && (error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />)}
        {data?.docs.length === 0 && <p className="quiet">{nothing}</p>}
        <ul className="lines" aria-busy={partners.isFetching}>
          {data?.docs.map((each) => (
            <PartnerLine key={each.id} partner={each} onDo={(what) => setDeed({ what, partner: each })} />
          ))}
        </ul>
        {left > 0 && <p className="quiet small">{say(m.more, { n: left })}</p>}
      </section>
      <Owners />
      {deed && <DeedDialog {...deed} onClose={() => setDeed(undefined)} />}
    </div>
  )
}

function NewPartner() {
  const m = useMessages(partnerMessages)
  const sending = useSending(postInventoryPartnersLimits)
  const [name, setName] = useState('')
  const add = () =>
    sending.send(
      () => askOnce('POST /api/inventory/partners', { body: { name } }),
      () => setName(''),
    )
  return (
    <section className="panel pad stack">
      <h2>{m.newTitle}</h2>
      <Form sending={sending} action={m.add} isReady={name.trim() !== ''} onSend={add}>
        <TextField label={m.name} value={name} onChange={setName} {...sending.at('name')} />
      </Form>
    </section>
  )
}

/** An action on a partner: it stays open although the list is read anew, and the partner has left it. */
interface Deed {
  what: 'details' | 'rename' | 'merge' | 'statement' | 'invite'
  partner: Partner
}

function DeedDialog({ what, partner, onClose }: Deed & { onClose: () => void }) {
  if (what === 'statement') return <StatementDialog owner={partner} onClose={onClose} />
  if (what === 'invite') return <InviteOwnerDialog owner={partner} onClose={onClose} />
  if (what === 'details') return <PartnerDetails partner={partner} onClose={onClose} />
  if (what === 'rename') return <Rename partner={partner} onClose={onClose} />
  return <Merge partner={partner} onClose={onClose} />
}

function PartnerLine({ partner, onDo }: { partner: Partner; onDo: (what: Deed['what']) => void }) {
  const m = useMessages(partnerMessages)
  const a = useMessages(assuranceMessages)
  const mayChange = useMay('records:write')
  const { name, otherIds } = partner
  return (
    <li className="partner">
      <span>
        <span className="strong">{name}</span>
        {otherIds.length > 0 && (
          <span className="quiet small">
            <br />
            {say(m.alsoMeant, { ids: otherIds.join(', ') })}
          </span>
        )}
        <PartnerFacts partner={partner} />
      </span>
      <button
        type="button"
        className="button"
        aria-label={say(m.statementOf, { name })}
        onClick={() => onDo('statement')}
      >
        {m.statement}
      </button>
      <InviteOwnerButton owner={partner} onOpen={() => onDo('invite')} />
      {mayChange && (
        <>
          <button
            type="button"
            className="button"
            aria-label={say(a.detailsOf, { name })}
            onClick={() => onDo('details')}
          >
            {a.details}
          </button>
          <button
            type="button"
            className="button"
            aria-label={say(m.renameOf, { name })}
            onClick={() => onDo('rename')}
          >
            {m.rename}
          </button>
          <button
            type="button"
            className="button"
            aria-label={say(m.mergeOf, { name })}
            onClick={() => onDo('merge')}
          >
            {m.merge}
          </button>
        </>
      )}
    </li>
  )
}

interface DeedProps {
  partner: Partner
  onClose: () => void
}

function Rename({ partner: { id, name }, onClose }: DeedProps) {
  const m = useMessages(partnerMessages)
  const sending = useSending(patchInventoryPartnersIdLimits)
  const [next, setNext] = useState(name)
  const work = () => ask('PATCH /api/inventory/partners/{id}', { path: { id }, body: { name: next } })
  return (
    <Dialog title={say(m.renameOf, { name })} onClose={onClose}>
      <p className="quiet">{m.renameWhat}</p>
      <Form
        sending={sending}
        action={m.rename}
        isReady={next.trim() !== '' && next !== name}
        onSend={() => sending.send(work, onClose)}
        onCancel={onClose}
      >
        <TextField label={m.newName} value={next} onChange={setNext} {...sending.at('name')} />
      </Form>
    </Dialog>
  )
}

/** Two of a name that are one: first which of them stays, then the name of the one that goes, since it cannot be undone. */
function Merge({ partner, onClose }: DeedProps) {
  const m = useMessages(partnerMessages)
  const partners = useQuery(partnersQuery())
  const [into, setInto] = useState<Partner>()
  const others = (partners.data?.docs ?? []).filter(({ id }) => id !== partner.id)
  if (into) {
    const body = { ids: [partner.id] }
    return (
      <ByName
        name={partner.name}
        title={say(m.mergeInto, { name: '{name}', into: into.name })}
        warning={say(m.mergeWarning, { name: '{name}', into: into.name })}
        action={m.merge}
        work={() => askOnce('POST /api/inventory/partners/{id}/merge', { path: { id: into.id }, body })}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={say(m.mergeOf, { name: partner.name })} onClose={onClose}>
      <p className="quiet">{m.mergeWhat}</p>
      <form className="stack">
        <Choice
          label={m.stays}
          value=""
          onChange={(id) => setInto(others.find((each) => each.id === id))}
          fault={partners.error instanceof Refused ? partners.error.message : undefined}
        >
          <option value="">{m.choose}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </form>
    </Dialog>
  )
}
