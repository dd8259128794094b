import { styleText } from 'node:util'

/** Commander takes the style away again where the output is not a terminal. */
export const helpTitle = (text: string) => styleText('bold', text, { validateStream: false })

/** A part of the help that commander does not know; empty where there is nothing to list. */
export const helpSection = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : ['', helpTitle(`${heading}:`), ...lines.map(line => `  ${line}`)].join('\n')
