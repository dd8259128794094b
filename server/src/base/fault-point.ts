/**
 * Named places in the code where a test kills or freezes the process, to prove what is promised about exactly
 * that place. Nothing is armed unless `main` was told to; then a passing costs one comparison.
 */

let armed: { name: string; left: number; signal: NodeJS.Signals } | undefined

/**
 * Arms one point: the process kills itself at its `after`-th passing, as if the power had gone. A name that
 * begins with `freeze:` stops it instead, until someone sends SIGCONT.
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
  // Once: whoever was frozen and goes on is to be seen going on.
  armed = undefined
  process.kill(process.pid, signal)
}
