/** The service, over HTTP and nothing else. */
export interface Service {
  get<Answer>(path: string): Promise<Answer>
  /** Every write carries an Idempotency-Key: sent again, it is answered as it was the first time, and changes nothing. */
  send<Answer>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    key: string,
    body: object,
  ): Promise<Sent<Answer>>
  requests(): number
}

export interface Sent<Answer> {
  body: Answer
  /** It had been sent before. */
  isReplayed: boolean
}

export function openService(url: string, key: string): Service {
  const base = new URL('/api/inventory/', url)
  let requests = 0

  async function request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Response> {
    requests += 1
    const answer = await fetch(new URL(path, base), {
      method,
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${base.href}${path} was not answered; does the service run there?`, {
        cause,
      })
    })
    if (answer.ok) return answer
    throw new Error(
      `${method} /${path} answered ${answer.status}: ${await answer.text()}\n${body ? JSON.stringify(body) : ''}`,
    )
  }

  // What answers look like is the API's promise; the comparisons with the file are what checks it here.
  const read = async <Answer>(answer: Response) => (await answer.json()) as Answer

  return {
    get: async <Answer>(path: string) => read<Answer>(await request('GET', path, {})),
    send: async <Answer>(method: string, path: string, idempotencyKey: string, body: object) => {
      const answer = await request(method, path, { 'Idempotency-Key': `broadbalk-${idempotencyKey}` }, body)
      return {
        body: await read<Answer>(answer),
        isReplayed: answer.headers.get('Idempotency-Replayed') === 'true',
      }
    },
    requests: () => requests,
  }
}

/** The wire's kilograms. Both directions keep every gram. */
export function kilograms(grams: number): number {
  return grams / 1000
}

export function grams(kilograms: number): number {
  return Math.round(kilograms * 1000)
}
