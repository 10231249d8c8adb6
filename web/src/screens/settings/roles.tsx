import type { Me } from '../../api/operations.ts'
import { roleMessages } from '../../frame/role-messages.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice } from '../../ui/parts.tsx'

export type Role = Me['role']
/** From the least to the most. */
export const roles: Role[] = ['viewer', 'operator', 'manager', 'admin', 'owner']
const isRole = (text: string): text is Role => roles.some((each) => each === text)

const may: [what: 'see' | 'weigh' | 'decide' | 'govern' | 'ownIt', least: Role][] = [
  ['see', 'viewer'],
  ['weigh', 'operator'],
  ['decide', 'manager'],
  ['govern', 'admin'],
  ['ownIt', 'owner'],
]

/** Lists the actions that each role may take, and those below it may not. */
export function RoleMatrix() {
  const m = useMessages(roleMessages)
  return (
    <section className="panel pad stack">
      <h2>{m.matrix}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={m.matrix}>
        <table className="table sticky matrix">
          <thead>
            <tr>
              <td />
              {roles.map((role) => (
                <th key={role} scope="col">
                  {m[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {may.map(([what, least]) => (
              <tr key={what}>
                <th scope="row">{m[what]}</th>
                {roles.map((role) => {
                  const has = roles.indexOf(role) >= roles.indexOf(least)
                  return (
                    <td key={role} className={has ? 'may' : 'quiet'}>
                      {has ? <Icon name="check" size={18} /> : '–'}
                      <span className="hidden">{has ? m.may : m.mayNot}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ChoiceProps {
  label: string
  /** Undefined until somebody has chosen: nobody gets rights without thought. */
  value: Role | undefined
  onChange: (role: Role) => void
  /** Says of the role what it may. */
  isTold?: boolean
}

export function RoleChoice({ label, value, onChange, isTold = false }: ChoiceProps) {
  const m = useMessages(roleMessages)
  return (
    <div>
      <Choice label={label} value={value ?? ''} onChange={(text) => isRole(text) && onChange(text)}>
        {value === undefined && <option value="">{m.chooseRole}</option>}
        {roles.map((role) => (
          <option key={role} value={role}>
            {m[role]}
          </option>
        ))}
      </Choice>
      {isTold && value !== undefined && (
        <p className="quiet small" role="status">
          {m[`${value}May`]}
        </p>
      )}
    </div>
  )
}
