import { createHash } from 'node:crypto'

/** A strong validator of what the caller was shown. */
export function etagOf(result: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 27)}"`
}

/** Whether a condition (If-Match, If-None-Match) names this ETag, or any. */
export function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return (
    condition.trim() === '*' || condition.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}
