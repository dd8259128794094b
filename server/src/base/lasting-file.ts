import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a file that a power cut leaves either complete or absent, and that has survived one when this returns.
 * Written in its place, it could be left there empty: its name can reach the disk long before its content. false when
 * the file exists already.
 */
export function createLasting(path: string, content: string, mode: number): boolean {
  const beside = writeBeside(path, content, mode)
  try {
    // Unlike a rename, a link never replaces what another process has just put there.
    linkSync(beside, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(beside, { force: true })
    // Also for a file that was there: who made it may have been killed before this.
    syncFolder(dirname(path))
  }
}

/** The same for a file that may exist: it has the old content or the new one, never part of it. */
export function replaceLasting(path: string, content: string, mode: number): void {
  const beside = writeBeside(path, content, mode)
  try {
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Creates a folder and those above it that are missing, each of which survives a power cut. */
export function makeLastingFolder(path: string, mode: number): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made))
}

/** Makes a new or renamed entry of a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function writeBeside(path: string, content: string, mode: number): string {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = openSync(beside, 'wx', mode)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return beside
}
