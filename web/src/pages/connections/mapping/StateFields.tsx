import type { Mapping } from '@millrace/contract/connection-mapping'
import { useState } from 'react'
import { TextField } from '../../../components/form/TextField.tsx'
import { t } from '../../../language/words.ts'
import { readThan, writeThan } from './rule.ts'

type Became = NonNullable<Mapping['became']>

/** The states that count: the event happens once, when a thing is first seen in one of them. */
export function StateFields({ became, onChange }: { became: Became; onChange(became: Became): void }) {
  const [typed, setTyped] = useState<string>()
  // What was pointed at meanwhile is shown instead of what was typed before.
  const isCurrent = typed !== undefined && writeThan(readThan('one_of', typed)) === writeThan(became.one_of)
  return (
    <TextField
      label={t`States that count`}
      name="one_of"
      required
      maxLength={2048}
      note={t`Several, with commas. The event happens once, when it is first seen in one of them.`}
      value={isCurrent ? typed : writeThan(became.one_of)}
      onChange={text => {
        setTyped(text)
        onChange({ ...became, one_of: readThan('one_of', text) as Became['one_of'] })
      }}
    />
  )
}
