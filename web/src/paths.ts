/**
 * The addresses of all screens, as the router writes them. The service serves the page at these and nowhere else, so what is not here is a
 * real 404. Nothing is imported here: the build reads this file in Node.
 */
export const screens = [
  '/',
  '/sign-in',
  '/welcome',
  '/invitation',
  '/weighbridge',
  '/stores',
  '/stores/$id',
  '/position',
  '/mine',
  '/stock',
  '/stock/$id',
  '/movements',
  '/blend',
  '/contracts',
  '/contracts/new',
  '/contracts/$id',
  '/settlements',
  '/settlements/new',
  '/settlements/$id',
  '/for-sale',
  '/for-sale/new',
  '/for-sale/holders',
  '/harvest',
  '/harvest/plantings',
  '/harvest/$planId',
  '/fields',
  '/fields/$id',
  '/messages',
  '/questions',
  '/files',
  '/import',
  '/settings',
  '/settings/$part',
] as const

export type Screen = (typeof screens)[number]
