/** Does work that only one tab may do at a time. Without TLS browsers have no locks: then the service has to bear two of it. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(name, work)
}
