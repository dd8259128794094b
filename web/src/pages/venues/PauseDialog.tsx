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
      action={venue.paused ? 'Resume venue' : 'Pause venue'}
      send={() => changeVenue(venue.serial, { paused: !venue.paused })}
      onDone={answer => {
        saved(answer)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {venue.paused
          ? 'New events of this venue start workflows again.'
          : 'Events of this venue are stored, but start no workflows until you resume it. Runs that have started continue.'}
      </p>
    </ConfirmDialog>
  )
}
