import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '#base/startup-error.ts'

/** The user PostgreSQL runs as. Without ids it is the user of this process. */
export interface SystemUser {
  name: string
  ids: { uid: number; gid: number } | undefined
}

interface PasswdEntry {
  name: string
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root, so root runs it as an existing user: the owner of an existing cluster, the owner
 * of the folder around the data folder, or `nobody`. No user is created on the host.
 */
export function chooseSystemUser(dataDir: string, existingCluster: string | undefined): SystemUser {
  if (process.getuid?.() !== 0) return { name: 'you', ids: undefined }
  const users = readPasswd()
  const byUid = (uid: number) => (uid === 0 ? undefined : users.find(user => user.uid === uid))
  const chosen = existingCluster
    ? byUid(statSync(existingCluster).uid)
    : (byUid(statSync(dirname(dataDir)).uid) ?? users.find(user => user.name === 'nobody' && user.uid !== 0))
  if (chosen) return { name: chosen.name, ids: { uid: chosen.uid, gid: chosen.gid } }
  throw new StartupError(
    existingCluster
      ? `The database in ${existingCluster} belongs to a user this machine does not know: give it to one with ` +
          `\`chown -R\`, or set MILLRACE_DATA_DIR to another folder.`
      : 'PostgreSQL refuses to run as root and this machine has no user "nobody" to run it as: start Millrace ' +
          'as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Checked by the system as that user rather than computed from mode bits, which ignore ACLs. */
export function canUse(user: SystemUser, path: string, access: 'enter' | 'execute'): boolean {
  if (!user.ids) return true
  const test = access === 'enter' ? 'test -d "$1" && test -x "$1"' : 'test -f "$1" && test -x "$1"'
  return (
    spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...user.ids, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

/** initdb asks the C library for its user's name and fails without one, so only users with an entry count. */
function readPasswd(): PasswdEntry[] {
  const entries: PasswdEntry[] = []
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && uid && gid) entries.push({ name, uid: Number(uid), gid: Number(gid) })
  }
  return entries
}
