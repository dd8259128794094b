import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { useZone } from '../../components/time/use-zone.ts'
import { t } from '../../language/words.ts'
import { useVenueSaved } from './use-venue-saved.ts'
import { addVenue } from './venue-calls.ts'

export function NewVenueDialog({ onClose }: { onClose(): void }) {
  const saved = useVenueSaved()
  const [, navigate] = useLocation()
  const usual = useZone()
  const [typed, setTyped] = useState<{ serial: string; name: string; time_zone?: string }>({
    serial: '',
    name: '',
  })
  const given = { time_zone: usual ?? '', ...typed }
  const submission = useSubmit(
    () => addVenue({ ...given, serial: given.serial.trim(), name: given.name.trim() }),
    answer => {
      saved(answer)
      navigate(`/venues/${encodeURIComponent(answer.venue.serial)}`)
    },
  )
  const field = fieldsOf(given, part => setTyped({ ...typed, ...part }), submission.failure)
  return (
    <Dialog title={t`Add venue`} onClose={onClose}>
      <Form submission={submission} action={t`Add venue`} onCancel={onClose}>
        <TextField
          label={t`Venue code`}
          required
          maxLength={12}
          note={t`Events name the venue by this code. Up to 12 characters. It can’t be changed later.`}
          {...field('serial')}
        />
        <TextField label={t`Name`} required maxLength={200} {...field('name')} />
        <TimeZoneField label={t`Time zone`} {...field('time_zone')} />
      </Form>
    </Dialog>
  )
}
