import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dateFault, fault, type Fault } from '../../kernel/errors.ts'
import { SEEN } from '../../kernel/names.ts'
import { isDateText } from '../../kernel/time.ts'
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
 * What a query or path says, with what is no number to people shown as what is none to Ajv either: it reads text as JavaScript does, which
 * takes 0x10 for 16 and blanks for 0.
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

/** What is wrong with a part of a request by its schema, in the caller's words; dates that are none among it. */
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

/** What Ajv found wrong with a part of a request, in the caller's words. */
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
    return fault(dotted(steps), 'is sent more than once', 'duplicate')
  if (part === 'body' && steps.length === 0 && error.data === undefined)
    return fault('', 'needs a body of JSON', 'required')
  // Which keywords requests are checked by is known (validation.test.ts).
  return fault(dotted(steps), wordsOf(error, part), error.keyword as Fault['code'], dataOf(error))
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

/** What JSON calls types, and what people call them. */
const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
  null: 'empty (null)',
}

/**
 * What is wrong with a value that its schema does not take, in words for who filled it in and not for who wrote the
 * schema: "must be true or false", not "must be boolean". A text that has to follow a pattern is shown the first example
 * of its schema.
 *
 * @example wordsOf({ keyword: 'type', params: { type: 'integer' } }, 'body') // 'must be a whole number'
 */
export function wordsOf(
  { keyword, params, parentSchema, data }: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema' | 'data'>,
  context: string,
): string {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return 'is needed'
    case 'additionalProperties':
      return context === 'querystring'
        ? 'is not a parameter of this operation'
        : 'is not a field of this operation'
    case 'enum':
      return choiceWords(params['allowedValues'] as unknown[])
    case 'type':
      return typeWords(namesOf(params['type'] as string | string[]), data)
    case 'minimum':
      return `must be ${limit} or more`
    case 'maximum':
      return `must be ${limit} or less`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return `must have at least ${limit === 1 ? 'one entry' : `${limit} entries`}`
    case 'maxItems':
      return `must have at most ${limit} entries`
    case 'maxProperties':
      return `must have at most ${limit} names`
    case 'pattern':
      return patternWords(String(params['pattern']), parentSchema)
    default:
      return 'is not valid'
  }
}

/** Answers show a weight as an object; a body wants its number. */
function typeWords(types: string[], data: unknown): string {
  const words = `must be ${types.join(' or ')}`
  const isShown = typeof data === 'object' && data !== null && 'conversion' in data && 'weight' in data
  return isShown && types.some((type) => type === TYPES['number'])
    ? `${words}: send its weight alone, ${JSON.stringify(data.weight)}`
    : words
}

/** One of a few, of which an empty text may be one. */
function choiceWords(allowed: unknown[]): string {
  const named = allowed.filter((each) => each !== '').join(', ')
  return `must be one of ${named}${allowed.includes('') ? ', or empty' : ''}`
}

/** Ajv writes the types of a union as a list, or with commas. */
function namesOf(types: string | string[]): string[] {
  return String(types)
    .split(',')
    .map((each) => TYPES[each] ?? each)
}

function patternWords(pattern: string, schema: ErrorObject['parentSchema']): string {
  if (pattern === '\\S' || pattern === SEEN) return 'must not be empty'
  if (pattern === '^$|\\S') return 'must not be blanks alone'
  if (pattern === '^[^\\u0000]*$') return 'must not contain a NUL character'
  const [example] = (schema?.['examples'] as unknown[] | undefined) ?? []
  return example === undefined ? 'does not have the required format' : `must look like ${String(example)}`
}
