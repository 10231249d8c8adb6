import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, askWithEtag } from '../../api/client.ts'
import type { SingleSignOn } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { ByName } from './by-name.tsx'
import { missingFor } from './missing-sign-in.ts'
import { singleSignOnMessages } from './single-sign-on-messages.ts'
import { ProviderForm } from './provider-form.tsx'
import { SignInDomains } from './sign-in-domains.tsx'

const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: () => askWithEtag('GET /api/identity/organisation/single-sign-on'),
})

/** The provider by which the organisation signs its people in, and the domains of their addresses. */
export function SingleSignOnSettings() {
  const { data, error, refetch } = useQuery(singleSignOnQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton />
  const { result, etag } = data
  const hasProvider = result.issuer !== null
  return (
    <div className="settings">
      <Standing settings={result} />
      <ProviderForm settings={result} etag={etag} />
      {hasProvider && <SignInDomains domains={result.domains} />}
      {hasProvider && <TakeAway />}
    </div>
  )
}

/** Says whom the provider signs in, or what is missing until it does. */
function Standing({ settings }: { settings: SingleSignOn }) {
  const m = useMessages(singleSignOnMessages)
  const missing = missingFor(settings)
  const proved = settings.domains.filter(({ verifiedAtUTC }) => verifiedAtUTC !== null)
  const isWorking = proved.length > 0 && settings.issuer !== null
  const domains = proved.map(({ domain }) => domain).join(', ')
  return (
    <section className="panel pad stack">
      <h2>{m.title}</h2>
      <p className="quiet">{m.lead}</p>
      {isWorking && (
        <p className="note good" role="status">
          {say(settings.isEnforced ? m.worksAlone : m.works, { domains })}
        </p>
      )}
      {missing.length > 0 && (
        <div className="note">
          <div className="stack tight">
            <p>{isWorking ? m.watch : m.missing}</p>
            <ul className="causes">
              {missing.map((each) => (
                <li key={each}>{m[each]}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

function TakeAway() {
  const m = useMessages(singleSignOnMessages)
  const { name } = useMe().organisation
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const takeAway = async () => {
    await ask('DELETE /api/identity/organisation/single-sign-on')
    // The form begins anew, with what is there now.
    void queries.resetQueries(singleSignOnQuery)
  }
  return (
    <section className="panel pad stack">
      <h2>{m.takeAway}</h2>
      <p className="quiet">{m.takeAwayHint}</p>
      <button type="button" className="button start" onClick={() => setAsking(true)}>
        {m.takeAway}
      </button>
      {isAsking && (
        <ByName
          name={name}
          title={m.takeAway}
          warning={m.takeAwayWarning}
          action={m.takeAway}
          work={takeAway}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
