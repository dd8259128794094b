import type { MessageAnswer } from '@millrace/contract/dashboard/outbox'
import { Time } from '../../components/time/Time.tsx'

/** What the guest answered to the question of a message. */
export const Answered = ({ answer: { answer, at } }: { answer: MessageAnswer }) => (
  <p>
    {`${typeof answer === 'number' ? `${answer} of 5 stars` : answer ? 'Yes' : 'No'}, `}
    <Time at={at} />
  </p>
)
