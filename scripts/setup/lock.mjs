import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './setup-error.mjs'

const lockPath = root => join(root, '.setup.lock')

/**
 * Runs the work alone in this checkout: a second set-up waits for the first one, and a dead one's lock is taken over.
 */
export async function withLock(root, work) {
  let waiting = false
  for (;;) {
    const holder = tryToTake(lockPath(root))
    if (holder === undefined) break
    if (!waiting) process.stderr.write(`Waiting for another set-up of this folder (process ${holder}) …\n`)
    waiting = true
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  try {
    await work()
  } finally {
    rmSync(lockPath(root), { force: true })
  }
}

/** An npm that outlives a killed set-up is still writing: the lock stays until it has ended too. */
export function holdLockFor(root, pid) {
  appendFileSync(lockPath(root), `${identify(pid)}\n`)
}

/** Undefined when the lock is ours, otherwise the process that has it. */
function tryToTake(path) {
  const own = `${path}.${process.pid}`
  try {
    // A link appears with its content in one step: no process ever reads a lock without its holder.
    writeFileSync(own, `${identify(process.pid)}\n`)
    linkSync(own, path)
    return undefined
  } catch (error) {
    if (error.code !== 'EEXIST') throw notWritable(error, path)
  } finally {
    rmSync(own, { force: true })
  }
  const holder = livingHolder(path)
  if (holder !== undefined) return holder
  takeAwayDeadLock(path, own)
  return tryToTake(path)
}

function takeAwayDeadLock(path, own) {
  try {
    renameSync(path, own)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  // Between the check and the rename, a living set-up may have replaced the dead one: give it back.
  if (livingHolder(own) !== undefined) renameSync(own, path)
  else rmSync(own, { force: true })
}

function livingHolder(path) {
  try {
    const holders = readFileSync(path, 'utf8').split('\n').filter(Boolean)
    const living = holders.find(holder => holder === identify(Number.parseInt(holder, 10)))
    return living && Number.parseInt(living, 10)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The process id with its start time where the system provides it, so that a reused id is recognised. */
function identify(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return undefined
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A killed process still has an entry until its parent has collected it.
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`
  } catch {
    return `${pid}`
  }
}

function notWritable(error, path) {
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) return error
  const reason = error.code === 'ENOSPC' ? 'the disk is full' : 'the folder is not writable'
  return new SetupError(
    `Set-up cannot write ${path} because ${reason}: make room for it there and run it again.`,
  )
}
