import { readdirSync, readFileSync } from 'node:fs'

interface Stat {
  readonly pid: string
  readonly parent: string
  readonly command: string
  /** Clock ticks. */
  readonly own: number
  readonly ended: number
}

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10

/** The processors' time that a PostgreSQL server on this machine has taken, found by its port. */
export function serverProcessorMs(port: number): number {
  const all = readdirSync('/proc').flatMap(pid => (/^\d+$/.test(pid) ? statOf(pid) : []))
  const server = all.find(({ command }) => /\bpostgres\b/.test(command) && command.includes(` -p ${port} `))
  if (server === undefined) throw new Error(`no PostgreSQL listens on ${port}`)
  const sessions = all.filter(({ parent }) => parent === server.pid)
  return MS_PER_TICK * sessions.reduce((sum, { own }) => sum + own, server.own + server.ended)
}

function statOf(pid: string): Stat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets, and may have anything in it.
    const [, parent = '', , , , , , , , , , user, system, endedUser, endedSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
    return [
      {
        pid,
        parent,
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
        own: Number(user) + Number(system),
        ended: Number(endedUser) + Number(endedSystem),
      },
    ]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
