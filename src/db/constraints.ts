const INTEGRITY_VIOLATION = /^23/

/**
 * The name of the constraint that a failed statement violated (unique, foreign key, check, not null, exclusion),
 * or undefined when the error is something else.
 *
 * @example
 * constraintOf(error) === 'users_email'
 */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined
  const { code, constraint } = error
  if (typeof code !== 'string' || !INTEGRITY_VIOLATION.test(code)) return undefined
  return typeof constraint === 'string' ? constraint : undefined
}
