import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { adjustPoints } from './guest-calls.ts'
import { useTakeGuest } from './use-take-guest.ts'

const ways = [
  { value: 'give', label: 'Give' },
  { value: 'take', label: 'Take away' },
] as const

export function PointsDialog({ guest, onClose }: { guest: Guest; onClose(): void }) {
  const take = useTakeGuest()
  const [way, setWay] = useState<'give' | 'take'>('give')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const points = way === 'give' ? Number(amount) : -Number(amount)
  const submission = useSubmit(
    () => adjustPoints(guest.id, { points, reason }),
    answer => {
      take(answer)
      onClose()
    },
  )
  return (
    <Dialog title="Give or take points" onClose={onClose}>
      <p>
        {`${guest.name ?? 'The guest'} has ${guest.points.toLocaleString('en-GB')} points`}
        {amount !== '' && `, and would have ${(guest.points + points).toLocaleString('en-GB')}`}. Who did it
        and why stands on this page from then on.
      </p>
      <Form
        submission={submission}
        action="Write it down"
        aside={
          <Button quiet onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <SelectField
          label="What to do"
          name="way"
          value={way}
          choices={ways}
          onChange={chosen => setWay(chosen)}
        />
        <TextField
          label="Points"
          name="points"
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          required
          value={amount}
          onChange={setAmount}
          failure={submission.failure}
        />
        <TextField
          label="Why"
          name="reason"
          required
          maxLength={200}
          placeholder="A spilled drink"
          value={reason}
          onChange={setReason}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
