import type { Movement } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useDraft } from '../../offline/drafts.ts'

/** A form over a movement as it is typed: of what nobody touched, it shows what is stored now, and keeps nothing. */
export function useTouched<T extends object>(form: 'edit' | 'complete', { id }: Movement, stored: T) {
  const { organisation } = useMe()
  const [typed, change, clear] = useDraft<Partial<T>>(`${form}-movement.${organisation.id}.${id}`, () => ({}))
  return { typed, draft: { ...stored, ...typed }, change, clear }
}

/** Sends a change, and reads the movement anew whether it was taken or not: what somebody else has changed is seen before it is sent again. */
export async function sendAndReread(sent: Promise<unknown>, reread: () => Promise<unknown>): Promise<void> {
  try {
    await sent
  } finally {
    await reread()
  }
}
