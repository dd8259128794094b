import type { Completions, Word } from './words.ts'

/** Text in single quotes for bash and zsh. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Names of two words before their first words, which are names of groups. */
const longestFirst = (completions: Completions) =>
  [...completions].sort(([a], [b]) => b.split(' ').length - a.split(' ').length || (a < b ? -1 : 1))

/** A pattern for "said so far": a command of one word may have its argument behind it. */
const pattern = (said: string) =>
  said.includes(' ') || said === '' ? quoted(said || ' ') : `${quoted(`${said} `)}*`

function cases(completions: Completions, list: (words: readonly Word[]) => string): string {
  return longestFirst(completions)
    .map(([said, words]) => `    ${pattern(said)}) offered=(${list(words)}) ;;`)
    .join('\n')
}

export const bash = (completions: Completions) => `# For bash: source <(millrace completion bash)
_millrace() {
  local current=\${COMP_WORDS[COMP_CWORD]} word said=() offered=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || said+=("$word")
  done
  case "\${said[0]-} \${said[1]-}" in
${cases(completions, words => words.map(({ word }) => word).join(' '))}
  esac
  COMPREPLY=($(compgen -W "\${offered[*]}" -- "$current"))
}
complete -o default -F _millrace millrace
`

export const zsh = (completions: Completions) => `#compdef millrace
# For zsh: source <(millrace completion zsh)
_millrace() {
  local -a said offered
  said=(\${\${words[2,CURRENT-1]}:#-*})
  case "$said[1] $said[2]" in
${cases(completions, words => words.map(({ word, about }) => quoted(`${word}:${about}`)).join(' '))}
  esac
  _describe millrace offered || _files
}
# Sourced, or loaded by zsh itself from a folder of functions when it is first needed.
if [[ $funcstack[1] == _millrace ]]; then _millrace "$@"; else compdef _millrace millrace; fi
`

export const fish = (completions: Completions) => `# For fish: millrace completion fish | source
function __millrace_said
  set -l said
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; or set -a said $word
  end
  set -l joined (string join ' ' -- $said)
  string match -qr -- $argv[1] "$joined"
end
${longestFirst(completions)
  .flatMap(([said, words]) => words.map(word => fishLine(said, word)))
  .join('\n')}
`

function fishLine(said: string, { word, about, takesValue }: Word): string {
  const before = said === '' ? '^$' : word.startsWith('--') ? `^${said}( |$)` : `^${said}$`
  const what = word.startsWith('--') ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-f -a ${word}`
  return `complete -c millrace -n ${inFish(`__millrace_said ${inFish(before)}`)} ${what} -d ${inFish(about)}`
}

const inFish = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
