import { useCallback, useEffect, useState } from 'react'
import type { OpenApiDocument } from './openapi-types.ts'

export type Loaded =
  | { state: 'loading' }
  | { state: 'failed'; retry(): void }
  | { state: 'loaded'; document: OpenApiDocument }

/** The OpenAPI document of the server this page came from. */
export function useDocument(): Loaded {
  const [document, setDocument] = useState<OpenApiDocument>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt(count => count + 1), [])

  useEffect(() => {
    const aborted = new AbortController()
    setFailed(false)
    fetchDocument(aborted.signal).then(setDocument, () => {
      if (!aborted.signal.aborted) setFailed(true)
    })
    return () => aborted.abort()
  }, [attempt])

  if (document) return { state: 'loaded', document }
  return failed ? { state: 'failed', retry } : { state: 'loading' }
}

async function fetchDocument(signal: AbortSignal): Promise<OpenApiDocument> {
  const response = await fetch('/openapi.json', { signal, credentials: 'omit' })
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  return (await response.json()) as OpenApiDocument
}
