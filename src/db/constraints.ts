import pg from 'pg'

const INTEGRITY_VIOLATION = /^23/

/**
 * The name of the constraint that a failed statement violated (unique, foreign key, check, not null, exclusion),
 * or undefined when the error is something else.
 *
 * @example
 * constraintOf(error) === 'users_email'
 */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && INTEGRITY_VIOLATION.test(error.code ?? '')
    ? error.constraint
    : undefined
}
