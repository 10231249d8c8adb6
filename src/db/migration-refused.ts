import { MendableError } from '../kernel/errors.ts'

/** Why the database cannot be brought to the state that this version of the service expects. */
export class MigrationRefused extends MendableError {}
