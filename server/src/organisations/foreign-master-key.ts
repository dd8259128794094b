import { StartupError } from '#base/startup-error.ts'
import { CannotOpen } from '#secrets/sealer.ts'

/**
 * For a secret of the installation that does not open. Checked at the start rather than at the first use: a process
 * whose key differs from its neighbours' is a mistake.
 */
export function foreignMasterKey(error: unknown): never {
  if (!(error instanceof CannotOpen)) throw error
  throw new StartupError(
    'The master key is not the one that this database was sealed with. Correct MILLRACE_SECRET, or the file secret in the ' +
      'data folder; or give the other key in MILLRACE_PREVIOUS_SECRETS. If it is lost, `npx millrace secrets discard` deletes what ' +
      'only it could decrypt.',
  )
}
