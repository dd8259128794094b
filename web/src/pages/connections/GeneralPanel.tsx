import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { changeConnection } from './shared/connection-calls.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'
import { unknownGuests } from './unknown-guests.ts'

export function GeneralPanel({ connection }: { connection: WholeConnection }) {
  const [given, setGiven] = useState({ name: connection.name, unknown_guests: connection.unknown_guests })
  const submission = useSubmit(() => changeConnection(connection.id, given), useConnectionSaved())
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Panel title={t`General`} narrow>
      <Form submission={submission} action={t`Save`}>
        <TextField label={t`Name`} required maxLength={100} {...field('name')} />
        <SelectField
          label={t`Unknown guests`}
          choices={unknownGuests}
          note={t`New guests have no consent to e-mail or SMS.`}
          {...field('unknown_guests')}
        />
      </Form>
    </Panel>
  )
}
