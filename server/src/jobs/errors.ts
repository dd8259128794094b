/** A job that cannot be started under the present conditions. The message says why, and what to do. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
