import { hash } from 'node:crypto'
import { jsonOf } from './answer-json.ts'

/** A strong validator of what the caller was shown. */
export function etagOf(result: unknown): string {
  return `"${hash('sha256', jsonOf(result), 'base64url').slice(0, 27)}"`
}

/** Whether a condition (If-Match, If-None-Match) names this ETag, or any. */
export function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}
