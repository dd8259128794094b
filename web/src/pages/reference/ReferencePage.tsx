import { useDocument } from '../../api/use-document.ts'
import { Button } from '../../components/Button.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { Reference } from './Reference.tsx'
import styles from './ReferencePage.module.css'

export default function ReferencePage() {
  const loaded = useDocument()
  useDocumentTitle('API reference')

  if (loaded.state === 'loaded') return <Reference document={loaded.document} />
  return (
    <main id="content" tabIndex={-1} className={styles.waiting}>
      <h1>API reference</h1>
      <div role="status">
        {loaded.state === 'loading' ? (
          <p>Loading the reference…</p>
        ) : (
          <p>Couldn’t load /openapi.json. Is the server running?</p>
        )}
      </div>
      {loaded.state === 'failed' && <Button onClick={loaded.retry}>Try again</Button>}
    </main>
  )
}
