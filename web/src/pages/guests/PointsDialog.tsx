import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { adjustPoints } from './guest-calls.ts'
import { useGuestSaved } from './use-guest-saved.ts'

const ways = [
  { value: 'give', label: t`Add` },
  { value: 'take', label: t`Take away` },
] as const

interface Adjustment {
  readonly way: 'give' | 'take'
  readonly amount: string
  readonly reason: string
}

export function PointsDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const saved = useGuestSaved()
  const [given, setGiven] = useState<Adjustment>({ way: 'give', amount: '', reason: '' })
  const { way, amount, reason } = given
  const points = way === 'give' ? Number(amount) : -Number(amount)
  const submission = useSubmit(
    () => adjustPoints(guest.id, { points, reason }),
    answer => {
      saved(answer)
      onClose()
    },
  )
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Dialog title={t`Adjust points`} onClose={onClose}>
      <p>
        {amount === ''
          ? t`${guest.name ?? t`The guest`} has ${number(guest.points)} points.`
          : t`${guest.name ?? t`The guest`} has ${number(guest.points)} points, and will have ${number(guest.points + points)}.`}{' '}
        {t`The guest’s activity shows who did it and why.`}
      </p>
      <Form submission={submission} action={t`Adjust points`} onCancel={onClose}>
        <SelectField label={t`Change`} choices={ways} {...field('way')} />
        <TextField
          label={t`Points`}
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          required
          {...field('amount', 'points')}
        />
        <TextField
          label={t`Reason`}
          required
          maxLength={200}
          placeholder={t`e.g. a spilled drink`}
          {...field('reason')}
        />
      </Form>
    </Dialog>
  )
}
