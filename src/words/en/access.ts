import type { RoleName } from '../terms.ts'
import type { Writing } from '../writing.ts'

export const access = {
  isForPlatformAdmins: ({ permission }: { permission: string }) =>
    `This is for platform admins, who sign in: no role and no API key has ${permission}.`,
  isForPeople: ({ permission }: { permission: string }) =>
    `This is for people: sign in. No API key has ${permission}.`,
  roleMayNot: (
    {
      role,
      permission,
      roles,
      isKey,
    }: { role: RoleName; permission: string; roles: RoleName[]; isKey: boolean },
    { or }: Writing,
  ) => {
    const why = `Your role, ${role}, may not do this: it needs ${permission}, which takes ${or(roles)}.`
    return isKey ? `${why} A key in another role does it when it was given ${permission} by itself.` : why
  },
}
