import type { NewSuppression, Suppression } from '@millrace/contract/suppression'
import type { Entered } from '#suppressions/enter-and-lift.ts'
import { Refusal } from '../refusal.ts'

/** What was entered, or why it was not. */
export function enteredSuppression(entered: Entered, { channel }: NewSuppression): Suppression {
  if (entered === 'suppressed_already') throw new Refusal('suppressed_already')
  if (entered === 'no_address') {
    const wanted = channel === 'sms' ? 'a phone number in full, such as +442079460000' : 'an e-mail address'
    throw new Refusal('validation_failed', { errors: { address: [`Enter ${wanted}.`] } })
  }
  return entered
}

export const enteredAnswer = (suppression: Suppression) => ({
  message: `Nothing is sent to ${suppression.address} from now on.`,
  suppression,
})

/** undefined where it is not in force. */
export function liftedAnswer(suppression: Suppression | undefined) {
  if (suppression === undefined) throw new Refusal('suppression_not_found')
  return { message: `Messages to ${suppression.address} are sent again.`, suppression }
}
