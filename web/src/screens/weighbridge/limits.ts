import { postInventoryLoadsLimits as limits } from '../../api/operations.ts'
import type { TicketDraft } from './draft.ts'

/** The most characters of what is typed of a ticket, as the service's documents say. A partner nobody knows is called by its name, also as its id. */
export const draftLimits = {
  vehicle: limits['loads.driver.vehicleRegistration'],
  driver: limits['loads.driver.name'],
  party: Math.min(limits['loads.from.sender.id'], limits['loads.from.sender.name']),
  variety: limits['loads.from.commodity.variety'],
  harvestYear: limits['loads.from.harvestYear'],
  reference: limits['loads.reference'],
} satisfies Partial<Record<keyof TicketDraft, number>>

/** True if all typed values of a ticket are as short as the service takes them. */
export const isShortEnough = (draft: Pick<TicketDraft, keyof typeof draftLimits>): boolean =>
  draft.vehicle.trim().length <= draftLimits.vehicle &&
  draft.driver.trim().length <= draftLimits.driver &&
  draft.party.trim().length <= draftLimits.party &&
  draft.variety.trim().length <= draftLimits.variety &&
  draft.harvestYear.trim().length <= draftLimits.harvestYear &&
  draft.reference.trim().length <= draftLimits.reference
