/** How a command ends, for scripts. */
export const exitCodes = { ok: 0, failed: 1, wrongUsage: 2, notRunning: 3, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A command that could not do what it was asked. The message is all that is printed: it says what to do next. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export const wrongUsage = (message: string) => new Failure(message, exitCodes.wrongUsage)
