import type { Operation } from '../http/operation.ts'
import { storageOperations } from './storage/routes.ts'

/** The documented operations of the inventory service, served below /api/inventory. */
export function inventoryOperations(): Operation[] {
  return [...storageOperations]
}
