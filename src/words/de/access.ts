import type { access as english } from '../en/access.ts'
import type { RoleName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

/** As the page calls them. */
const ROLES: Record<RoleName, string> = {
  viewer: 'Viewer',
  operator: 'Operator',
  manager: 'Manager',
  admin: 'Admin',
  owner: 'Administrator des Hauses',
}

export const access: SameAs<typeof english> = {
  isForPlatformAdmins: ({ permission }) =>
    `Das ist für Plattform-Administratoren, die sich anmelden: Keine Rolle und kein API-Schlüssel hat ${permission}.`,
  isForPeople: ({ permission }) =>
    `Das ist für Personen: bitte anmelden. Kein API-Schlüssel hat ${permission}.`,
  roleMayNot: ({ role, permission, roles, isKey }, { or }) => {
    const why = `Mit Ihrer Rolle (${ROLES[role]}) geht das nicht: Es braucht ${permission}, und das haben ${or(roles.map((each) => ROLES[each]))}.`
    return isKey
      ? `${why} Ein Schlüssel mit einer anderen Rolle darf es, wenn ihm ${permission} eigens gegeben wurde.`
      : why
  },
}
