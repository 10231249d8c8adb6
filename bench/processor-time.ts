import { readdirSync, readFileSync } from 'node:fs'
import type { Load } from './load.ts'

// What a request costs the machine, however busy that is: the processor time of the service, of PostgreSQL and of the clients together. Linux tells it.

/** The processor time of a process so far, in microseconds; 0 where it is gone. `/proc` counts hundredths of a second. */
function timeOf(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return 0
  }
}

function isPostgres(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

/** Of every process of PostgreSQL: its connections come and go. */
function timesOfPostgres(): Map<string, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isPostgres(name))
  return new Map(pids.map((pid) => [pid, timeOf(pid)]))
}

/**
 * Measures a load together with the processor time of each of its requests, in microseconds: of the program, of all of this machine's PostgreSQL
 * and of this process, which sends them.
 *
 * @param pid of the program
 */
export async function withProcessorTime(pid: number, run: () => Promise<Load>): Promise<Load> {
  const own = process.cpuUsage()
  const program = timeOf(String(pid))
  const before = timesOfPostgres()
  const load = await run()
  const { user, system } = process.cpuUsage(own)
  const database = [...timesOfPostgres()].reduce((sum, [id, time]) => sum + time - (before.get(id) ?? 0), 0)
  const all = user + system + timeOf(String(pid)) - program + database
  return { ...load, processorMicroseconds: all / load.count }
}
