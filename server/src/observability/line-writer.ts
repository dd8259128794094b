import { write, writeSync } from 'node:fs'

/** Where log lines go. Lines wait in memory while the file cannot be written; flushing never waits for it. */
export interface LineWriter {
  write(line: string): void
  /** Calls back after one attempt, whether or not it could write. */
  flush(done?: () => void): void
}

/** A line costs a memory copy, and the buffer is written every second at the latest. */
const WORTH_WRITING = 4_096
const LONGEST_WAIT_MS = 1_000
/** What may wait while the disk is full; more is dropped. */
const MOST_UNWRITTEN = 4 * 1024 * 1024

/** Those with lines in memory. The process writes them as it ends: one attempt each, so that it always can end. */
const unwritten = new Set<() => void>()
process.on('exit', () => {
  for (const writeNow of unwritten) writeNow()
})

/** `report` is called with each failed attempt, and with undefined when writing works again. */
export function createLineWriter(
  descriptor: number,
  report: (error: NodeJS.ErrnoException | undefined) => void,
): LineWriter {
  let waiting = ''
  let left = Buffer.alloc(0)
  let writing = false
  let failing = false
  let dropped = 0
  let due = false
  let flushed: (() => void)[] = []

  const take = () => {
    left = Buffer.concat([left, Buffer.from(waiting)])
    waiting = ''
  }
  const writeNow = () => {
    // Node finishes the write that it has begun before the process ends, so these lines would appear twice.
    if (writing) left = Buffer.alloc(0)
    take()
    try {
      while (left.length > 0) left = left.subarray(writeSync(descriptor, left))
    } catch {
      // There is nowhere to report it, and waiting would keep the process from ending.
    }
  }
  const settle = () => {
    const done = flushed
    flushed = []
    for (const call of done) call()
  }
  const later = () => {
    if (due) return
    due = true
    setTimeout(() => {
      due = false
      attempt()
    }, LONGEST_WAIT_MS).unref()
  }
  const attempt = () => {
    if (writing) return
    take()
    if (left.length === 0) {
      unwritten.delete(writeNow)
      settle()
      return
    }
    writing = true
    write(descriptor, left, 0, left.length, null, (error, written) => {
      writing = false
      if (error) {
        // A pipe that is full is read sooner or later.
        if (error.code !== 'EAGAIN') {
          failing = true
          report(error)
        }
        settle()
        later()
        return
      }
      left = left.subarray(written)
      if (failing) {
        failing = false
        report(undefined)
      }
      if (dropped > 0) {
        const msg = `${dropped} lines were dropped while the log could not be written`
        waiting += `${JSON.stringify({ level: 40, time: new Date().toISOString(), pid: process.pid, msg })}\n`
        dropped = 0
      }
      if (left.length > 0 || waiting.length >= WORTH_WRITING || flushed.length > 0) attempt()
      else if (waiting.length > 0) later()
      else unwritten.delete(writeNow)
    })
  }
  return {
    write(line) {
      if (left.length + waiting.length > MOST_UNWRITTEN) {
        dropped += 1
        return
      }
      waiting += line
      unwritten.add(writeNow)
      if (waiting.length >= WORTH_WRITING && !failing) attempt()
      else later()
    },
    flush(done) {
      if (done) flushed.push(done)
      attempt()
    },
  }
}
