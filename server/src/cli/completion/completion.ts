import { command } from '../command/command.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { bash, fish, zsh } from './shells.ts'
import { completionWords } from './words.ts'

const shells = { bash, zsh, fish }

export default command({
  about:
    'Prints a script that makes the shell complete commands and their options. It is made from the commands there are,\n' +
    'so load it anew after an upgrade, or always, where your shell starts. It completes `millrace`: who types\n' +
    '`npx millrace` gives it that name first.',
  examples: [
    'echo "alias millrace=\'npx millrace\'" >> ~/.bashrc',
    "echo 'source <(npx millrace completion bash)' >> ~/.bashrc",
    'npx millrace completion zsh > ~/.zfunc/_millrace',
    'npx millrace completion fish > ~/.config/fish/completions/millrace.fish',
  ],
  argument: { name: 'SHELL', about: Object.keys(shells).join(', ') },
  options: {},
  environment: [],
  async run({ argument, json }, { terminal }) {
    if (!Object.hasOwn(shells, argument))
      throw wrongUsage(
        `There is no completion for "${argument}". There is one for ${Object.keys(shells).join(', ')}.`,
      )
    const script = shells[argument as keyof typeof shells](await completionWords())
    if (json) terminal.json({ shell: argument, script })
    else terminal.out(script.trimEnd())
    return exitCodes.ok
  },
})
