import { CodeBlock } from './CodeBlock.tsx'
import { Json } from './Json.tsx'

export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <CodeBlock label={label} text={text}>
      <Json text={text} />
    </CodeBlock>
  )
}
