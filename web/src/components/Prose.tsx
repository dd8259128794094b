/** Plain text in which `backticks` mark code, as in the descriptions of the OpenAPI document. */
export function Prose({ text }: { text: string }) {
  return text
    .split(/`([^`]+)`/)
    .map((part, place) => (place % 2 === 1 ? <code key={`${place}${part}`}>{part}</code> : part))
}
