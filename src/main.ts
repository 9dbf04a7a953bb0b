#!/usr/bin/env bun
const words = process.argv.slice(2)
const [first = ''] = words
if (words.includes('--executor')) {
  const { startExecutor } = await import('./jobs/executor')
  startExecutor()
} else if (first === '--help' || first === '-h' || (/^[^-]/.test(first) && first !== 'serve')) {
  const { command } = await import('./cli')
  const { ownTerminal } = await import('./cli/terminal')
  process.exit(await command(words, ownTerminal()))
} else {
  const { serve } = await import('./serve')
  await serve(first === 'serve' ? words.slice(1) : words, process.env)
}
