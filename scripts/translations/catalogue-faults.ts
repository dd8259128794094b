export type Catalogue = Readonly<Record<string, string>>

/** What is wrong with the catalogue of a folder whose texts these are. */
export function catalogueFaults(
  file: string,
  catalogue: Catalogue,
  texts: readonly { readonly key: string; readonly at: string }[],
): string[] {
  const used = new Map(texts.map(({ key, at }) => [key, at]))
  const missing = [...used]
    .filter(([key]) => !catalogue[key])
    .map(([key, at]) => `${at}  "${key}" is not in ${file}.`)
  const unused = Object.keys(catalogue)
    .filter(key => !used.has(key))
    .map(key => `${file}  "${key}" is no longer a text of this folder.`)
  const different = Object.entries(catalogue)
    .filter(([key, text]) => text !== '' && valuesIn(key) !== valuesIn(text))
    .map(([key, text]) => `${file}  "${text}" does not have the same values as "${key}".`)
  return [...missing, ...unused, ...different]
}

/** Each of its values, how often it occurs, and how many forms it has. */
const valuesIn = (text: string): string =>
  `${[...new Set(text.match(/\{\d+\}/g))].sort().join()} ${text.includes('|')}`

/** The same text in two places must be the same: when both are loaded, one of them counts. */
export function contradictions(catalogues: ReadonlyMap<string, Catalogue>): string[] {
  const first = new Map<string, [text: string, file: string]>()
  const faults: string[] = []
  for (const [file, catalogue] of catalogues) {
    for (const [key, text] of Object.entries(catalogue)) {
      const [known, other] = first.get(key) ?? [text, file]
      first.set(key, [known, other])
      if (known !== text) faults.push(`${file}  "${key}" is "${text}" here and "${known}" in ${other}.`)
    }
  }
  return faults
}
