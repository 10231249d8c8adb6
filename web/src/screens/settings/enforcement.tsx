import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { User } from '../../api/operations.ts'
import { readAll } from '../../api/read-all.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { Sending } from '../../ui/form.tsx'
import { Choice } from '../../ui/parts.tsx'
import type { ProviderDraft } from './provider-draft.ts'
import { singleSignOnMessages } from './single-sign-on-messages.ts'

interface Props {
  draft: ProviderDraft
  sending: Sending
  onChange: (part: Partial<ProviderDraft>) => void
}

/** The choice that people sign in by the provider alone, and of the one who gets in with a password when it does not answer. */
export function Enforcement({ draft, sending, onChange }: Props) {
  const m = useMessages(singleSignOnMessages)
  const { isEnforced, breakGlassUserId } = draft
  const fault = sending.faultOf('isEnforced')
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isEnforced}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : 'enforced-fault'}
          onChange={({ target }) => onChange({ isEnforced: target.checked })}
        />
        {m.enforced}
      </label>
      {fault !== undefined && (
        <span className="fault" id="enforced-fault">
          {fault}
        </span>
      )}
      {isEnforced && (
        <>
          <p className="quiet small">{m.enforcedHint}</p>
          <BreakGlass
            value={breakGlassUserId}
            fault={sending.faultOf('breakGlassUserId')}
            onChange={(id) => onChange({ breakGlassUserId: id })}
          />
        </>
      )}
    </>
  )
}

const PAGE = 200

function BreakGlass(props: { value: string; fault: string | undefined; onChange: (id: string) => void }) {
  const m = useMessages(singleSignOnMessages)
  const people = useQuery({
    queryKey: ['users', 'all'],
    queryFn: () => readAll<User, Awaited<ReturnType<typeof pageFrom>>>((offset) => pageFrom(offset)),
  })
  const owners = people.data?.docs.filter(({ role, status }) => role === 'owner' && status === 'active')
  return (
    <Choice label={m.breakGlass} {...props}>
      <option value="">{m.chooseOne}</option>
      {owners?.map(({ id, givenName, familyName, email }) => (
        <option key={id} value={id}>
          {[givenName, familyName].filter(Boolean).join(' ') || email}
        </option>
      ))}
    </Choice>
  )
}

const pageFrom = (offset: number) => ask('GET /api/identity/users', { query: { limit: PAGE, offset } })
