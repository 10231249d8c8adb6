import { useEffect } from 'react'
import { listen } from './events.ts'

/** Much may happen at once, such as loads of a file: what it changes is read once. */
const READ_AFTER_MS = 300

/**
 * Calls `read` once something has happened of the types that begin so, as long as somebody looks at the page: a browser has few connections,
 * and each tab that listens takes one.
 *
 * @param read the same function each time
 */
export function useNews(types: string, read: () => void): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let due: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      due ??= setTimeout(() => {
        due = undefined
        read()
      }, READ_AFTER_MS)
    }
    const follow = () => {
      if (document.visibilityState === 'visible') stop ??= listen(types, readSoon)
      else {
        stop?.()
        stop = undefined
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(due)
      stop?.()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [types, read])
}
