import type { PublicUrl } from '../kernel/web.ts'
import type { Operation } from '../http/operation.ts'
import type { IsModule } from '../system/logging/update-logging.ts'
import { availabilityOperations } from './availability/routes.ts'
import { checkOperations } from './checks/routes.ts'
import { chargesOperations } from './charges/routes.ts'
import { deliveryValueOperations } from './delivery-values/routes.ts'
import { commodityOperations } from './commodities/routes.ts'
import { confirmationOperations } from './confirmations/routes.ts'
import { contractOperations } from './contracts/routes.ts'
import { documentNumberOperations } from './document-numbers/routes.ts'
import { fileUseOperations } from './files/file-uses.ts'
import { holdOperations } from './holds/routes.ts'
import { harvestOperations } from './harvest/routes.ts'
import { importsOperations } from './imports/routes.ts'
import { loadOperations } from './load-lists/routes.ts'
import { movementOperations } from './movements/routes.ts'
import { newRecordOperations } from './movements/intakes/routes.ts'
import { paperOperations } from './papers/routes.ts'
import { partnerOperations } from './partners/routes.ts'
import { periodOperations } from './periods/routes.ts'
import { recordOperations } from './records/routes.ts'
import { stockOperations } from './records/stock-routes.ts'
import { reportMailingOperations } from './report-mailings/routes.ts'
import { reportOperations } from './reports/routes.ts'
import { reservationOperations } from './reservations/routes.ts'
import { settlementOperations } from './settlements/routes.ts'
import { inventorySettingsOperations } from './settings/routes.ts'
import { todayOperations } from './today/today.ts'
import { stocktakeOperations } from './stocktakes/routes.ts'
import { storageOperations } from './storage/routes.ts'
import { orderOperations } from './orders/routes.ts'
import { tariffOperations } from './tariffs/routes.ts'
import { tradeOperations } from './trades/routes.ts'
import { tradingPositionOperations } from './trading-position/routes.ts'
import { vehicleOperations } from './vehicles/vehicles.ts'

/** The documented operations of the inventory service, served below /api/inventory. */
export function inventoryOperations({
  isModule,
  hearNotices,
  incoming,
  publicUrl,
  background,
}: {
  isModule: IsModule
  hearNotices: () => Promise<void>
  /** Directory in which files arrive. */
  incoming: string
  publicUrl: PublicUrl
  background: { sendsMail: boolean }
}): Operation[] {
  return [
    ...loadOperations,
    ...movementOperations,
    ...recordOperations,
    ...newRecordOperations,
    ...stockOperations,
    ...todayOperations,
    ...vehicleOperations,
    ...partnerOperations(background),
    ...commodityOperations,
    ...storageOperations,
    ...holdOperations,
    ...checkOperations,
    ...contractOperations,
    ...tradeOperations,
    ...deliveryValueOperations,
    ...orderOperations(publicUrl),
    ...tradingPositionOperations,
    ...reservationOperations,
    ...reportOperations,
    ...reportMailingOperations(background),
    ...tariffOperations,
    ...chargesOperations(publicUrl),
    ...confirmationOperations,
    ...harvestOperations,
    ...availabilityOperations,
    ...settlementOperations,
    ...stocktakeOperations,
    ...fileUseOperations,
    ...paperOperations(publicUrl),
    ...documentNumberOperations,
    ...periodOperations(publicUrl),
    ...importsOperations({ incoming, hearNotices }),
    ...inventorySettingsOperations({ isModule, hearNotices }),
  ]
}
