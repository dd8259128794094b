import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '../../server/src/db/sql.ts'

/** Seconds of a processor that something has used until now. */
type Used = () => number

/** `getconf CLK_TCK`, which is 100 on every Linux. */
const TICKS_IN_A_SECOND = 100

/** Which processes computed for what was measured. Other work on the machine changes it less than it changes a rate. */
export interface ProcessorTime {
  /** Runs something that returns how much of it was done a second, on average over its time. */
  during(work: () => Promise<number>): Promise<number>
  /** As "120 µs of the process, 85 of PostgreSQL"; empty where it is not known. */
  describe(): string
}

export function createProcessorTime(who: Readonly<Record<string, Used | undefined>>): ProcessorTime {
  const known = Object.entries(who).flatMap(([name, used]) => (used ? [{ name, used, total: 0 }] : []))
  let done = 0
  return {
    async during(work) {
      const [began, before] = [performance.now(), known.map(({ used }) => used())]
      const rate = await work()
      for (const [index, one] of known.entries()) one.total += one.used() - (before[index] as number)
      done += (rate * (performance.now() - began)) / 1_000
      return rate
    },
    describe: () =>
      known
        .map(({ name, total }, index) => {
          const microseconds = ((total / done) * 1e6).toFixed(0)
          return `${microseconds}${index === 0 ? ' µs' : ''} of ${name}`
        })
        .join(', '),
  }
}

/** This process, which sends the load. */
export const usedHere: Used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** A process of this machine; undefined on a system without /proc. */
export const usedBy = (pid: number): Used | undefined =>
  readTicks(pid) && (() => seconds(readTicks(pid)?.own ?? 0))

/** PostgreSQL with all its sessions, if it runs on this machine. */
export async function usedByPostgres(sql: Sql): Promise<Used | undefined> {
  const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const session = readTicks((rows[0] as { pid: number }).pid)
  if (session?.command !== 'postgres') return undefined
  const postmaster = session.parent
  return () => {
    const sessions = readdirSync('/proc').flatMap(name =>
      /^\d+$/.test(name) ? (readTicks(Number(name)) ?? []) : [],
    )
    const living = sessions
      .filter(({ parent }) => parent === postmaster)
      .reduce((sum, { own }) => sum + own, 0)
    const { own = 0, ended = 0 } = readTicks(postmaster) ?? {}
    return seconds(living + own + ended)
  }
}

const seconds = (ticks: number) => ticks / TICKS_IN_A_SECOND

interface Ticks {
  readonly command: string
  readonly parent: number
  readonly own: number
  /** Of those it started that have ended. */
  readonly ended: number
}

/** See proc_pid_stat(5). undefined: there is no such process, or no /proc. */
function readTicks(pid: number): Ticks | undefined {
  try {
    const [, command = '', rest = ''] =
      /\((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ').map(Number)
    const [parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10, 14)
    return { command, parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
