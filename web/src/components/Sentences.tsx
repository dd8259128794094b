import styles from './Sentences.module.css'

/** A list of sentences. `plain`: without bullets, because each starts with its mark. */
export function Sentences({ of, plain = false }: { of: readonly string[]; plain?: boolean }) {
  if (of.length === 0) return null
  return (
    <ul className={plain ? styles.plain : styles.list}>
      {of.map((sentence, place) => (
        // Two entries may be equal; their position distinguishes them.
        <li key={`${place} ${sentence}`}>{sentence}</li>
      ))}
    </ul>
  )
}
