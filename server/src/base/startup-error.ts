/**
 * A reason not to start that the person at the keyboard can do something about. The message is one sentence
 * that says what; the command line prints it alone, without a stack, and exits with 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
