import type { ManagedVenue } from '@millrace/contract/venue'
import { changeVenue } from '../../api/management.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { useVenueSaved } from './use-venue-saved.ts'

/** Pauses a venue, or resumes one that is paused. */
export function PauseDialog({ venue, onClose }: { venue: ManagedVenue; onClose(): void }) {
  const saved = useVenueSaved()
  return (
    <ConfirmDialog
      title={venue.paused ? `Resume ${venue.name}?` : `Pause ${venue.name}?`}
      action={venue.paused ? 'Resume it' : 'Pause it'}
      send={() => changeVenue(venue.serial, { paused: !venue.paused })}
      onDone={answer => {
        saved(answer)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {venue.paused
          ? 'Events of this venue start workflows again, from the next one on.'
          : 'Events of this venue are kept, and start nothing until it is resumed. Guests who are inside a workflow go on.'}
      </p>
    </ConfirmDialog>
  )
}
