import { partnerIdOf } from './partner-id.ts'

/** Names a partner as the service knows them, or one whom nobody has named before by an id made of the name. */
export function namingPartner(typed: string, known: { id: string; name: string }[]) {
  const name = typed.trim()
  return { id: known.find((each) => each.name === name)?.id ?? partnerIdOf(name), name }
}
