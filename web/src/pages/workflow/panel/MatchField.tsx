import { useContext } from 'react'
import { TokensField } from '../../../components/form/TokensField.tsx'
import { HintsContext } from '../../../features/condition/hints-context.ts'
import { WhatIsThis } from '../../../features/help/WhatIsThis.tsx'
import { t } from '../../../language/words.ts'

/** Which parameters say that the event is about the same thing as the one that started the run. */
export const MatchField = ({
  value = [],
  onChange,
}: {
  value: readonly string[] | undefined
  onChange(value: string[] | undefined): void
}) => (
  <>
    <TokensField
      label={t`Same as in the event that started the run`}
      name="match"
      placeholder={t`e.g. booking_id`}
      note={t`Parameters with the same value in both. Leave blank if any event from this source counts.`}
      options={useContext(HintsContext)['started_by.parameters.'] ?? []}
      value={value}
      onChange={list => onChange(list.length === 0 ? undefined : list)}
    />
    <WhatIsThis topic="workflows#wait_for_event">{t`How events are matched`}</WhatIsThis>
  </>
)
