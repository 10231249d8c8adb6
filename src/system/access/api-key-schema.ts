import Type, { type Static } from 'typebox'
import { closed, DateText, described, maybe, named, oneOf, orNull } from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { grantablePermissions } from '../../kernel/permissions.ts'
import { RoleSchema } from './schema.ts'

/** The wire shapes of API keys. */

const KeyName = Type.String({ minLength: 1, maxLength: 200, pattern: SEEN })
const Instant = Type.String({ description: 'UTC, ISO 8601.' })

const Permissions = Type.Array(
  oneOf(grantablePermissions, 'What a key may do besides, such as adjustments:write to enter counts.'),
  {
    description:
      'What the key may do beyond its role. Only what you may do yourself; the maker losing it takes it from the key.',
    maxItems: grantablePermissions.length,
    examples: [['adjustments:write']],
  },
)

const AllowedAddresses = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  description:
    'Networks that the key works from, in CIDR notation, IPv4 or IPv6; a single address is a network of one. Empty: from everywhere.',
  maxItems: 20,
  examples: [['192.0.2.0/24', '2001:db8::/32']],
})

export const ApiKeyBody = closed({
  name: described(KeyName, 'What people know the key by, such as Weighbridge PC.'),
  role: RoleSchema,
  permissions: Type.Optional(Permissions),
  expiresAtISO: maybe(
    described(
      DateText,
      'When the key stops working. ISO 8601; a date alone is the start of that day in your time zone. Left out or null: never, or with the key that makes it.',
    ),
  ),
  allowedAddresses: Type.Optional(AllowedAddresses),
})
export const ApiKeyChanges = closed({ allowedAddresses: AllowedAddresses })
export const ApiKeyMade = named('ApiKeyMade', {
  id: Type.String(),
  name: Type.String(),
  role: RoleSchema,
  permissions: Permissions,
  expiresAtUTC: orNull(Instant),
  allowedAddresses: AllowedAddresses,
  key: Type.String({ description: 'The secret, to be sent as X-Api-Key. Shown this once.' }),
})
export type ApiKeyMade = Static<typeof ApiKeyMade>
export const ApiKey = named('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  role: RoleSchema,
  permissions: Permissions,
  prefix: Type.String({ description: 'The first characters, to tell keys apart.' }),
  createdBy: orNull(Type.String({ description: 'Who answers for it; null when made at the command line.' })),
  createdAtUTC: Instant,
  expiresAtUTC: orNull(Instant),
  isExpired: Type.Boolean(),
  allowedAddresses: AllowedAddresses,
  lastUsedAtUTC: orNull(Type.String({ description: 'To the hour; null where it was never used.' })),
  isUnused: Type.Boolean({ description: 'Whether it was not used for 90 days: it may not be needed.' }),
})
export type ApiKeyView = Static<typeof ApiKey>
