/** What a request takes beside its path. */
export interface CallOptions {
  method?: string
  /** An API key. */
  key?: string
  /** An access token. */
  token?: string
  /** Sent as JSON, unless it is a form or text. */
  body?: object | string
  headers?: Record<string, string>
  /** The status that has to come back; 200 if it is not said. */
  status?: number
}

/** Sends a request to one program and answers the body's text; throws for any status but the one that has to come back. */
export type Caller = (path: string, options?: CallOptions) => Promise<string>

/** A caller of the program at this address. */
export function callerOf(origin: string): Caller {
  return async (path, { method, key, token, body, headers, status = 200 } = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(origin + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status !== status)
      throw new Error(`${path} answered ${answer.status} and not ${status}: ${text.slice(0, 500)}`)
    return text
  }
}
