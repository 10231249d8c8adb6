import { message as messageOf, type Message } from '../../words/catalogue.ts'

/** Rules on what a mail's headers may contain. Pure. */

/** Line ends and other controls could begin a header of their own; marks that turn text round could make one look like another. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const BLANKS = /\s+/g
const LONGEST = 120

/**
 * Text that is safe in a header and readable there: one line, no controls, not too long.
 *
 * @example headerText('Hill Farm\r\nBcc: all@farm.example') // 'Hill Farm Bcc: all@farm.example'
 */
export function headerText(text: string, longest = LONGEST): string {
  const plain = text.toWellFormed().replace(UNFIT, ' ').replace(BLANKS, ' ').trim()
  const letters = [...plain]
  return letters.length <= longest ? plain : `${letters.slice(0, longest - 1).join('')}…`
}

/** One mailbox and nothing else: no name, no list, no blanks, no quotes, nothing unseen. Stricter than the standard, as all real ones are. */
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,255}$/u

/** True if text is an address that mail can be sent to. */
export function isMailbox(text: string): boolean {
  return MAILBOX.test(text)
}

/** A sender as settings give it. */
export interface Mailbox {
  name: string
  address: string
}

/**
 * Reads `Granary <granary@farm.example>` or a bare address; undefined for anything else.
 *
 * @example parseMailbox('Granary <granary@farm.example>') // { name: 'Granary', address: 'granary@farm.example' }
 */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = inBrackets?.trim() ?? text.trim()
  return isMailbox(address) ? { name: headerText(name.replaceAll('"', '')), address } : undefined
}

/** Facts known about why a mail did not go out. */
export interface MailFailure {
  /** The code of the mail library or of the system. */
  code?: string | undefined
  /** The mail server's answer, as a number. */
  responseCode?: number | undefined
  /** The server will never take this. */
  permanent?: boolean | undefined
  message?: string | undefined
}

/** About the message or its recipient; anything else, such as a wrong password of ours, can be mended and tried again. */
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE'])
/** That we have to sign in, or begin TLS, before it takes anything at all (RFC 3207, RFC 4954): of whatever message it says so. */
const ABOUT_US = new Set([530, 534, 535, 538])

/**
 * Why a mail did not go out, for people, and whether trying again is of no use. What the server says itself stays in the
 * log: it may name what is none of the asker's business.
 */
export function classifyMailFailure(failure: MailFailure): { said: Message; isFinal: boolean } {
  const { code = '', responseCode, permanent } = failure
  if (responseCode !== undefined && ABOUT_US.has(responseCode) && code !== 'EAUTH')
    return { said: messageOf('mailServerWantsSignIn', { answer: responseCode }), isFinal: false }
  if (ABOUT_THE_MESSAGE.has(code) && responseCode !== undefined) {
    return permanent === true
      ? { said: messageOf('mailServerRefused', { answer: responseCode }), isFinal: true }
      : { said: messageOf('mailServerPutOff', { answer: responseCode }), isFinal: false }
  }
  return { said: connectionProblem(failure), isFinal: false }
}

function connectionProblem({ code = '', responseCode, message = '' }: MailFailure): Message {
  if (code === 'EAUTH' || code === 'ENOAUTH') return messageOf('mailServerRefusedSignIn', {})
  if (/certificate/i.test(message)) return messageOf('mailServerIsNotTrusted', {})
  if (code === 'ETLS' || code === 'EREQUIRETLS' || message.includes('SSL routines'))
    return messageOf('mailServerHasNoTls', {})
  if (code === 'ETIMEDOUT') return messageOf('mailServerTookTooLong', {})
  if (code === 'EABORT') return messageOf('mailWasCutOff', {})
  if (responseCode !== undefined) return messageOf('mailServerSentUsAway', { answer: responseCode })
  if (code === 'ECONNECTION') return messageOf('mailServerBrokeOff', {})
  return messageOf('mailServerIsOutOfReach', {})
}
