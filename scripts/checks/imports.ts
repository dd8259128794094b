export interface Import {
  specifier: string
  line: number
}

const STATEMENT = /^[ \t]*(?:import|export)\b(?:[^'"`;()]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm
const CALL = /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g

/** What a file imports, including types: a dependency that exists only for the compiler still exists for the reader. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source)
  return [STATEMENT, CALL].flatMap(pattern =>
    [...code.matchAll(pattern)].map(match => ({
      specifier: match[2] as string,
      line: code.slice(0, match.index + match[0].length).split('\n').length,
    })),
  )
}

/** Comments are blanked, not removed, so that lines keep their numbers. Strings are skipped. */
export function withoutComments(source: string): string {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g
  return source.replace(token, text => (text.startsWith('/') ? text.replace(/[^\n]/g, ' ') : text))
}
