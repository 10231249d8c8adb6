import type { access as english } from '../en/access.ts'
import type { RoleName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

/** As the page calls them. */
const ROLES: Record<RoleName, string> = {
  viewer: 'Viewer',
  operator: 'Operator',
  manager: 'Manager',
  admin: 'Admin',
  owner: 'Administrateur de la maison',
}

export const access: SameAs<typeof english> = {
  isForPlatformAdmins: ({ permission }) =>
    `Ceci est pour les administrateurs de la plateforme, qui se connectent : aucun rôle et aucune clé d’API n’a ${permission}.`,
  isForPeople: ({ permission }) =>
    `Ceci est pour les personnes : connectez-vous. Aucune clé d’API n’a ${permission}.`,
  roleMayNot: ({ role, permission, roles, isKey }, { or }) => {
    const why = `Votre rôle (${ROLES[role]}) ne le permet pas : il faut ${permission}, donc ${or(roles.map((each) => ROLES[each]))}.`
    return isKey
      ? `${why} Une clé d’un autre rôle le peut si ${permission} lui a été accordé en propre.`
      : why
  },
}
