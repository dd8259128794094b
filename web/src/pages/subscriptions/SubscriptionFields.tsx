import {
  type NewSubscription,
  type SubscriptionEvent,
  subscriptionEventNames,
} from '@millrace/contract/subscription'
import type { Failure } from '../../api/answer.ts'
import { CheckField } from '../../components/form/CheckField.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { eventInWords } from './in-words.ts'

/** What it is called, where it is sent, and what. */
export function SubscriptionFields({
  given,
  onChange,
  failure,
}: {
  given: NewSubscription
  onChange(given: NewSubscription): void
  failure: Failure | undefined
}) {
  const field = fieldsOf(given, part => onChange({ ...given, ...part }), failure)
  const choose = (event: SubscriptionEvent, chosen: boolean) =>
    onChange({
      ...given,
      events: subscriptionEventNames.filter(name => (name === event ? chosen : given.events.includes(name))),
    })
  return (
    <>
      <TextField label={t`Name`} required maxLength={80} {...field('name')} />
      <TextField
        label={t`Address`}
        required
        maxLength={2048}
        placeholder={t`https://example.com/millrace`}
        {...field('url')}
      />
      {subscriptionEventNames.map(event => (
        <CheckField
          key={event}
          label={eventInWords(event)}
          value={given.events.includes(event)}
          onChange={chosen => choose(event, chosen)}
        />
      ))}
    </>
  )
}
