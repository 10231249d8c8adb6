/** A value that components follow: `useSyncExternalStore(value.subscribe, value.get)`. */
export interface Followed<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function followed<T>(first: T): Followed<T> {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
