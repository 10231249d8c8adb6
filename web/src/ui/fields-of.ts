import { Refused } from '../api/client.ts'
import { limitOf, type FieldLimits } from './limits.ts'

/** Information for the fields of a form, by the paths that the service uses for them. */
export interface FieldsOf {
  /** Returns the service's message about a field. */
  faultOf: (...paths: string[]) => string | undefined
  /** For a field of text: what the service said of it, and the most characters that it takes. */
  at: (...paths: string[]) => { fault: string | undefined; most: number | undefined }
}

/** Finds a refusal's message about a field, for which the service may use several paths. */
function faultIn(error: unknown, paths: string[]): string | undefined {
  if (!(error instanceof Refused)) return undefined
  return error.fault?.validation.find(({ path }) => paths.includes(path))?.message
}

/**
 * Finds information for the fields of a form, from a refusal and from the documents.
 *
 * @param pathOf maps the path of a field in this part of the body to its path in the whole body
 */
export function fieldsOf(error: unknown, limits: FieldLimits, pathOf = (path: string) => path): FieldsOf {
  const faultOf = (...paths: string[]) => faultIn(error, paths.map(pathOf))
  return {
    faultOf,
    at: (...paths) => ({ fault: faultOf(...paths), most: limitOf(limits, paths.map(pathOf)) }),
  }
}
