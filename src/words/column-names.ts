/** The columns of tables that the service answers, as programs know them. */
export type ColumnName =
  | 'id'
  | 'date'
  | 'dateUTC'
  | 'type'
  | 'status'
  | 'record'
  | 'recordId'
  | 'commodity'
  | 'commodityType'
  | 'grade'
  | 'variety'
  | 'tags'
  | 'weight'
  | 'weightRemaining'
  | 'fromOrganisation'
  | 'fromStorage'
  | 'fromSubstorageId'
  | 'toOrganisation'
  | 'toStorage'
  | 'toSubstorageId'
  | 'driver'
  | 'vehicleRegistration'
  | 'loadReference'
  | 'emptyWeight'
  | 'fullWeight'
  | 'emptySource'
  | 'emptyRecordNumber'
  | 'tareOfTicket'
  | 'fullSource'
  | 'fullRecordNumber'
  | 'netSource'
  | 'ticketId'
  | 'sold'
  | 'contractId'
  | 'contractReference'
  | 'storageContractId'
  | 'dryingLoss'
  | 'actionsOutstanding'
  | 'recordedAt'
  | 'recordedAtUTC'
  | 'completedAt'
  | 'completedAtUTC'
  | 'conflicts'
  | 'name'
  | 'owner'
  | 'kind'
  | 'source'
  | 'place'
  | 'place type'
  | 'region'
  | 'harvest year'
  | 'area ha'
  | 'current kg'
  | 'initial kg'
  | 'harvested kg'
  | 'loss kg'
  | 'sold kg'
  | 'total kg'
  | 'sold in all kg'
  | 'position kg'
  | 'last counted'
  | 'last counted UTC'
  | 'last count variance kg'
  | 'harvestYear'
  | 'ownerId'
  | 'owned'
  | 'storer'
  | 'storage'
  | 'substorageId'
  | 'substorage'
  | 'countsAs'
  | 'lastCounted'
  | 'lastCountedAtUTC'
  | 'lastCountVariance'
  | 'area'
  | 'businessUnits'
  | 'city'
  | 'regionISO'
  | 'postcode'
  | 'lat'
  | 'lon'
  | 'substorageCount'
  | 'isConflicted'
  | 'reference'
  | 'startDate'
  | 'startDateUTC'
  | 'endDate'
  | 'endDateUTC'
  | 'varieties'
  | 'cleaning'
  | 'drying'
  | 'preAgreedMoistureLevelPercentage'
  | 'intake'
  | 'used'
  | 'remaining'
  | 'exceeded'
  | 'planned'
  | 'partnerReference'
  | 'partnerId'
  | 'partner'
  | 'tolerancePercentage'
  | 'moved'
  | 'priceKind'
  | 'price'
  | 'currency'
  | 'priceUnit'
  | 'tradeKind'
  | 'weightFrom'
  | 'weighedHere'
  | 'weighedByPartner'
  | 'provisional'
  | 'allowances'
  | 'amount'
  | 'movementId'
  | 'tradeId'
  | 'trade'
  | 'haulier'
  | 'loadsOrdered'
  | 'loadsMoved'
  | 'loadsLeft'
  | 'scope'
  | 'vatCode'
  | 'rateIn'
  | 'rateOut'
  | 'rateStorage'
  | 'storagePer'
  | 'freeDays'
  | 'rateDrying'
  | 'dryingBase'
  | 'rateCleaning'
  | 'rateSampling'
  | 'rateHandling'
  | 'minimum'
  | 'fromMonth'
  | 'toMonth'
  | 'amounts'
  | 'to'
  | 'number'
  | 'closedAtUTC'
  | 'createdAt'
  | 'createdAtUTC'
  | 'buyerId'
  | 'buyer'
  | 'lines'
  | 'theirs'
  | 'ours'
  | 'difference'
  | 'differencePercentage'
  | 'flagged'
  | 'undecided'
  | 'cutOff'
  | 'counted'
  | 'leftOut'
  | 'book'
  | 'countedWeight'
  | 'variance'
  | 'approvedBy'
  | 'ledgerHash'
  | 'writtenOff'
  | 'claimed'
  | 'business unit'
  | 'plantings'
  | 'harvested area ha'
  | 'predicted kg'
  | 'projected kg'
  | 'remaining kg'
  | 'average moisture %'
  | 'yield variance %'
  | 'field'
  | 'store'
  | 'bay'
  | 'net kg'
  | 'moisture %'
  | 'temperature °C'
  | 'registration'
  | 'movement'
  | 'reason'
  | 'blocks'
  | 'from'
  | 'fromUTC'
  | 'until'
  | 'untilUTC'
  | 'note'
  | 'product'
  | 'dose'
  | 'airedAt'
  | 'airedAtUTC'
  | 'withholdingDays'
  | 'setBy'
  | 'releasedAt'
  | 'releasedAtUTC'
  | 'releasedBy'
  | 'releaseNote'
  | 'probes'
  | 'insects'
  | 'smell'
  | 'rodents'
  | 'alarms'
  | 'checkedBy'
  | 'opening'
  | 'inOwn'
  | 'inOthers'
  | 'out'
  | 'lost'
  | 'found'
  | 'closing'
  | 'ofOthers'
  | 'underContract'
  | 'cameIn'
  | 'movedIn'
  | 'wentOut'
  | 'movedOut'
  | 'payer'
  | 'row'
  | 'ownedWeight'
  | 'happened'
  | 'happenedAtUTC'

const cellValues = [
  'yes',
  'no',
  'intake',
  'internal',
  'outbound',
  'incomplete',
  'complete',
  'deleted',
  'crop',
  'produce',
  'planting',
  'existing',
  'movement',
  'trade',
  'field',
  'store',
  'active',
  'empty',
  'upcoming',
  'expired',
  'purchase',
  'sale',
  'unloading',
  'loading',
  'draft',
  'confirmed',
  'fulfilled',
  'closed_short',
  'cancelled',
  'done',
  'fixed',
  'later',
  'pool',
  'none',
  'open',
  'closed',
  'planned',
  'harvesting',
  'harvested',
  'owned',
  'stored',
  'offered',
  'short',
] as const

/** Values that a cell of these tables is chosen from: lists of the API, and yes or no. */
export type CellValue = (typeof cellValues)[number]

export const isCellValue = (text: string): text is CellValue =>
  (cellValues as readonly string[]).includes(text)
