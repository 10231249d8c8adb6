import { AsyncLocalStorage } from 'node:async_hooks'

const organisation = new AsyncLocalStorage<string>()

/** Runs work of an organisation, which gets its share of the database's connections, and no more while others wait. */
export function onBehalfOf<Result>(organisationId: string, work: () => Result): Result {
  return organisation.run(organisationId, work)
}

/** The organisation that is worked for, or undefined for what the service does of itself. */
export function whoseWork(): string | undefined {
  return organisation.getStore()
}
