import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askWithEtag } from '../../api/client.ts'
import { putIdentityOrganisationSingleSignOnLimits, type SingleSignOn } from '../../api/operations.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Form, useSending, type Sending } from '../../ui/form.tsx'
import { TextField } from '../../ui/parts.tsx'
import { CopiedValue } from './copied-value.tsx'
import { Enforcement } from './enforcement.tsx'
import { providerBodyOf, providerDraftOf, type ProviderDraft } from './provider-draft.ts'
import { ProviderRoles } from './provider-roles.tsx'
import { singleSignOnMessages } from './single-sign-on-messages.ts'

/** Form of the provider: who it is, which roles its claims give, and whether people sign in by it alone. */
export function ProviderForm({ settings, etag }: { settings: SingleSignOn; etag: string | undefined }) {
  const m = useMessages(singleSignOnMessages)
  const queries = useQueryClient()
  const sending = useSending(putIdentityOrganisationSingleSignOnLimits)
  const [draft, setDraft] = useState(() => providerDraftOf(settings))
  const [isSaved, setSaved] = useState(false)
  const change = (part: Partial<ProviderDraft>) => setDraft({ ...draft, ...part })
  const body = providerBodyOf(draft)
  const save = () => {
    setSaved(false)
    // What is refused is named by its place among the rows that were sent.
    change({ roles: body.roles })
    return sending.send(
      () => askWithEtag('PUT /api/identity/organisation/single-sign-on', { body, ifMatch: etag }),
      (answer) => {
        queries.setQueryData(['single-sign-on'], answer)
        setDraft(providerDraftOf(answer.result))
        setSaved(true)
      },
    )
  }
  const factorFault = body.factorValues
    .map((_value, index) => sending.faultOf(`factorValues[${index}]`))
    .find((each) => each !== undefined)
  return (
    <section className="panel pad stack">
      <h2>{m.provider}</h2>
      <CopiedValue name={m.redirectUri} value={settings.redirectUri} hint={m.redirectUriHint} />
      <Form
        sending={sending}
        action={m.save}
        isReady={body.issuer !== '' && body.clientId !== ''}
        onSend={save}
      >
        <ProviderClient
          draft={draft}
          sending={sending}
          hasSecret={settings.hasClientSecret}
          onChange={change}
        />
        <ProviderRoles draft={draft} sending={sending} onChange={change} />
        <TextField
          label={m.factorValues}
          hint={m.factorValuesHint}
          value={draft.factorValues}
          onChange={(factorValues) => change({ factorValues })}
          fault={sending.faultOf('factorValues') ?? factorFault}
        />
        <Enforcement draft={draft} sending={sending} onChange={change} />
        {isSaved && (
          <p className="note good" role="status">
            {m.saved}
          </p>
        )}
      </Form>
    </section>
  )
}

interface ClientProps {
  draft: ProviderDraft
  sending: Sending
  /** A secret is stored. */
  hasSecret: boolean
  onChange: (part: Partial<ProviderDraft>) => void
}

/** The address of the provider, and the client that is registered there for the service. */
function ProviderClient({ draft, sending, hasSecret, onChange }: ClientProps) {
  const m = useMessages(singleSignOnMessages)
  return (
    <>
      <TextField
        label={m.issuer}
        hint={m.issuerHint}
        value={draft.issuer}
        onChange={(issuer) => onChange({ issuer })}
        {...sending.at('issuer')}
      />
      <div className="two">
        <TextField
          label={m.clientId}
          value={draft.clientId}
          onChange={(clientId) => onChange({ clientId })}
          {...sending.at('clientId')}
        />
        <TextField
          label={m.clientSecret}
          hint={hasSecret ? m.secretIsKept : m.secretHint}
          type="password"
          autoComplete="off"
          value={draft.clientSecret}
          onChange={(clientSecret) => onChange({ clientSecret })}
          {...sending.at('clientSecret')}
        />
      </div>
    </>
  )
}
