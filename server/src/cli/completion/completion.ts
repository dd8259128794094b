import { command } from '../command/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { bash, fish, zsh } from './shells.ts'
import { completionWords } from './words.ts'

const shells = { bash, zsh, fish }

export default command({
  about:
    'Prints a script that completes commands and options. It is generated from the commands of this release: reload it after an upgrade, or load it each time your shell starts. It completes `millrace`; to use it with `npx millrace`, define an alias first.',
  examples: [
    'echo "alias millrace=\'npx millrace\'" >> ~/.bashrc',
    "echo 'source <(npx millrace completion bash)' >> ~/.bashrc",
    'npx millrace completion zsh > ~/.zfunc/_millrace',
    'npx millrace completion fish > ~/.config/fish/completions/millrace.fish',
  ],
  argument: { name: 'SHELL', about: 'the shell', choices: Object.keys(shells) },
  options: {},
  environment: [],
  async run({ argument, json }, { terminal, describeProgram }) {
    const script = shells[argument as keyof typeof shells](completionWords(await describeProgram()))
    if (json) terminal.json({ shell: argument, script })
    else terminal.out(script.trimEnd())
    return exitCodes.ok
  },
})
