import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dateFault, fault, type Fault } from '../../kernel/errors.ts'
import { SEEN } from '../../kernel/names.ts'
import { isDateText } from '../../kernel/time.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { TypeName } from '../../words/terms.ts'
import { DATE_FORMAT } from './schema.ts'

/** A body of 1 MB can be wrong in a million places. */
const MOST_ERRORS = 2000
const LONGEST_NAME = 100

/** Bodies are taken as they are (coercion would turn null into ""); queries and paths are text, so they are coerced. */
export function registerValidation(app: FastifyInstance): void {
  const strict = makeAjv(false)
  const coercing = makeAjv('array')
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? strict : coercing
    // At its first use: to compile them all takes a second of every start, and most are not asked for soon.
    let validate: ValidateFunction | undefined
    const errorsIn: ErrorsIn = (data) => {
      validate ??= ajv.compile(schema as object)
      if (httpPart === 'body') fillDefaults(schema as WithDefaults, data)
      // Beyond some thousand nobody reads on, and to look at every one beside every other would take all day.
      return validate(httpPart === 'body' ? data : withDecimals(schema as WithTypes, data))
        ? []
        : (validate.errors ?? []).slice(0, MOST_ERRORS)
    }
    const judge: Judge = (data) => {
      const errors = errorsIn(data)
      return (errors.length < MOST_ERRORS && isWrongOnlyInDates(errors)) || { error: errors }
    }
    return Object.assign(judge, { errorsIn })
  })
}

interface WithTypes {
  properties?: Record<string, { type?: string }>
}

/** As people write numbers, and as programs write the very small ones. */
const DECIMAL = /^[-+]?\d+(\.\d+)?(e[+-]?\d+)?$/i

/**
 * Copies a query or path, with text that people would not read as a number made invalid for Ajv too. Ajv reads text as JavaScript
 * does, which takes 0x10 for 16 and blanks for 0.
 */
function withDecimals({ properties = {} }: WithTypes, data: unknown): unknown {
  const given = data as Record<string, unknown>
  const others = Object.entries(properties).filter(([name, { type }]) => {
    const text = given[name]
    return (type === 'number' || type === 'integer') && typeof text === 'string' && !DECIMAL.test(text)
  })
  // As it is where it is right, for Ajv writes the numbers into it.
  return others.length === 0 ? given : { ...given, ...Object.fromEntries(others.map(([name]) => [name, {}])) }
}

type ErrorsIn = (data: unknown) => ErrorObject[]
type Judge = (data: unknown) => true | { error: ErrorObject[] }

/** Finds the faults of a part of a request by its schema, in the caller's words. They include invalid dates. */
export function faultsOfPart(request: FastifyRequest, part: 'params' | 'querystring' | 'body'): Fault[] {
  // As `registerValidation` has made it; undefined where the operation takes no such part.
  const judge = request.getValidationFunction(part) as { errorsIn: ErrorsIn } | undefined
  const given = part === 'querystring' ? request.query : request[part]
  return judge ? faultsOfErrors(judge.errorsIn(given), part) : []
}

/**
 * A date that is none keeps nothing else from being looked at: the command refuses it together with whatever its rules
 * find, so that every fault is told at once. Where the shape is wrong as well, the dates are told with the shape.
 */
function isWrongOnlyInDates(errors: ErrorObject[]): boolean {
  const dates = errors.filter(isDateFault).map(({ instancePath }) => instancePath)
  // Around a date that may be left out, the union and its null branch complain as well.
  const isAround = ({ keyword, params, instancePath }: ErrorObject) =>
    (keyword === 'anyOf' || (keyword === 'type' && params['type'] === 'null')) &&
    dates.some((date) => date === instancePath || date.startsWith(`${instancePath}/`))
  return errors.every((error) => isDateFault(error) || isAround(error))
}

function isDateFault({ keyword, params }: ErrorObject): boolean {
  return keyword === 'format' && params['format'] === DATE_FORMAT
}

/** Ajv as every part of the service uses it: all faults at once, nothing removed. */
export function makeAjv(coerceTypes: boolean | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    removeAdditional: false,
    useDefaults: true,
    coerceTypes,
    strict: false,
    verbose: true,
    // V8 does it anyway; Ajv's own takes half the time of compiling, which whoever asks first waits for.
    code: { optimize: false },
  })
  addFormats.default(ajv)
  ajv.addFormat(DATE_FORMAT, isDateText)
  return ajv
}

interface WithDefaults {
  default?: unknown
  properties?: Record<string, WithDefaults>
  items?: WithDefaults
  anyOf?: WithDefaults[]
}

/** Puts in what a body leaves out and its schema has a default for. Ajv does so only where no union is around it, such as one with null. */
function fillDefaults({ properties = {}, items, anyOf = [] }: WithDefaults, value: unknown): void {
  for (const branch of anyOf) fillDefaults(branch, value)
  if (Array.isArray(value)) {
    if (items) for (const each of value) fillDefaults(items, each)
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    for (const [name, schema] of Object.entries(properties)) {
      if (fields[name] === undefined && schema.default !== undefined) fields[name] = schema.default
      fillDefaults(schema, fields[name])
    }
  }
}

/** Turns Ajv's errors in a part of a request into faults in the caller's words. */
export function faultsOfErrors(errors: ErrorObject[], part: string): Fault[] {
  // A branch of a union adds faults of its own ("must be null"); the union's own line is left out where a branch says more.
  const said = errors.filter(
    (each) => each.keyword !== 'anyOf' && !isNullBranch(each, errors) && !isSaidByType(each, errors),
  )
  return (said.length > 0 ? said : errors).map((each) => faultOf(each, part))
}

function isNullBranch(error: ErrorObject, all: ErrorObject[]): boolean {
  return (
    error.keyword === 'type' &&
    error.params['type'] === 'null' &&
    all.some(
      (other) =>
        other !== error && other.keyword !== 'anyOf' && other.instancePath.startsWith(error.instancePath),
    )
  )
}

/** A value of the wrong type is none of the choices either: one mistake, one fault. */
function isSaidByType({ keyword, instancePath }: ErrorObject, all: ErrorObject[]): boolean {
  return (
    keyword === 'enum' &&
    all.some(
      (other) =>
        other.keyword === 'type' && other.params['type'] !== 'null' && other.instancePath === instancePath,
    )
  )
}

function faultOf(error: ErrorObject, part: string): Fault {
  const property = error.params['missingProperty'] ?? error.params['additionalProperty']
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (typeof property === 'string') steps.push(shortened(property))
  if (isDateFault(error)) return dateFault(dotted(steps))
  if (part === 'querystring' && error.keyword === 'type' && Array.isArray(error.data))
    return fault(dotted(steps), message('isSentTwice', {}), 'duplicate')
  if (part === 'body' && steps.length === 0 && error.data === undefined)
    return fault('', message('needsBody', {}), 'required')
  // Which keywords requests are checked by is known (validation.test.ts).
  return fault(dotted(steps), messageOf(error, part), error.keyword as Fault['code'], dataOf(error))
}

/** Fields that nobody knows may have names of any length, which are told twice. */
function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function dotted(steps: string[]): string {
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step),
    '',
  )
}

function dataOf({ keyword, params }: ErrorObject): Record<string, unknown> {
  return keyword === 'required' || keyword === 'additionalProperties' ? {} : { ...params }
}

/**
 * Explains why a schema refuses a value, to the person who filled it in and not to the author of the schema: it must be true or
 * false, not boolean. A text that has to follow a pattern is shown the first example of its schema.
 *
 * @example messageOf({ keyword: 'type', params: { type: 'integer' } }, 'body') // says 'must be a whole number'
 */
export function messageOf(
  { keyword, params, parentSchema, data }: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema' | 'data'>,
  context: string,
): Message {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return message('isNeeded', {})
    case 'additionalProperties':
      return message(context === 'querystring' ? 'isNoParameter' : 'isNoField', {
        name: shortened(String(params['additionalProperty'])),
      })
    case 'enum':
      return choiceMessage(params['allowedValues'] as unknown[])
    case 'type':
      return typeMessage(params['type'] as string | string[], data)
    case 'minimum':
      return message('isBelow', { limit })
    case 'maximum':
      return message('isAbove', { limit })
    case 'exclusiveMinimum':
      return message('isNotAbove', { limit })
    case 'exclusiveMaximum':
      return message('isNotBelow', { limit })
    case 'minLength':
      return limit === 1 ? message('isEmpty', {}) : message('isTooShort', { limit })
    case 'maxLength':
      return message('isTooLong', { limit })
    case 'minItems':
      return message('hasTooFew', { limit })
    case 'maxItems':
      return message('hasTooMany', { limit })
    case 'maxProperties':
      return message('hasTooManyNames', { limit })
    case 'pattern':
      return patternMessage(String(params['pattern']), parentSchema)
    default:
      return message('isInvalid', {})
  }
}

/** Answers show a weight as an object; a body wants its number. Ajv writes the types of a union as a list, or with commas. */
function typeMessage(given: string | string[], data: unknown): Message {
  const types = String(given).split(',') as TypeName[]
  const isShown = typeof data === 'object' && data !== null && 'conversion' in data && 'weight' in data
  const weight = isShown &&
    types.includes('number') &&
    typeof data.weight === 'number' && { weight: data.weight }
  return message('isNoType', { types, ...weight })
}

/** One of a few, of which an empty text may be one. */
function choiceMessage(allowed: unknown[]): Message {
  const choices = allowed.filter((each) => each !== '').map(String)
  return message('isNoChoice', { choices, mayBeEmpty: allowed.includes('') })
}

function patternMessage(pattern: string, schema: ErrorObject['parentSchema']): Message {
  if (pattern === '\\S' || pattern === SEEN) return message('isEmpty', {})
  if (pattern === '^$|\\S') return message('isBlank', {})
  if (pattern === '^[^\\u0000]*$') return message('hasNul', {})
  const [example] = (schema?.['examples'] as unknown[] | undefined) ?? []
  return message('hasNoFormat', example === undefined ? {} : { example: String(example) })
}
