import { etagOf } from '../../http/write/etag.ts'
import { message } from '../../words/catalogue.ts'
import { attributeName } from './filter.ts'
import type { ProvisionedMember } from './queries.ts'
import { scimRefusal } from './refuse.ts'

/** Shapes of the protocol (RFC 7643, 3 and 4.1; RFC 7644, 3.4.2). */

/** The media type of bodies and answers. */
export const SCIM_TYPE = 'application/scim+json'
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

type Resource = Record<string, unknown> & {
  id: string
  meta: { resourceType: string; created: string; location: string; version: string }
}

/** A member as a resource of the protocol. Its version is that of all attributes, also where some are not asked for. */
export function memberToScim(member: ProvisionedMember, base: string): Resource {
  const { id, userName, externalId, email, givenName, familyName, isActive } = member
  const displayName = `${givenName} ${familyName}`.trim()
  const attributes = {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: { givenName, familyName, formatted: displayName },
    displayName,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
  }
  const version = `W/${etagOf(attributes)}`
  const location = `${base}/Users/${id}`
  return {
    ...attributes,
    meta: { resourceType: 'User', created: member.createdAt.toISOString(), location, version },
  }
}

/** Builds the answer to a list: a page of resources, and how many there are. */
export function listToScim(
  resources: readonly object[],
  { total, startIndex }: { total: number; startIndex: number },
) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

/** Attributes that the caller asks for, or does without. */
export interface AttributeSelection {
  attributes: readonly string[] | undefined
  excluded: readonly string[]
}

/** Whatever is asked for, these are in an answer. */
const ALWAYS = new Set(['schemas', 'id'])

/** Reads which attributes an answer is to have. */
export function selectionIn(query: Readonly<Record<string, unknown>>): AttributeSelection {
  const namesIn = (parameter: string): string[] | undefined => {
    const text = query[parameter]
    if (text === undefined) return undefined
    if (typeof text !== 'string') throw repeated(parameter)
    return text.split(',').flatMap((each) => (each.trim() === '' ? [] : [attributeName(each.trim())]))
  }
  return { attributes: namesIn('attributes'), excluded: namesIn('excludedAttributes') ?? [] }
}

/** The refusal of a parameter that is there several times. */
export function repeated(parameter: string) {
  return scimRefusal('invalidValue', message('directoryValueIsWrong', { path: parameter }))
}

/** Picks the attributes of a resource that are asked for. */
export function selectAttributes(
  resource: Resource,
  { attributes, excluded }: AttributeSelection,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      const key = name.toLowerCase()
      if (ALWAYS.has(key)) return [[name, value]]
      const isAsked = (sub: string) =>
        (attributes === undefined || attributes.includes(key) || attributes.includes(`${key}.${sub}`)) &&
        !excluded.includes(`${key}.${sub}`)
      if (excluded.includes(key)) return []
      const picked = pickParts(value, isAsked)
      const isWhole = attributes === undefined || attributes.includes(key)
      const isLeft = typeof picked !== 'object' || picked === null ? isWhole : isWhole || hasParts(picked)
      return isLeft ? [[name, picked]] : []
    }),
  )
}

function pickParts(value: unknown, isAsked: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => pickParts(each, isAsked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => isAsked(part.toLowerCase())))
}

function hasParts(value: object): boolean {
  return Array.isArray(value) ? value.some((each) => hasParts(each as object)) : Object.keys(value).length > 0
}
