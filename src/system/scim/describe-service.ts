import { listToScim, USER_SCHEMA } from './wire.ts'

/** Descriptions of the service for directories (RFC 7643, 5 to 7), in the English of the protocol. */

/** People on a page at most. */
export const MOST_ON_PAGE = 200

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** Describes what of the protocol there is. */
export function serviceProviderConfig(base: string) {
  const no = { supported: false }
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_ON_PAGE },
    changePassword: no,
    sort: no,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of the organisation with the permission members:provision, as bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function userType(base: string) {
  return {
    schemas: [TYPE_SCHEMA],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'Members of the organisation',
    schema: USER_SCHEMA,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  }
}

interface Attribute {
  name: string
  description: string
  type?: 'string' | 'boolean' | 'complex'
  required?: boolean
  multiValued?: boolean
  caseExact?: boolean
  mutability?: 'readOnly' | 'readWrite' | 'writeOnly'
  returned?: 'always' | 'default' | 'never'
  uniqueness?: 'none' | 'server'
  subAttributes?: Attribute[]
}

function toSchema({ subAttributes, ...attribute }: Attribute): Record<string, unknown> {
  return {
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...attribute,
    ...(subAttributes && { subAttributes: subAttributes.map(toSchema) }),
  }
}

const userAttributes: Attribute[] = [
  {
    name: 'userName',
    description: 'The name of the directory for the person; their address where no e-mail is sent.',
    required: true,
    uniqueness: 'server',
  },
  { name: 'displayName', description: 'Given and family name.', mutability: 'readOnly' },
  {
    name: 'name',
    description: 'Names. Those of somebody who belongs to other organisations, too, are their own.',
    type: 'complex',
    subAttributes: [
      { name: 'givenName', description: 'Given name.' },
      { name: 'familyName', description: 'Family name.' },
      { name: 'formatted', description: 'Both; read where neither is sent.' },
    ],
  },
  {
    name: 'emails',
    description:
      'The address of the account, of a domain that the organisation has proved. One is kept: the primary one.',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'The address.' },
      { name: 'type', description: 'Always work.' },
      { name: 'primary', description: 'Always true.', type: 'boolean' },
    ],
  },
  {
    name: 'active',
    description: 'False ends sessions and keys at once. True lets in again whom the directory has shut out.',
    type: 'boolean',
  },
  {
    name: 'roles',
    description:
      'Of somebody new: values by which the rules of the organisation give a role. Later ones change nothing.',
    type: 'complex',
    multiValued: true,
    mutability: 'writeOnly',
    returned: 'never',
    subAttributes: [
      { name: 'value', description: 'A value of the rules.', mutability: 'writeOnly', returned: 'never' },
    ],
  },
]

function userSchema(base: string) {
  return {
    schemas: [SCHEMA_SCHEMA],
    id: USER_SCHEMA,
    name: 'User',
    description: 'A member of the organisation',
    attributes: userAttributes.map(toSchema),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
  }
}

/** Lists the types of resources. */
export function resourceTypes(base: string) {
  return listToScim([userType(base)], { total: 1, startIndex: 1 })
}

/** Lists the schemas. */
export function scimSchemas(base: string) {
  return listToScim([userSchema(base)], { total: 1, startIndex: 1 })
}

/** Finds the description of a resource type or a schema by its id. */
export function findDescription(
  base: string,
  kind: 'ResourceTypes' | 'Schemas',
  id: string,
): object | undefined {
  const found = kind === 'Schemas' ? userSchema(base) : userType(base)
  return found.id.toLowerCase() === id.toLowerCase() ? found : undefined
}
