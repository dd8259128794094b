import { useEffect } from 'react'
import { addressesOf } from '../../api/addresses.ts'
import { useDocument } from '../../api/use-document.ts'
import { useReadiness } from '../../api/use-readiness.ts'
import { Icon } from '../../components/Icon.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { AddressList } from './AddressList.tsx'
import styles from './DevelopersPage.module.css'
import { FirstEvent } from './FirstEvent.tsx'
import { Status } from './Status.tsx'

export function DevelopersPage() {
  useDocumentTitle('Developers')
  const readiness = useReadiness()
  const loaded = useDocument()
  const addresses = loaded.state === 'loaded' ? addressesOf(loaded.document) : undefined

  // The document may have been requested while the server was down.
  const answering = readiness === 'ready' || readiness === 'back' || readiness === 'database-away'
  useEffect(() => {
    if (answering && loaded.state === 'failed') loaded.retry()
  }, [answering, loaded])

  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <Status readiness={readiness} />
      <AddressList addresses={addresses} />
      <FirstEvent addresses={addresses} />
      <a className={styles.onwards} href="/docs">
        <span>
          <strong>API reference</strong>
          <span>Every call with its fields, limits and errors, and a form to try it.</span>
        </span>
        <Icon name="arrow" />
      </a>
    </main>
  )
}
