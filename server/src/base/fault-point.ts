/**
 * Named points in the code where a test kills or freezes the process, to prove what is promised about exactly that
 * point. Nothing is armed unless `main` arms it; otherwise a point costs one comparison.
 */

let armed: { name: string; left: number; signal: NodeJS.Signals } | undefined

/**
 * Arms one point: the process kills itself when it reaches the point for the `after`-th time, as if the power had
 * failed. A name that begins with `freeze:` stops the process instead, until it gets SIGCONT.
 */
export function armFaultPoint(name: string, after = 1): void {
  const freezes = name.startsWith('freeze:')
  armed = {
    name: freezes ? name.slice('freeze:'.length) : name,
    left: after,
    signal: freezes ? 'SIGSTOP' : 'SIGKILL',
  }
}

export function disarmFaultPoint(): void {
  armed = undefined
}

export function faultPoint(name: string): void {
  if (armed === undefined || armed.name !== name) return
  armed.left -= 1
  if (armed.left > 0) return
  const { signal } = armed
  // Only once: the test then watches how the frozen process continues.
  armed = undefined
  process.kill(process.pid, signal)
}
