import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Refusal, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** No documented body is nested deeper than 8; what is far deeper is an attack on whatever looks through it. */
const MAX_DEPTH = 32
/** A thousand loads with all their fields are less than half of it; far more values are such an attack as well. */
const MAX_VALUES = 100_000
/** No documented object has a tenth of it, and each field that nobody knows is a fault to be told. */
const MAX_FIELDS = 1000

/** JSON escapes for characters that no text may have: a NUL, or half of a character. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i

/**
 * Takes bodies of JSON, and none where it is only named: many clients name JSON as the type of a body that they do not send, and a
 * DELETE without a body is no fault.
 *
 * @param type another media type that is JSON
 */
export function takeJson(app: FastifyInstance, type = 'application/json'): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(type)
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined)
    const text = bytes.toString()
    const { 'content-encoding': encoding = 'identity' } = request.headers
    try {
      // Unpacked, a small body can be of any size.
      if (encoding.toLowerCase() !== 'identity')
        throw new Refusal('unsupported_media_type', message('bodyIsPacked', { encoding }))
      // Whatever else was meant is lost by reading it as UTF-8, and a name without its letters would be kept for ever.
      if (!isUtf8(bytes)) refuse(message('bodyIsNotUtf8', {}))
      ensureModest(text)
    } catch (error) {
      // What it throws is a refusal.
      return done(error as Error)
    }
    void parse(request, text, (error, body) => {
      if (error || !ESCAPED.test(text)) return done(error, body)
      try {
        checkTexts(body)
      } catch (refusal) {
        return done(refusal as Error)
      }
      done(null, body)
    })
  })
}

/**
 * Refuses JSON that no operation can take, by its text: nested too deep, of far too many values, or with an object of far too many
 * fields. To parse a megabyte of such, and to look through it, takes ten times as long as to see that here; meanwhile nobody
 * else is answered.
 *
 * @throws Refusal `invalid_input`
 */
export function ensureModest(text: string): void {
  // The commas of each thing that is open: of an object, one less than its fields.
  const open: { isObject: boolean; commas: number }[] = []
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at)
        break
      case '{':
      case '[':
        open.push({ isObject: text[at] === '{', commas: 0 })
        values += 1
        if (open.length > MAX_DEPTH) refuse(message('bodyIsTooDeep', { limit: MAX_DEPTH }))
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',': {
        values += 1
        const inner = open.at(-1)
        if (!inner) break
        inner.commas += 1
        if (inner.isObject && inner.commas >= MAX_FIELDS)
          refuse(message('objectHasTooManyFields', { limit: MAX_FIELDS }))
        break
      }
      default:
    }
    if (values > MAX_VALUES) refuse(message('bodyHasTooManyValues', { limit: MAX_VALUES }))
  }
}

function refuse(said: Message): never {
  throw new Refusal('invalid_input', said)
}

/** Finds the end of the text that begins here, or the end of all if it has none. */
function endOfText(json: string, beginning: number): number {
  let end = json.indexOf('"', beginning + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

/** Of texts that cannot be kept, so many are named. */
export const MAX_FAULTS = 1000

/**
 * Refuses what no operation can take, before anything else reads it: text that a database cannot keep, with a NUL or with half of a
 * character.
 *
 * @param value a body that `json-body.ts` has let through
 */
function checkTexts(value: unknown): void {
  refuseFaults(textFaultsOf(value))
}

/** The texts in a query, the fields of a form, or a body that no database can keep. */
export function textFaultsOf(value: unknown): Fault[] {
  const faults: Fault[] = []
  collectTextFaults('', value, faults)
  return faults
}

function collectTextFaults(path: string, value: unknown, faults: Fault[]): void {
  if (faults.length === MAX_FAULTS) return
  if (typeof value === 'string') faults.push(...textFaults(path, value))
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) collectTextFaults(`${path}[${index}]`, each, faults)
  } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [key, each] of Object.entries(value))
      collectTextFaults(path === '' ? key : `${path}.${key}`, each, faults)
  }
}

function textFaults(path: string, text: string): Fault[] {
  if (text.includes('\0')) return [fault(path, message('hasNul', {}), 'nul')]
  return text.isWellFormed() ? [] : [fault(path, message('hasHalfCharacter', {}), 'malformed_text')]
}
