/**
 * A reason not to start that the operator can fix. The message is one sentence that says how; the command line prints
 * it alone, without a stack, and exits with 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
