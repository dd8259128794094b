import { readFileSync } from 'node:fs'
import { type FileContent, parseWorkflowFile } from '#workflows/files/workflow-file.ts'
import { printable } from '../terminal/align.ts'
import { Failure } from '../terminal/failure.ts'

const STDIN = 0

/** The content of a file, or of stdin for `-`; whatever is wrong with it ends the command. */
export function readWorkflowFile(path: string): FileContent {
  const parsed = parseWorkflowFile(textOf(path))
  if ('file' in parsed) return parsed.file
  throw new Failure([`${path} cannot be used:`, ...parsed.faults].map(printable).join('\n  '))
}

function textOf(path: string): string {
  try {
    return readFileSync(path === '-' ? STDIN : path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
