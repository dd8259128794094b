import { JobRefused } from '#jobs/errors.ts'
import { Failure } from '../terminal/failure.ts'

/** A job that cannot be started is a failure of the command. */
export async function orFail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof JobRefused ? new Failure(error.message) : error
  }
}
