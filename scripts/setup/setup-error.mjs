/** A failure whose message already says what to do; it is printed without a stack. */
export class SetupError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
