/**
 * Keeps a text in this browser. Where it is full, or keeps nothing for this page, what is typed stays on the screen and goes with it: that is
 * no reason to take the page away.
 *
 * @returns whether it was kept
 */
export function remember(key: string, text: string, storage: Storage = localStorage): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
