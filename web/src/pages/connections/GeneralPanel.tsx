import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { changeConnection } from './shared/connection-calls.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'
import { unknownGuests } from './unknown-guests.ts'

export function GeneralPanel({ connection }: { connection: WholeConnection }) {
  const { id, name, unknown_guests } = connection
  const { submission, field, edited, discard } = useStoredForm(
    { name, unknown_guests },
    given => changeConnection(id, given),
    useConnectionSaved(),
  )
  return (
    <Panel title={t`General`} narrow>
      <Form submission={submission} action={t`Save`} unsaved={{ edited, discard }}>
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
