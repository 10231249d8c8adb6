import { message, type Message } from '../../words/catalogue.ts'
import type { PersonalKind } from './personal-columns.ts'

/** Describes each part of the data about a person in words. */
export const TITLES: Record<PersonalKind, Message> = {
  account: message('personalAccount', {}),
  signIn: message('personalSignIn', {}),
  memberships: message('personalMemberships', {}),
  messages: message('personalMessages', {}),
  files: message('personalFiles', {}),
  books: message('personalBooks', {}),
  log: message('personalLog', {}),
}
