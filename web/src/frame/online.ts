import { useSyncExternalStore } from 'react'

function follow(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the device says that it has a network; the service may be away all the same. */
export const useOnline = () => useSyncExternalStore(follow, () => navigator.onLine)
