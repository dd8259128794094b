import { StartupError } from '#base/startup-error.ts'

/** Turns a file system error into a sentence that says what to do; any other error passes unchanged. */
export function fileTrouble(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return notWritable(folder)
  // Node's error for a read-only file system when it creates a folder with its parents.
  if (code === 'ENOENT' && syscall === 'mkdir') return notWritable(folder)
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartupError(
      `${folder} is not a folder: set MILLRACE_DATA_DIR to a folder for Millrace's data.`,
    )
  }
  return error
}

/** The same for the output of PostgreSQL's programs. */
export function printedTrouble(output: string, folder: string): StartupError | undefined {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output))
    return diskFull(folder)
  if (/Read-only file system/.test(output)) return notWritable(folder)
  return undefined
}

function diskFull(folder: string): StartupError {
  return new StartupError(
    `The disk that holds ${folder} is full: make room there, or set MILLRACE_DATA_DIR to a folder on another disk.`,
  )
}

function notWritable(folder: string): StartupError {
  return new StartupError(
    `Millrace cannot write to ${folder}: make it writable for the user that starts Millrace, or set ` +
      `MILLRACE_DATA_DIR to another folder.`,
  )
}
