/** A script that refers to something missing, or that cannot be saved. The message says what to do. */
export class SimulationRefused extends Error {
  override name = 'SimulationRefused'
}
