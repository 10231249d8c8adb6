import type { Conversation } from '../../api/operations.ts'

/** The other of the two people of a conversation. */
export function otherOf(
  { members }: Pick<Conversation, 'members'>,
  userId: string,
): Conversation['members'][number] {
  return (
    members.find(({ id }) => id !== userId) ?? {
      id: '',
      name: '',
      organisationId: '',
      organisationName: '',
      looksLike: '',
    }
  )
}
