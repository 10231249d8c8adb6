import { roles, type Role } from '../../http/actor.ts'

/** A role as the database keeps it; its check constraint allows no other. */
export function roleOf(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new Error(`${text} is no role`)
  return role
}
