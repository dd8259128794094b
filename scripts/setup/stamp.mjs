import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One hash over files and whole folders; by content, not by time, because a git checkout changes times. */
export function hashOf(root, paths, leaveOut = () => false) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`)
  const add = path => {
    if (leaveOut(path)) return
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  const walk = path => {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) leaveOut(child) || walk(child)
      else if (entry.isFile()) add(child)
    }
  }
  for (const path of paths) path.endsWith('/') ? walk(path.slice(0, -1)) : add(path)
  return hash.digest('hex')
}

export function stampIs(path, expected) {
  return existsSync(path) && readFileSync(path, 'utf8') === expected
}
