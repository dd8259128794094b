import type { ReactNode } from 'react'
import type { Answer } from '../../api/answer.ts'
import { AppLoading } from '../../components/AppLoading.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { LinkFailed } from './LinkFailed.tsx'
import { isToken, useLink, useLinkToken } from './use-link.ts'

export interface LinkPageProps<T> {
  /** The kind of link, as query key. */
  kind: string
  documentTitle: string
  /** The heading when the link does not work. */
  title: string
  remedy: string
  read(token: string): Promise<Answer<T>>
  children(token: string, data: T): ReactNode
}

/** A page that is opened by a link with a token: its content once the link is checked, or why it does not work. */
export function LinkPage<T>({ kind, documentTitle, title, remedy, read, children }: LinkPageProps<T>) {
  const token = useLinkToken()
  const link = useLink(kind, token, read)
  useDocumentTitle(documentTitle)
  if (link.error || !isToken(token)) {
    return <LinkFailed title={title} error={link.error} remedy={remedy} retry={link.refetch} />
  }
  return link.data === undefined ? <AppLoading /> : children(token, link.data)
}
