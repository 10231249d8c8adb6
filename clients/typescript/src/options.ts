/** Settings of a client. Either `apiKey` or `accessToken`, or neither for what needs no credential. */
export interface GranaryOptions {
  /** The address of the service, with its path where it is served below one: `https://grain.example/granary`. */
  url: string
  /** A key of a machine, `granary_…`. */
  apiKey?: string
  /** A token of a person, or a function that has one; after a 401 it is called once more with `isRefused`. */
  accessToken?: string | ((state: { isRefused: boolean }) => string | Promise<string>)
  /** For people in several organisations: the one meant. */
  organisationId?: string
  /** The language of messages: `en`, `de` or `fr`. Default: `en`. */
  language?: string
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeoutMs?: number
  /** Attempts at a request, the first one included. Default: 6. */
  attempts?: number
  /** Milliseconds of the first pause at most; each later one may be twice as long. Default: 250. */
  pauseMs?: number
  /** Milliseconds of the longest pause. A `Retry-After` beyond it ends the attempts. Default: 60,000. */
  longestPauseMs?: number
  /** Another `fetch`. */
  fetch?: typeof globalThis.fetch
}
