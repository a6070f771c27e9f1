import { command } from '../command.ts'
import { EXIT } from '../problem.ts'

export const completion = command({
  usage: 'completion <shell>',
  purpose: 'Print the script that completes commands and options in a shell',
  examples: [
    ['sheaf completion bash >> ~/.bashrc', 'for bash'],
    ['sheaf completion zsh >> ~/.zshrc', 'for zsh'],
  ],
  positionals: { shell: { choices: ['bash', 'zsh'], demandOption: true, describe: 'The shell' } },
  run: async ({ shell }) => {
    // yargs writes the script for the shell of the environment.
    delete process.env.ZSH_NAME
    process.env.SHELL = shell
    const { default: yargs } = await import('yargs')
    const program: { showCompletionScript(name: string, command: string): unknown } = yargs()
    program.showCompletionScript('sheaf', 'completion')
    return EXIT.ok
  },
})
