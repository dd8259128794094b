import { failureOf } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { SignedOutFrame } from './SignedOutFrame.tsx'

export interface LinkFailedProps {
  title: string
  error: Error | null
  /** What to do about a link that does not work. */
  remedy: string
  retry(): void
}

export function LinkFailed({ title, error, remedy, retry }: LinkFailedProps) {
  const gone = error !== null && failureOf(error)?.code !== 'link_not_valid'
  return (
    <SignedOutFrame title={title}>
      <div role="alert">
        <Note tone="bad">
          {gone ? error.message : t`This link was already used, has expired, or is incomplete.`}
        </Note>
      </div>
      {gone ? <Button onClick={retry}>{t`Try again`}</Button> : <p>{remedy}</p>}
    </SignedOutFrame>
  )
}
