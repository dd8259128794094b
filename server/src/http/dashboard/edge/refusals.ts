import { JoinRefusal } from '#members/join.ts'
import { Refusal } from '../../refusal.ts'

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new Refusal('too_many_requests', { headers: { 'retry-after': String(retryAfterSeconds) } })

/** Runs what makes someone a member, and turns a refusal into the API's words. */
export async function joining<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof JoinRefusal ? refusalOf(error) : error
  }
}

function refusalOf({ why }: JoinRefusal): Refusal {
  switch (why.kind) {
    case 'limited':
      return tooManyAttempts(why.retryAfterSeconds)
    case 'faulty':
      return new Refusal('validation_failed', { errors: why.errors })
    default:
      return new Refusal(why.kind)
  }
}
