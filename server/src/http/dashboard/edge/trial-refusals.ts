import { JobRefused } from '#jobs/errors.ts'
import { SimulationRefused } from '#simulation/errors.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { Refusal } from '../../refusal.ts'

/** Says in the API's words why something cannot be simulated or started. */
export async function orRefuseTrial<T>(work: Promise<T>): Promise<T> {
  try {
    return await orRefuse(work)
  } catch (error) {
    if (error instanceof SimulationRefused || error instanceof JobRefused) {
      throw new Refusal('trial_refused', { message: error.message })
    }
    throw error
  }
}
