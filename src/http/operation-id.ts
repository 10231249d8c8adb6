import { capitalised } from '../kernel/names.ts'
import type { Operation } from './operation.ts'

/**
 * Names an operation for generators of clients: by its method and its path, which nobody renames.
 *
 * @example operationIdOf({ method: 'PUT', path: '/movements/:id/actions' }) // 'putMovementsByIdActions'
 */
export function operationIdOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const words = path.match(/:?[a-zA-Z0-9]+/g) ?? []
  const named = words.map((word) =>
    word.startsWith(':') ? `By${capitalised(word.slice(1))}` : capitalised(word),
  )
  return method.toLowerCase() + named.join('')
}

/** Gives the subject of an operation, as the log names it too: `movements`. */
export function subjectOf({ path }: Pick<Operation, 'path'>): string {
  return path.split('/')[1] ?? ''
}
