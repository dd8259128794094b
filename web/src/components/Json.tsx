import styles from './Json.module.css'

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g
/** A large answer is shown without colours, because colouring it would be slow. */
const LARGEST = 200_000

/** JSON in colours; whatever else the text holds stays plain. */
export function Json({ text }: { text: string }) {
  if (text.length > LARGEST) return text
  const parts: React.ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match
    const kind = string ? (colon ? styles.key : styles.text) : number ? styles.number : styles.word
    parts.push(text.slice(end, match.index))
    parts.push(
      <span key={match.index} className={kind}>
        {string ?? whole}
      </span>,
    )
    if (colon) parts.push(colon)
    end = match.index + whole.length
  }
  return [...parts, text.slice(end)]
}
