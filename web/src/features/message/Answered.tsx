import type { MessageAnswer } from '@millrace/contract/dashboard/outbox'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'

/** What the guest answered to the question of a message. */
export const Answered = ({ answer: { answer, at } }: { answer: MessageAnswer }) => (
  <p>
    {`${typeof answer === 'number' ? t`${answer} of 5 stars` : answer ? t`Yes` : t`No`}, `}
    <Time at={at} />
  </p>
)
