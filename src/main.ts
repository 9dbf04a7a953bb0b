#!/usr/bin/env bun
const words = process.argv.slice(2)
const [first = '', ...rest] = words
if (words.includes('--executor')) {
  const { startExecutor } = await import('./jobs/executor')
  startExecutor()
} else if (/^(?:--help|-h|[^-].*)$/.test(first) && first !== 'serve' && first !== 'mcp') {
  const { command } = await import('./cli')
  const { ownTerminal } = await import('./cli/terminal')
  process.exit(await command(words, ownTerminal()))
} else {
  const { serve, serveAgent } = await import('./serve')
  if (first === 'mcp') await serveAgent(rest, process.env)
  else await serve(first === 'serve' ? rest : words, process.env)
}
