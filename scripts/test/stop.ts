/** Ends the run with a sentence that says what to do. */
export class StopTesting extends Error {
  override name = 'StopTesting'
}
