/** What somebody may do, from the least to the most; each role may do what those before it may (rules.md §8). */
export const roles = ['viewer', 'operator', 'manager', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]
