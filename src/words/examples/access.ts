import type { access as sentences } from '../en/access.ts'
import type { Examples } from '../writing.ts'

export const access: Examples<typeof sentences> = {
  isForPlatformAdmins: { permission: 'platform:admin' },
  isForPeople: { permission: 'conversations:write' },
  roleMayNot: {
    role: 'operator',
    permission: 'records:write',
    roles: ['manager', 'admin', 'owner'],
    isKey: true,
  },
}
