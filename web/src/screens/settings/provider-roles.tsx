import { roleMessages } from '../../frame/role-messages.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { Sending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import type { ProviderDraft } from './provider-draft.ts'
import { singleSignOnMessages } from './single-sign-on-messages.ts'

/** Roles that a provider may give: nobody becomes an administrator of the house by a claim. */
const claimedRoles = ['viewer', 'operator', 'manager', 'admin'] as const
const roleOf = (text: string) => claimedRoles.find((each) => each === text)

interface Props {
  draft: ProviderDraft
  sending: Sending
  onChange: (part: Partial<ProviderDraft>) => void
}

/** The table of roles: each value of the claim with the role that it gives somebody new. */
export function ProviderRoles({ draft, sending, onChange }: Props) {
  const m = useMessages(singleSignOnMessages)
  const { roleClaim, roles, defaultRole } = draft
  const setRow = (at: number, part: Partial<(typeof roles)[number]>) =>
    onChange({ roles: roles.map((each, index) => (index === at ? { ...each, ...part } : each)) })
  return (
    <fieldset className="stack">
      <legend className="strong">{m.roles}</legend>
      <p className="quiet small">{m.rolesHint}</p>
      <TextField
        label={m.roleClaim}
        hint={m.roleClaimHint}
        value={roleClaim}
        onChange={(text) => onChange({ roleClaim: text })}
        {...sending.at('roleClaim')}
      />
      {roles.map(({ value, role }, index) => (
        // Rows have no name of their own, and none changes its place.
        <div key={index} className="claimed-role">
          <TextField
            label={m.value}
            value={value}
            onChange={(text) => setRow(index, { value: text })}
            {...sending.at(`roles[${index}].value`)}
          />
          <RoleOf label={m.role} value={role} onChange={(next) => next && setRow(index, { role: next })} />
          <button
            type="button"
            className="button bare"
            aria-label={`${m.removeRow}: ${value || index + 1}`}
            onClick={() => onChange({ roles: roles.toSpliced(index, 1) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button start"
        onClick={() => onChange({ roles: [...roles, { value: '', role: 'operator' }] })}
      >
        {m.addRow}
      </button>
      <RoleOf
        label={m.defaultRole}
        value={defaultRole}
        nobody={m.nobodyNew}
        onChange={(role) => onChange({ defaultRole: role ?? null })}
      />
    </fieldset>
  )
}

interface RoleProps {
  label: string
  value: (typeof claimedRoles)[number] | null
  /** The name of having none. */
  nobody?: string
  onChange: (role: (typeof claimedRoles)[number] | undefined) => void
}

function RoleOf({ label, value, nobody, onChange }: RoleProps) {
  const names = useMessages(roleMessages)
  return (
    <Choice label={label} value={value ?? ''} onChange={(text) => onChange(roleOf(text))}>
      {nobody !== undefined && <option value="">{nobody}</option>}
      {claimedRoles.map((role) => (
        <option key={role} value={role}>
          {names[role]}
        </option>
      ))}
    </Choice>
  )
}
