import { Refused } from '../api/client.ts'
import { limitOf, type Limits } from './limits.ts'

/** What the fields of a form have to know, by the paths that the service calls them. */
export interface FieldsOf {
  /** What the service said of a field. */
  faultOf: (...paths: string[]) => string | undefined
  /** For a field of text: what the service said of it, and the most characters that it takes. */
  at: (...paths: string[]) => { fault: string | undefined; most: number | undefined }
}

/** What a refusal says of a field, which the service may call by several paths. */
function faultIn(error: unknown, paths: string[]): string | undefined {
  if (!(error instanceof Refused)) return undefined
  return error.fault?.validation.find(({ path }) => paths.includes(path))?.message
}

/**
 * What the fields of a form have to know, of a refusal and of the documents.
 *
 * @param pathOf how the body calls a field of this part of it
 */
export function fieldsOf(error: unknown, limits: Limits, pathOf = (path: string) => path): FieldsOf {
  const faultOf = (...paths: string[]) => faultIn(error, paths.map(pathOf))
  return {
    faultOf,
    at: (...paths) => ({ fault: faultOf(...paths), most: limitOf(limits, paths.map(pathOf)) }),
  }
}
