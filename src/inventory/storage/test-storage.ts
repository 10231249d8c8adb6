/** Address to which the tests of storage send their requests. */
export const base = '/api/inventory/storage'

/** The paths of the faults of an answer. */
export function pathsOf({ body }: { body: { validation: { path: string }[] } }): string[] {
  return body.validation.map(({ path }) => path)
}
