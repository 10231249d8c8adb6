import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import { postIdentityApiKeysLimits, type ApiKey } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { isDay, startOfDay } from '../../i18n/days.ts'
import { roleMessages } from '../../frame/role-messages.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Form, useSending } from '../../ui/form.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Failed, Skeleton, TextField } from '../../ui/parts.tsx'
import { ByName } from './by-name.tsx'
import { factorTexts } from './factor-texts.ts'
import { KeyNetworks, NetworksField, networksIn } from './key-networks.tsx'
import { keyTexts } from './key-texts.ts'
import { messages } from './messages.ts'
import { RoleChoice, type Role } from './roles.tsx'
import { ShownOnce } from './shown-once.tsx'

/** The keys of programs: each is shown once, when it is made. */
export function Keys() {
  const m = useMessages(messages)
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => ask('GET /api/identity/api-keys') })
  return (
    <div className="settings">
      <NewKey />
      <section className="panel pad stack">
        <h2>{m.keys}</h2>
        {!keys.data &&
          (keys.error ? <Failed error={keys.error} again={() => void keys.refetch()} /> : <Skeleton />)}
        {keys.data?.length === 0 && <p className="quiet">{m.noKeys}</p>}
        <ul className="lines">
          {keys.data?.map((each) => (
            <Key key={each.id} apiKey={each} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function NewKey() {
  const m = useMessages(messages)
  const texts = useMessages(keyTexts)
  const { timeZone } = useMe().organisation
  const sending = useSending(postIdentityApiKeysLimits)
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [until, setUntil] = useState('')
  const [networks, setNetworks] = useState('')
  const [provisions, setProvisions] = useState(false)
  const [secret, setSecret] = useState<string>()
  const expiresAtISO = isDay(until) ? startOfDay(until, timeZone).toISOString() : null
  const make = () =>
    sending.send(
      () =>
        askOnce('POST /api/identity/api-keys', {
          body: {
            name,
            role,
            expiresAtISO,
            allowedAddresses: networksIn(networks),
            permissions: provisions ? ['members:provision'] : [],
          },
        }),
      ({ key }) => {
        setSecret(key)
        setName('')
        setProvisions(false)
      },
    )
  return (
    <section className="panel pad stack">
      <h2>{m.newKey}</h2>
      <Form sending={sending} action={m.makeKey} isReady={name.trim() !== ''} onSend={make}>
        <div className="two">
          <TextField label={m.name} value={name} onChange={setName} {...sending.at('name')} />
          <RoleChoice label={m.role} value={role} onChange={setRole} />
        </div>
        <DayField
          label={m.expiresOn}
          value={until}
          onChange={setUntil}
          fault={sending.faultOf('expiresAtISO')}
        />
        <NetworksField value={networks} onChange={setNetworks} />
        <label className="check">
          <input
            type="checkbox"
            checked={provisions}
            onChange={({ target }) => setProvisions(target.checked)}
          />
          {texts.provisions}
        </label>
        {provisions && <p className="quiet small">{texts.provisionsHint}</p>}
      </Form>
      {secret !== undefined && <ShownOnce lead={m.keyOnce} secret={secret} />}
    </section>
  )
}

function Key({ apiKey }: { apiKey: ApiKey }) {
  const m = useMessages(messages)
  const roleNames = useMessages(roleMessages)
  const formats = useFormats()
  const [isRevoking, revoke] = useState(false)
  const f = useMessages(factorTexts)
  const texts = useMessages(keyTexts)
  const [isChanging, change] = useState(false)
  const {
    id,
    name,
    role,
    permissions,
    prefix,
    expiresAtUTC,
    isExpired,
    allowedAddresses,
    lastUsedAtUTC,
    isUnused,
  } = apiKey
  const used =
    lastUsedAtUTC === null ? f.neverUsed : say(f.lastUsed, { when: formats.day(new Date(lastUsedAtUTC)) })
  return (
    <li className="bar apart">
      <span>
        <span className="strong">{name}</span> <span className="badge">{roleNames[role]}</span>{' '}
        {permissions.includes('members:provision') && <span className="badge">{texts.isForDirectory}</span>}{' '}
        {isExpired && <span className="badge bad">{m.expired}</span>}{' '}
        {isUnused && <span className="badge bad">{f.unused}</span>}
        <br />
        <span className="quiet small">
          {prefix}… ·{' '}
          {expiresAtUTC === null ? m.never : say(m.expires, { when: formats.day(new Date(expiresAtUTC)) })} ·{' '}
          {used}
          {allowedAddresses.length > 0 && ` · ${allowedAddresses.join(', ')}`}
        </span>
      </span>
      <span className="bar">
        <button type="button" className="button" onClick={() => change(true)}>
          {f.change}
        </button>
        <button type="button" className="button" onClick={() => revoke(true)}>
          {m.revoke}
        </button>
      </span>
      {isChanging && <KeyNetworks apiKey={apiKey} onClose={() => change(false)} />}
      {isRevoking && (
        <ByName
          name={name}
          title={m.revokeTitle}
          warning={m.revokeWarning}
          action={m.revoke}
          work={() => ask('DELETE /api/identity/api-keys/{id}', { path: { id } })}
          onClose={() => revoke(false)}
        />
      )}
    </li>
  )
}
