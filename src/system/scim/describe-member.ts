import { fault, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { message } from '../../words/catalogue.ts'
import { emailFaults, emailOf, nameFaults } from '../access/users.ts'
import { domainOf } from '../single-sign-on/rules.ts'
import type { DirectoryPerson } from './reduce-patch.ts'

/** The pure decisions on people whom a directory sends. */

/** A member as a directory may describe one: what it sends, without what means nothing here. */
export interface MemberDescription {
  userName: string
  externalId: string | null
  /** Address of the account. */
  email: string
  givenName: string
  familyName: string
  isActive: boolean
}

const MOST_CHARACTERS = 254

/**
 * Reads the description of a member, or finds every fault of it. What a directory leaves out is as it is for somebody new: active, and without names.
 *
 * @param before the member as it was, where only a change was sent
 */
export function describeMember(
  person: DirectoryPerson,
  before?: MemberDescription,
): { description: MemberDescription; faults: Fault[] } {
  const userName = tidied(person.username ?? '')
  const externalId = person.externalid === undefined ? null : person.externalid.trim()
  const { path, email } = addressIn(person, userName, before)
  const { givenName, familyName } = namesIn(person)
  const faults = [
    ...(userName === '' ? [fault('userName', message('isNeeded', {}), 'required')] : []),
    ...tooLong('userName', userName),
    ...tooLong('externalId', externalId ?? ''),
    ...(path === 'emails' || userName !== '' ? emailFaults(email).map((each) => ({ ...each, path })) : []),
    ...nameFaults({ givenName, familyName }).map((each) => ({ ...each, path: `name.${each.path}` })),
  ]
  const description = {
    userName,
    externalId: externalId === '' ? null : externalId,
    email,
    givenName,
    familyName,
    isActive: person.active ?? true,
  }
  return { description, faults }
}

const tooLong = (path: string, text: string) =>
  text.length > MOST_CHARACTERS
    ? [fault(path, message('isTooLong', { limit: MOST_CHARACTERS }), 'maxLength')]
    : []

/**
 * The address of the account: the primary e-mail, that of work, or the first. Without any, the userName is one; a new userName that is the
 * old address no more takes the address along.
 */
function addressIn(
  { emails = [] }: DirectoryPerson,
  userName: string,
  before: MemberDescription | undefined,
): { path: 'emails' | 'userName'; email: string } {
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails[0]
  const own = chosen?.value === undefined ? undefined : emailOf(chosen.value)
  const isFollowed =
    before !== undefined &&
    own === before.email &&
    emailOf(before.userName) === before.email &&
    userName.includes('@')
  if (own === undefined || isFollowed) return { path: 'userName', email: emailOf(userName) }
  return { path: 'emails', email: own }
}

/** Names in their parts; a name in one piece is cut before its last word. */
function namesIn({ name = {}, displayname }: DirectoryPerson): { givenName: string; familyName: string } {
  const givenName = tidied(name.givenname ?? '')
  const familyName = tidied(name.familyname ?? '')
  if (givenName !== '' || familyName !== '') return { givenName, familyName }
  const whole = tidied(name.formatted ?? displayname ?? '')
  const at = whole.lastIndexOf(' ')
  return { givenName: whole.slice(0, Math.max(at, 0)), familyName: whole.slice(at + 1) }
}

/** A member as a directory would send it, to be changed. */
export function personOf({
  userName,
  externalId,
  email,
  givenName,
  familyName,
  isActive,
}: MemberDescription): DirectoryPerson {
  return {
    username: userName,
    ...(externalId !== null && { externalid: externalId }),
    active: isActive,
    name: { givenname: givenName, familyname: familyName },
    emails: [{ value: email, type: 'work', primary: true }],
  }
}

/** The fault of an address whose domain the organisation has not proved. */
export function domainFaults(email: string, domains: readonly string[]): Fault[] {
  const domain = domainOf(email)
  return domains.includes(domain)
    ? []
    : [fault('emails', message('directoryDomainIsNotYours', { domain }), 'not_allowed')]
}
