/** The address of something of the service, below the path at which this page is served. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), document.baseURI).href
}

/** The path below which the page is served, for the router: `/`, or `/granary`. */
export function basePath(): string {
  return new URL(document.baseURI).pathname.replace(/(.)\/$/, '$1')
}
