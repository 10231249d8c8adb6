interface Page {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown
  }
}

const absolute = (url: string) => new URL(url, location.href).href
const letIn = new Set<string>()

/**
 * The page lets nobody start a script by its address; workers of libraries that start their own are let in by this, and by the one policy of
 * this nothing else is.
 *
 * @returns the address of the worker, as the library is to be told it
 */
export function letWorkerIn(url: string): string {
  if (letIn.size === 0)
    (window as Page).trustedTypes?.createPolicy('default', {
      createScriptURL(asked) {
        if (!letIn.has(absolute(asked))) throw new TypeError(`No script may be started from ${asked}.`)
        return asked
      },
    })
  letIn.add(absolute(url))
  return absolute(url)
}
