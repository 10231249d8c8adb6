import { sql, type RawBuilder } from 'kysely'

/** What somebody is called, of `users` by that alias: their name, or their e-mail as long as they have said none. */
export function nameOfUser(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`coalesce(nullif(trim(${column('given_name')} || ' ' || ${column('family_name')}), ''), ${column('email')})`
}
