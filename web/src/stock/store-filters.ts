/** What stores are narrowed by beside a text and their conflicts, in the order of the page, as the service calls it. */
export const storeFacets = [
  'f:commodity',
  'f:harvestYear',
  'f:ownerOrganisationId',
  'f:hasInventory',
  'f:businessUnitIds',
  'f:tags',
] as const
export type StoreFacet = (typeof storeFacets)[number]

/** The same in an address. */
export const storeParameters = ['query', 'conflict', ...storeFacets] as const
export type StoreParameters = Partial<Record<(typeof storeParameters)[number], string>>
