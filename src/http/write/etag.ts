import { hash } from 'node:crypto'
import { fault, type Fault } from '../../kernel/errors.ts'
import { jsonOf } from '../serve/answers.ts'
import { message } from '../../words/catalogue.ts'

/** A strong validator of what the caller was shown. */
export function etagOf(result: unknown): string {
  return `"${hash('sha256', jsonOf(result), 'base64url').slice(0, 27)}"`
}

const CONDITION = /^\s*(\*|(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*)\s*$/

/** Finds faults in the If-Match of a request, where it has one. An empty text names no version at all. */
export function conditionFaults(header: string | undefined): Fault[] {
  return header === undefined || CONDITION.test(header)
    ? []
    : [fault('If-Match', message('isNoEntityTag', {}), 'pattern')]
}

/** True if a condition (If-Match, If-None-Match) names this ETag, or any. */
export function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}
