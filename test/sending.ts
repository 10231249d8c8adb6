import type { Role } from '../src/kernel/permissions.ts'
import type { Answer, TestApp } from './app.ts'
import type { Documented } from './documents.ts'
import { addPerson, type TestPerson } from './factories.ts'
import { urlOf, type RequestFixture, type RequestParts } from './request-fixture.ts'
import { requests } from './requests.ts'
import { makePlatformAdmin, type Scene } from './scene.ts'

export type Headers = Record<string, string>

/** Sends one request of an operation. */
export async function send(
  service: TestApp,
  operation: Pick<Documented, 'method' | 'path'>,
  parts: RequestParts,
  headers: Headers,
): Promise<Answer> {
  const client = service.client({ headers: { ...parts.headers, ...headers } })
  const url = urlOf(operation.path, parts)
  switch (operation.method) {
    case 'GET':
      return client.get(url)
    case 'POST':
      return client.post(url, parts.body)
    case 'PUT':
      return client.put(url, parts.body)
    case 'PATCH':
      return client.patch(url, parts.body)
    case 'DELETE':
      return client.delete(url, parts.body)
  }
}

/** The operations that can be asked: permissions.test.ts fails, naming them, while any has no request. */
export function withRequests(operations: Documented[]): Documented[] {
  return operations.filter(({ key }) => key in requests)
}

/** How an operation is sent what it has to accept. */
export function requestOf({ key }: Pick<Documented, 'key'>): RequestFixture {
  const request = requests[key]
  if (!request) throw new Error(`test/requests.ts has no request for ${key}: add one`)
  return request
}

/** Somebody who may send an operation's request in this role, and the headers that say so. */
export async function credentialFor(
  { by }: RequestFixture,
  scene: Scene,
  role: Role,
): Promise<{ headers: Headers; person: TestPerson | undefined }> {
  switch (by) {
    case 'nobody':
      return { headers: {}, person: undefined }
    case 'key':
      return { headers: { 'x-api-key': scene.farm.keys[role] }, person: undefined }
    case 'person': {
      const person = await addPerson(scene.service, scene.farm, role)
      return { headers: { authorization: `Bearer ${person.accessToken}` }, person }
    }
    case 'platform admin': {
      const person = await makePlatformAdmin(scene)
      return { headers: { authorization: `Bearer ${person.accessToken}` }, person }
    }
  }
}

/** A request that works, sent by an owner where nothing else is asked for. */
export async function workingRequest(
  scene: Scene,
  operation: Documented,
): Promise<{ parts: RequestParts; headers: Headers }> {
  const request = requestOf(operation)
  const { headers, person } = await credentialFor(request, scene, 'owner')
  return { parts: await partsOf(request, scene, person), headers }
}

export async function partsOf(
  request: RequestFixture,
  scene: Scene,
  person: TestPerson | undefined,
): Promise<RequestParts> {
  return request.make(scene, person as TestPerson)
}

/** How tests send requests that are nearly right. */
export interface Prepared {
  /** A request that works, made once an operation: what is refused leaves it as it was. */
  working: (operation: Documented) => Promise<{ parts: RequestParts; headers: Headers }>
  /** Sends it with something changed. */
  sendChanged: (
    operation: Documented,
    change: (parts: RequestParts) => RequestParts,
    more?: Headers,
  ) => Promise<Answer>
}

export function prepare(scene: Scene): Prepared {
  const prepared = new Map<string, ReturnType<typeof workingRequest>>()
  function working(operation: Documented) {
    const known = prepared.get(operation.key) ?? workingRequest(scene, operation)
    prepared.set(operation.key, known)
    return known
  }
  return {
    working,
    async sendChanged(operation, change, more = {}) {
      const { parts, headers } = await working(operation)
      return send(scene.service, operation, change(parts), { ...headers, ...more })
    },
  }
}
