import type { ErrorObject } from 'ajv'
import { SEEN } from '../../kernel/names.ts'

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
