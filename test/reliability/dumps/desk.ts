import { clientAt } from '../../processes.ts'

// Who enters what a dump has, and how they ask a version's program.

export const INVENTORY = '/api/inventory'
export const SYSTEM = '/api/system'
export const MILL = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

/** Who owns the farm and its neighbour, and how they sign in. */
export const OWNERS = { farm: 'owner@hill.example', neighbour: 'owner@valley.example' }
export const PASSWORD = 'long barley evenings'

/** An organisation, as `granary init --json` answers it. */
export interface Owner {
  organisationId: string
  userId: string
  apiKey: string
}

/** Somebody who sends requests that all have to be accepted. */
export interface Desk {
  get(path: string): Promise<Body>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Body>
  put(path: string, body: object): Promise<Body>
  patch(path: string, body: object): Promise<Body>
  delete(path: string, body?: object): Promise<Body>
  upload(path: string, fields: Record<string, string>, file: Blob, name: string): Promise<Body>
}

/** Untyped as answers of another version are. */
export type Body = ReturnType<typeof JSON.parse>
export interface Bay {
  storageId: string
  substorageId: number
}

/** Where a version's program is served, what it offers, and who uses it. */
export interface Served {
  url: string
  /** `POST /api/…` of every operation there is. */
  operations: Set<string>
  farm: Owner
  neighbour: Owner
}

/** The service at an address, asked with a credential. */
export function deskAt(url: string, credential: Record<string, string>): Desk {
  const client = clientAt(url, credential)
  const accepted = async (what: string, sent: Promise<{ status: number; body: Body }>) => {
    const { status, body } = await sent
    if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    get: (path) => accepted(`GET ${path}`, client.get(path)),
    post: (path, body, headers) => accepted(`POST ${path}`, client.post(path, body, headers)),
    put: (path, body) => accepted(`PUT ${path}`, client.put(path, body)),
    patch: (path, body) => accepted(`PATCH ${path}`, client.patch(path, body)),
    delete: (path, body) => accepted(`DELETE ${path}`, client.delete(path, body)),
    async upload(path, fields, file, name) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', file, name)
      const answer = await fetch(url + path, { method: 'POST', headers: credential, body: form })
      return accepted(
        `POST ${path}`,
        answer.text().then((text) => ({ status: answer.status, body: JSON.parse(text) })),
      )
    },
  }
}

/** Somebody of the farm or its neighbour, by their address. */
export async function signIn(url: string, email: string): Promise<Desk> {
  const who = { email, password: PASSWORD }
  const { accessToken } = await deskAt(url, {}).post('/api/identity/sign-in', who)
  return deskAt(url, { authorization: `Bearer ${accessToken}` })
}
