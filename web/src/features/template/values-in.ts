/** A value that a template shows as it is, and where it stands. */
export interface PlacedValue {
  readonly from: number
  readonly to: number
  /** Such as `guest.name`, or `event.parameters["table no."]`. */
  readonly path: string
}

/** A name, followed by more names or keys in brackets: no filter, no tag, nothing that is worked out. */
const value =
  /\{\{[ \t]*([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[(?:"[^"{}\n]*"|'[^'{}\n]*'|\d+)\])*)[ \t]*\}\}/g

/** What stands in these is not read as a template. */
const verbatim = /\{%-?\s*(raw|comment)\s*-?%\}[\s\S]*?(?:\{%-?\s*end\1\s*-?%\}|$)/g

/** The plain values of a template, in their order. Everything else stays text. */
export function valuesIn(template: string): PlacedValue[] {
  const skipped = [...template.matchAll(verbatim)].map(({ index, 0: text }) => [index, index + text.length])
  return [...template.matchAll(value)]
    .map(({ index, 0: text, 1: path = '' }) => ({
      from: index,
      to: index + text.length,
      path: path.replaceAll(/\['([^"']*)'\]/g, '["$1"]'),
    }))
    .filter(({ from }) => skipped.every(([start = 0, end = 0]) => from < start || from >= end))
}
