/** What a business unit may be. */
export const unitTypes = ['farm', 'store', 'merchant', 'office', 'other'] as const
