import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '#base/startup-error.ts'

export interface Ids {
  uid: number
  gid: number
}

/** The user PostgreSQL runs as. Without ids it is the user of this process. */
export interface SystemUser {
  name: string
  ids: Ids | undefined
  /** Who creates the cluster, where that is not the same user: see below. */
  initialises?: Ids
}

interface PasswdEntry extends Ids {
  name: string
}

/** Services of many kinds run as this user: what belongs to it belongs to all of them. */
const SHARED = 'nobody'

/**
 * PostgreSQL refuses to run as root, so root runs it as another user: the owner of an existing cluster, the owner of
 * the folder around the data folder, or else a user id that nothing else on this machine has. That id has no entry in
 * the list of users and needs none, except for initdb, which fails without one; so initdb runs as `nobody`, in a folder
 * that only its group, again one that nothing else has, can enter. No user is created on the host.
 */
export function chooseSystemUser(dataDir: string, existingCluster: string | undefined): SystemUser {
  if (process.getuid?.() !== 0) return { name: 'you', ids: undefined }
  const users = readPasswd()
  const named = ({ name, uid, gid }: PasswdEntry): SystemUser => ({ name, ids: { uid, gid } })
  const shared = users.find(user => user.name === SHARED && user.uid !== 0)
  if (existingCluster !== undefined) {
    const { uid, gid } = statSync(existingCluster)
    if (uid !== 0 && uid !== shared?.uid) {
      const known = users.find(user => user.uid === uid)
      return known ? named(known) : { name: `the user id ${uid}`, ids: { uid, gid } }
    }
  }
  const around = statSync(dirname(dataDir)).uid
  const owner = users.find(user => user.uid === around && around !== 0 && around !== shared?.uid)
  if (owner && existingCluster === undefined) return named(owner)
  if (shared === undefined && existingCluster === undefined) {
    throw new StartupError(
      'PostgreSQL refuses to run as root and this machine has no user "nobody" to create its database: start Millrace ' +
        'as another user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  const id = unusedId(users)
  return {
    name: `the user id ${id}`,
    ids: { uid: id, gid: id },
    ...(shared && { initialises: { uid: shared.uid, gid: id } }),
  }
}

/**
 * Beyond every range that distributions assign; containers often have only the first 65,536 ids, and there the range
 * that systemd assigns for a moment is the one without accounts.
 */
const RANGES = [
  [1_900_000_000, 2_000_000_000],
  [61_184, 65_520],
] as const

function unusedId(users: readonly PasswdEntry[]): number {
  const taken = new Set(users.flatMap(({ uid, gid }) => [uid, gid]))
  for (const [from, to] of RANGES) {
    const id = randomInt(from, to)
    if (!taken.has(id) && exists(id)) return id
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root, and this system lets root use no other user id for it: start Millrace as ' +
      'another user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** In a container without this id, nothing can run as it. */
function exists(id: number): boolean {
  return spawnSync('/bin/true', { uid: id, gid: id, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Checked by the system as that user rather than computed from mode bits, which ignore ACLs. */
export function canUse(user: SystemUser, path: string, access: 'enter' | 'execute'): boolean {
  if (!user.ids) return true
  const test = access === 'enter' ? 'test -d "$1" && test -x "$1"' : 'test -f "$1" && test -x "$1"'
  return (
    spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...user.ids, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

function readPasswd(): PasswdEntry[] {
  const entries: PasswdEntry[] = []
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && uid && gid) entries.push({ name, uid: Number(uid), gid: Number(gid) })
  }
  return entries
}
