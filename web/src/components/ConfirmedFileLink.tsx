import type { MouseEvent } from 'react'
import { askPerson } from '../api/question.ts'
import { useSignedIn } from '../session/use-session.ts'
import { FileLink, type FileLinkProps } from './FileLink.tsx'

/** A file with data about people: it asks for the password first if that was some time ago. */
export function ConfirmedFileLink(props: FileLinkProps) {
  const { confirmed_until } = useSignedIn()
  const confirm = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (confirmed_until !== null && Date.parse(confirmed_until) > Date.now()) return
    event.preventDefault()
    if (await askPerson('password')) location.assign(props.href)
  }
  return <FileLink {...props} onClick={confirm} />
}
