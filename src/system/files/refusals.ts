import { Refusal } from '../../kernel/errors.ts'

// What a store of files cannot do. Why goes into the log, by way of the cause, and never to the caller.

/** The refusal for bytes that were stored and are not there, or not all of them. */
export function fileLost(key: string, cause: unknown): Refusal {
  const refusal = new Refusal(
    'file_lost',
    'The file was stored here, and now its content is missing. Ask whoever runs the service: a backup may have it.',
    { details: { path: key } },
  )
  refusal.cause = cause
  return refusal
}

/** The refusal for a store that cannot be reached, or cannot answer just now. */
export function storeUnreachable(cause: unknown): Refusal {
  const refusal = new Refusal(
    'unavailable',
    'The store of files cannot be reached just now. Nothing was changed; send the request again.',
  )
  refusal.cause = cause
  return refusal
}
