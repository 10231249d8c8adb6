/** State of what was entered on this device, as compared with the book. */
export type Connection = 'refused' | 'locked' | 'waiting' | 'sending' | 'away' | 'done'

/**
 * Says of what waits here how it stands: what was refused comes first, since somebody has to look at it. Nothing is sent while the session
 * is over, or nobody answers.
 */
export function connectionOf(
  list: readonly { state: string }[],
  { isOnline, isLocked }: { isOnline: boolean; isLocked: boolean },
): Connection {
  if (list.some(({ state }) => state === 'refused')) return 'refused'
  if (list.length > 0) return isLocked ? 'locked' : isOnline ? 'sending' : 'waiting'
  return isOnline ? 'done' : 'away'
}
