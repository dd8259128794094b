/** A fenced block of commands in a document, and the block behind it with what they answer. */
export interface Step {
  readonly commands: string
  readonly answer: { readonly kind: 'json' | 'text'; readonly text: string } | undefined
}

/** The commands of a document in their order. An answer is a block of JSON or text that follows with nothing between. */
export function stepsOf(markdown: string): Step[] {
  const steps = /```sh\n([\s\S]*?)```\n(?:\n```(json|text)\n([\s\S]*?)```\n)?/g
  return [...markdown.matchAll(steps)].map(([, commands, kind, text]) => ({
    commands: commands as string,
    answer: text === undefined ? undefined : { kind: kind as 'json' | 'text', text: text.trim() },
  }))
}
