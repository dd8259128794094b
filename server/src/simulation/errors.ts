/** A script that names what is not there, or that cannot be kept. The message says what to do. */
export class SimulationRefused extends Error {
  override name = 'SimulationRefused'
}
