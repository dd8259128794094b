import { guestsFile } from '../../api/management.ts'
import { askPerson } from '../../api/question.ts'
import { Button } from '../../components/Button.tsx'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'

/** All guests, or those with a tag, as the server writes them. It asks for the password if that was some time ago. */
export function ExportButton({ tag }: { tag: string }) {
  const { confirmed_until } = useSignedIn()
  const leave = async () => {
    const isConfirmed = confirmed_until !== null && Date.parse(confirmed_until) > Date.now()
    if (!isConfirmed && !(await askPerson('password'))) return
    location.assign(guestsFile(tag))
  }
  return (
    <Button quiet onClick={leave}>
      {tag === '' ? t`Download all as CSV` : t`Download guests with “${tag}” as CSV`}
    </Button>
  )
}
