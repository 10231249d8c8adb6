import { useMemo } from 'react'
import { newId } from '../api/ids.ts'

/** An Idempotency-Key of what a form would send: the same however often it is pressed, another when something is changed. */
export function useRequestKey(body: object | undefined): string {
  const written = body ? JSON.stringify(body) : ''
  return useMemo(() => ({ of: written, key: newId() }), [written]).key
}
