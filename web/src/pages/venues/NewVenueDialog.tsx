import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { useZone } from '../../components/time/use-zone.ts'
import { useTakeVenue } from './use-take-venue.ts'
import { addVenue } from './venue-calls.ts'

export function NewVenueDialog({ onClose }: { onClose(): void }) {
  const take = useTakeVenue()
  const [, navigate] = useLocation()
  const usual = useZone()
  const [serial, setSerial] = useState('')
  const [name, setName] = useState('')
  const [zone, setZone] = useState<string>()
  const time_zone = zone ?? usual ?? ''
  const submission = useSubmit(
    () => addVenue({ serial: serial.trim(), name: name.trim(), time_zone }),
    answer => {
      take(answer)
      navigate(`/venues/${encodeURIComponent(answer.venue.serial)}`)
    },
  )
  return (
    <Dialog title="Add a venue" onClose={onClose}>
      <Form
        submission={submission}
        action="Add it"
        aside={
          <Button quiet onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextField
          label="Serial"
          name="serial"
          required
          maxLength={12}
          note="What your systems call it in events, up to 12 characters. It cannot be changed later."
          value={serial}
          onChange={setSerial}
          failure={submission.failure}
        />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={200}
          value={name}
          onChange={setName}
          failure={submission.failure}
        />
        <TimeZoneField
          label="Time zone"
          name="time_zone"
          value={time_zone}
          onChange={setZone}
          failure={submission.failure}
        />
      </Form>
    </Dialog>
  )
}
