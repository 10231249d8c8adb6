import type { TestPerson } from './factories.ts'
import type { Scene } from './scene.ts'

/** One request of an operation. */
export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string>
  /** What the request brings beside its credential, such as a cookie. */
  headers?: Record<string, string>
  body?: object
}

/** How to send an operation a request that it has to accept. */
export interface RequestFixture {
  /** Whose credential it takes: an API key does for most; a few want somebody signed in, or who runs the installation. */
  by: 'key' | 'person' | 'platform admin' | 'nobody'
  /** What it makes is found at its Location. */
  isCreate?: true
  /** What its path names is everybody's, such as a commodity. */
  isShared?: true
  /** Makes what the request needs in the scene, then says it. `person` is given where it is sent by one. */
  make: (scene: Scene, person: TestPerson) => RequestParts | Promise<RequestParts>
}

/** Makes what a request needs, then says it. */
export type Make = RequestFixture['make']

export const byKey = (make: Make = () => ({})): RequestFixture => ({ by: 'key', make })
/** Reads of the inventory that need nothing but a key. */
export const readsByKey = (...paths: string[]): Record<string, RequestFixture> =>
  Object.fromEntries(paths.map((path) => [`GET /api/inventory/${path}`, byKey()]))
export const byPerson = (make: Make = () => ({})): RequestFixture => ({ by: 'person', make })
export const byNobody = (make: Make = () => ({})): RequestFixture => ({ by: 'nobody', make })
export const byPlatformAdmin = (make: Make = () => ({})): RequestFixture => ({ by: 'platform admin', make })
export const creates = (make: Make): RequestFixture => ({ by: 'key', isCreate: true, make })

/** The path of an operation with its parameters filled in. */
export function urlOf(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? name),
  )
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}
