const LOOK_MS = 100

/**
 * Ends the set-up when the shell that npm runs the script in has ended. npm passes a SIGTERM on to that shell alone, and a
 * shell ends without ending what it waits for: builds and installations continued with nobody to wait for them. Run by
 * hand, perhaps in the background of a shell that may close, the set-up continues.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    // As if it had been sent here: the running task passes it on to its program.
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  looking.unref()
}
