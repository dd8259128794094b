/** Something that cannot be started as things stand. The message says why, and what to do. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
