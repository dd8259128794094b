import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')

/** What was made from the sources, or installed, or belongs to someone's running server. */
const LEFT_OUT = /(^|\/)(node_modules|dist|artifacts|\.git|\.millrace)$/

/** The sources in a folder that a test may edit, with the installed packages of the project. */
export interface ProjectCopy {
  readonly root: string
  read(path: string): string
  write(path: string, content: string): void
  /** Replaces a text that is there. */
  edit(path: string, from: string, to: string): void
  remove(): Promise<void>
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'millrace-copy-'))
  // Run as root, PostgreSQL is another user, and has to pass through.
  chmodSync(root, 0o711)
  cpSync(PROJECT, root, { recursive: true, filter: path => !LEFT_OUT.test(path) })
  for (const folder of ['.', 'contract', 'server', 'web', 'sdk']) {
    linkPackages(join(PROJECT, folder, 'node_modules'), join(root, folder, 'node_modules'))
  }
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const write = (path: string, content: string) => writeFileSync(join(root, path), content)
  return {
    root,
    read,
    write,
    edit(path, from, to) {
      const before = read(path)
      if (!before.includes(from)) throw new Error(`${path} no longer has "${from}"`)
      write(
        path,
        before.replace(from, () => to),
      )
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** Every package by a link; the workspaces are those of the copy. A workspace has packages only in its own version. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    // Made by tools that ran in the project, and stale in a copy that is edited.
    if (/^\.(?!bin$)/.test(name)) continue
    const isWorkspace = name === '@millrace' || name === 'millrace'
    if (isWorkspace) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
}
