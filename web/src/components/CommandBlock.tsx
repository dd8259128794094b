import type { ReactNode } from 'react'
import { t } from '../language/words.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { Json } from './Json.tsx'

/** A curl command with its JSON in colours. */
export function CommandBlock({ name, text, heading }: { name: string; text: string; heading: ReactNode }) {
  const body = text.indexOf("-d '")
  return (
    <CodeBlock label={t`Command: ${name}`} heading={heading} text={text}>
      {body < 0 ? text : text.slice(0, body)}
      {body >= 0 && <Json text={text.slice(body)} />}
    </CodeBlock>
  )
}
